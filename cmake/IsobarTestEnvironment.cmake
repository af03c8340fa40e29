# The environment of tests, wherever they are declared: all tests have isobar_test_environment,
# and tests that start MPI also have isobar_mpi_environment.

# More ranks than cores, also as root, and no binding of several tests to the same core; Open MPI 4
# and 5. Other MPIs ignore it.
set(isobar_mpi_environment
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_mpi_yield_when_idle=1
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    PRTE_MCA_hwloc_default_binding_policy=none)
# Half of the time of a small run was the start of MPI. On one host without GPUs it needs neither networks nor the list
# of the host's devices. The library hwloc would load its plugins, ask displays for GPUs and read every PCI device, in each process.
if(ISOBAR_BACKEND MATCHES "^(SERIAL|OPENMP)$")
  list(APPEND isobar_mpi_environment
       OMPI_MCA_pml=ob1
       OMPI_MCA_btl=^tcp,openib,ofi,uct
       OMPI_MCA_osc=^ucx,rdma,monitoring
       OMPI_MCA_coll=^adapt,han,monitoring,sync
       PMIX_MCA_gds=hash
       HWLOC_COMPONENTS=no_os,stop
       HWLOC_PLUGINS_PATH=/nonexistent)
endif()
# Threads that wait must not spin: six ranks with two threads each share few cores here.
set(isobar_test_environment OMP_NUM_THREADS=2 OMP_PROC_BIND=false OMP_WAIT_POLICY=passive)
if(ISOBAR_SANITIZE)
  # Without use_tls=0 the search for leaks crashes now and then beside Open MPI's threads. Open
  # MPI has no frame pointers: without whole stacks its own leaks could not be told from ours.
  string(JOIN ":" lsan suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp print_suppressions=0
         use_tls=0)
  list(APPEND isobar_test_environment LSAN_OPTIONS=${lsan} UBSAN_OPTIONS=print_stacktrace=1)
  list(APPEND isobar_mpi_environment ASAN_OPTIONS=fast_unwind_on_malloc=0)
endif()
