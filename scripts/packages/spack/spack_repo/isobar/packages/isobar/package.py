import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class Isobar(CMakePackage, CudaPackage, ROCmPackage):
    """Solvers of the pressure correction of weather models, and a benchmark made of them:
    multigrid and Krylov methods on thin spherical shells, boxes and unstructured meshes."""

    # There is no public address yet. `main` is a checkout (spack develop); the archive of a release is made of a clone, where
    # Spack is called (docs/machines.md, "Spack"). Where archives are published, homepage and url come here.
    manual_download = True

    license("BSD-3-Clause", checked_by="isobar-authors")

    version("main")
    # The archives of commits 4dfdeeeb, 51c93f7e and 62b75206.
    version("1.1.0", sha256="fb073c5b81276982b370f396cd2135018f068e95eab946b405c50ae8699ad645")
    version("1.0.1", sha256="ad70c935d95835b12d055c74913e7373024fd2ba00cafc68826f936b1875d430")
    version("1.0.0", sha256="99c3b0e82cc92565389a1afabd2d1a6f33485355497b5e8179bed9a5448d69c3")

    variant("openmp", default=False, description="Run on OpenMP threads instead of one thread a rank")
    variant("sycl", default=False, description="Run on SYCL devices")
    variant("fft", default=True, description="Direct solver of isobar_flow")
    variant("metis", default=True, description="Meshes are distributed over ranks by METIS")
    variant("netcdf", default=True, description="NetCDF output")
    variant("fortran", default=True, when="@1.1:", description="The library's module for Fortran")
    variant("python", default=False, description="The library's module for Python")
    variant("nccl", default=True, when="+cuda", description="Halos through NCCL")

    depends_on("cxx", type="build")
    depends_on("c", type="build", when="+fortran")  # CMake finds MPI for Fortran by its C
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")

    depends_on("mpi")
    depends_on("fmt")
    depends_on("tomlplusplus")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("zlib-api")

    # Isobar runs on the last of serial, openmp, sycl, hip and cuda that its Kokkos has. So Kokkos has to have that one
    # and no later one.
    depends_on("kokkos@3.7:5")
    depends_on("kokkos-kernels@3.7:5")
    depends_on("kokkos+serial", when="~openmp")
    for backend in ("openmp", "sycl", "rocm", "cuda"):
        depends_on(f"kokkos+{backend}", when=f"+{backend}")
        depends_on(f"kokkos~{backend}", when=f"~{backend}")
    depends_on("kokkos-kernels+openmp", when="+openmp")

    for arch in CudaPackage.cuda_arch_values:
        cuda = f"+cuda cuda_arch={arch}"
        depends_on(f"kokkos {cuda}", when=cuda)
        depends_on(f"kokkos-kernels {cuda}", when=cuda)
    for arch in ROCmPackage.amdgpu_targets:
        rocm = f"+rocm amdgpu_target={arch}"
        depends_on(f"kokkos {rocm}", when=rocm)

    # Peers map each other's memory, which 4.2 to 4.4 allocate where that is not possible. Kokkos refuses CUDA without its
    # wrapper of nvcc; the lambdas have no variant since 5, where they are always on.
    depends_on("kokkos@4.5:+wrapper", when="+cuda")
    requires("^kokkos+cuda_lambda", when="+cuda ^kokkos@:4")
    depends_on("kokkos-kernels+cublas+cusparse", when="+cuda")

    depends_on("fftw precision=float,double", when="+fft~cuda~rocm~sycl")
    depends_on("hipfft", when="+fft+rocm")
    depends_on("hipblas", when="+rocm")
    depends_on("metis", when="+metis")
    depends_on("parallel-netcdf", when="+netcdf")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"nccl +cuda cuda_arch={arch}", when=f"+nccl cuda_arch={arch}")

    extends("python@3.9:", when="+python")
    depends_on("py-pybind11", type="build", when="+python")
    depends_on("py-numpy", type=("build", "run"), when="+python")
    depends_on("py-mpi4py", type="run", when="+python")
    depends_on("kokkos+shared", when="+python")  # becomes part of the module
    depends_on("kokkos-kernels+shared", when="+python")

    depends_on("googletest", type="test")
    depends_on("python@3.11:", type="test")
    depends_on("py-numpy", type="test")
    depends_on("py-jsonschema", type="test")

    conflicts("+cuda", when="cuda_arch=none", msg="name the GPU: cuda_arch=90 for an H200")
    conflicts("+rocm", when="amdgpu_target=none", msg="name the GPU: amdgpu_target=gfx90a")
    for one, other in (("cuda", "rocm"), ("cuda", "sycl"), ("rocm", "sycl")):
        conflicts(f"+{one}", when=f"+{other}", msg="one device at a time")
    conflicts("+fft", when="+sycl", msg="there are no transforms with SYCL")

    def url_for_version(self, version):
        return f"file://{os.getcwd()}/isobar-{version}.tar.gz"

    def backend(self):
        """The execution space that Kokkos must run on."""
        spaces = {"cuda": "CUDA", "rocm": "HIP", "sycl": "SYCL", "openmp": "OPENMP"}
        return next((s for v, s in spaces.items() if self.spec.satisfies(f"+{v}")), "SERIAL")

    def cmake_args(self):
        args = [
            self.define("Kokkos_ROOT", self.spec["kokkos"].prefix),
            self.define("KokkosKernels_ROOT", self.spec["kokkos-kernels"].prefix),
            self.define("ISOBAR_REQUIRE_BACKEND", self.backend()),
            self.define("ISOBAR_NATIVE", False),  # Spack's wrappers name the target
            self.define("ISOBAR_ENABLE_TESTS", self.run_tests),
            self.define("ISOBAR_ENABLE_BENCHMARKS", False),
            self.define_from_variant("ISOBAR_ENABLE_FFT", "fft"),
            self.define_from_variant("ISOBAR_ENABLE_METIS", "metis"),
            self.define_from_variant("ISOBAR_ENABLE_NETCDF", "netcdf"),
            self.define("ISOBAR_ENABLE_NCCL", self.spec.satisfies("+nccl")),
            self.define("ISOBAR_ENABLE_FORTRAN", self.spec.satisfies("+fortran")),
            self.define("ISOBAR_ENABLE_GPU_BLAS", self.backend() in ("CUDA", "HIP")),
            self.define_from_variant("ISOBAR_ENABLE_PYTHON", "python"),
        ]
        if self.spec.satisfies("+python"):
            args.append(self.define("ISOBAR_PYTHON_DIR", python_platlib))
        roots = {"FFTW": "fftw", "METIS": "metis", "PNETCDF": "parallel-netcdf", "NCCL": "nccl"}
        for name, package in roots.items():
            if self.spec.satisfies(f"^{package}"):
                args.append(self.define(f"{name}_ROOT", self.spec[package].prefix))
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        elif self.spec.satisfies("+rocm"):
            args.append(self.define("CMAKE_CXX_COMPILER", self.spec["hip"].hipcc))
        return args

    def test_class(self):
        """solve the smallest problem class, which verifies itself"""
        isobar = which(self.prefix.bin.isobar, required=True)
        said = isobar("--class", "S", output=str.split)
        assert "RESULT: VALID" in said, said
