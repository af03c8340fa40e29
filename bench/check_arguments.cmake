# Tests that each of PROGRAMS refuses an unknown argument with exit code 2 and one line that names it. --help ends
# with 0.
foreach(program ${PROGRAMS})
  execute_process(COMMAND ${program} --help RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${program} --help: exit code ${code}, expected 0")
  endif()
  execute_process(COMMAND ${program} --nonsense RESULT_VARIABLE code OUTPUT_VARIABLE screen ERROR_VARIABLE line)
  if(NOT code EQUAL 2 OR NOT screen STREQUAL "" OR NOT line MATCHES "^isobar_[a-z_]+: [^\n]*--nonsense; see [^\n]* --help\n$")
    message(FATAL_ERROR "${program} --nonsense: exit code ${code}, expected 2; found ${screen}${line}")
  endif()
endforeach()
