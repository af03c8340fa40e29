# isobar_python_imports(RESULT PYTHON MODULES): whether this Python imports these modules, "numpy, jsonschema" for example.
function(isobar_python_imports result python modules)
  execute_process(COMMAND ${python} -c "import ${modules}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# isobar_find_python(VARIABLE MODULES): the first python3 that does: a machine may have several. VARIABLE is a cache entry; it ends in
# NOTFOUND if there is none.
function(isobar_find_python variable modules)
  function(isobar_accepts_python accepted python)
    isobar_python_imports(imports ${python} "${modules}")
    set(${accepted} ${imports} PARENT_SCOPE)
  endfunction()
  find_program(${variable} python3 VALIDATOR isobar_accepts_python)
endfunction()
