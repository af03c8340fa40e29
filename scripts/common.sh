# Shared by scripts/run, scripts/check and .ci/run, which source it.
#
# ISOBAR_PRESET chooses another CMake preset than `serial`; with Kokkos_ROOT set that Kokkos is
# used and Debian's is not installed. ISOBAR_PYTHON_MODULE=ON builds and tests the Python module too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${ISOBAR_PRESET:-serial}
build=build/$preset
cores=$(nproc)

# Ninja, as make waits at the end of each library for its last source: on two cores it takes half as long again.
run_packages=(g++ ninja-build cmake openmpi-bin libopenmpi-dev libtomlplusplus-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev zlib1g-dev libfftw3-dev libmetis-dev)
if [[ -z ${Kokkos_ROOT:-} ]]; then
  run_packages+=(libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev)
fi
test_packages=(libgtest-dev gfortran pkg-config python3 python3-numpy python3-jsonschema)
if [[ ${ISOBAR_PYTHON_MODULE:-OFF} == ON ]]; then
  test_packages+=(pybind11-dev python3-dev python3-mpi4py python3-pip)
fi

# Open MPI refuses root and more ranks than cores unless told; other MPIs ignore these.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
# A core in this count may be half of a physical one.
export OMPI_MCA_hwloc_base_use_hwthreads_as_cpus=1

say() { printf '== %s\n' "$*"; }

stop() { # exit code, line
  printf '%s: %s\n' "$(basename "$0")" "$2" >&2
  exit "$1"
}

missing_of() { # the packages among the arguments that are not installed
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' ||
      printf '%s ' "$package"
  done
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@" # nobody there to type a password
  fi
}

# Installs what is missing of the Debian packages named, or names it and exits with 3.
need() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "no apt here; relying on what is installed (Debian's names: $*)"
    return
  fi
  local missing
  read -ra missing <<<"$(missing_of "$@")"
  [[ ${#missing[@]} == 0 ]] && return
  if [[ $(id -u) != 0 ]] && ! as_root true 2>/dev/null; then
    stop 3 "cannot install without root or sudo; missing packages: ${missing[*]}"
  fi
  say "installing with apt: ${missing[*]}"
  as_root apt-get -q update >/dev/null || say "apt-get update failed; trying with the old lists"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y \
    --no-install-recommends "${missing[@]}" >/dev/null ||
    stop 3 "apt could not install the missing packages: ${missing[*]}"
}

# Configures the preset in its build directory, with further cmake arguments. A build
# directory cannot change its generator, so the choice is made once.
configure() {
  if [[ ! -e $build/CMakeCache.txt ]] && command -v ninja >/dev/null; then
    set -- -G Ninja "$@"
  fi
  say "configuring preset $preset"
  cmake --preset "$preset" "$@" >"$(log configure)" 2>&1 ||
    { cat "$(log configure)"; stop 3 "configuring failed; the lines above say why"; }
  grep -E 'Kokkos [0-9]' "$(log configure)" || true
}

compile() { # targets
  say "building on $cores cores"
  cmake --build "$build" --parallel "$cores" ${1:+--target "$@"} >"$(log build)" 2>&1 ||
    { tail -n 50 "$(log build)"; stop 1 "the build failed; all of it is in $(log build)"; }
}

log() { mkdir -p "$build" && printf '%s/%s.log' "$build" "$1"; }
