"""Arrays in a GPU's memory, by both protocols, against the same arrays of the host. Skipped by builds for hosts."""

import ctypes
import unittest

import numpy

from support_python import CUDA_RUNTIME, F, NX, NY, NZ, SHAPE, make

TO_DEVICE, TO_HOST = 1, 2  # cudaMemcpyKind
CUDA_DEVICE = (2, 0)  # DLPack's kDLCUDA


class DeviceMemory:
    """Bytes of the GPU, with the numbers of an array of the host."""

    def __init__(self, array):
        self.runtime, self.shape, self.dtype = ctypes.CDLL(CUDA_RUNTIME), array.shape, array.dtype
        self.bytes, self.address = array.nbytes, ctypes.c_void_p()
        self.check(self.runtime.cudaMalloc(ctypes.byref(self.address), ctypes.c_size_t(self.bytes)))
        host = numpy.ascontiguousarray(array)
        self.copy(self.address, host.ctypes.data_as(ctypes.c_void_p), TO_DEVICE)

    def __del__(self):
        if self.address:
            self.runtime.cudaFree(self.address)

    @staticmethod
    def check(code):
        if code:
            raise RuntimeError(f"CUDA's error {code}")

    def copy(self, to, source, direction):
        self.check(self.runtime.cudaMemcpy(to, source, ctypes.c_size_t(self.bytes), direction))

    def view(self):
        """An array over the device's memory, which the host must not read: NumPy computes its shape and strides."""
        return numpy.frombuffer((ctypes.c_char * self.bytes).from_address(self.address.value), self.dtype).reshape(self.shape)

    def on_host(self):
        array = numpy.empty(self.shape, self.dtype)
        self.copy(array.ctypes.data_as(ctypes.c_void_p), self.address, TO_HOST)
        return array


class Interface(DeviceMemory):
    """A library's array that says where its memory is by __cuda_array_interface__."""

    def __init__(self, array, axes=None):
        super().__init__(array)
        view = self.view().transpose(axes or range(array.ndim))
        self.__cuda_array_interface__ = {"shape": view.shape, "typestr": view.dtype.str, "strides": view.strides,
                                         "data": (self.address.value, False), "version": 3}


class Tensor(DeviceMemory):
    """A library's array that says where its memory is by DLPack."""

    def __dlpack__(self, stream=None):
        del stream
        return self.view().__dlpack__()

    def __dlpack_device__(self):
        return CUDA_DEVICE


@unittest.skipIf(CUDA_RUNTIME is None, "built for hosts")
class Device(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = make()
        cls.u = cls.solver.solve(F)

    def test_both_protocols(self):
        for kind in (Interface, Tensor):
            f, u = kind(F), kind(numpy.full(SHAPE, 7.0))
            self.assertIs(self.solver.solve(f, u), u)
            numpy.testing.assert_array_equal(u.on_host(), self.u)
            numpy.testing.assert_array_equal(f.on_host(), F)

    def test_one_array_of_the_host(self):
        u = Interface(numpy.zeros(SHAPE))
        self.solver.solve(F, u)
        numpy.testing.assert_array_equal(u.on_host(), self.u)
        numpy.testing.assert_array_equal(self.solver.solve(Interface(F)), self.u)
        numpy.testing.assert_array_equal(self.solver.solve(Tensor(F)), self.u)

    def test_float(self):
        single = F.astype(numpy.float32)
        meant = self.solver.solve(single)
        for kind in (Interface, Tensor):
            u = kind(numpy.zeros(SHAPE, numpy.float32))
            self.solver.solve(kind(single), u)
            numpy.testing.assert_array_equal(u.on_host(), meant.astype(numpy.float32))

    def test_orders(self):
        stored = Interface(F.transpose(2, 0, 1), axes=(1, 2, 0))  # z slowest in memory, y, x, z by its strides
        self.assertEqual(stored.__cuda_array_interface__["shape"], (NY, NX, NZ))
        numpy.testing.assert_array_equal(self.solver.solve(stored), self.u)
        u = Interface(numpy.zeros((NZ, NY, NX)))
        self.solver.solve(Interface(F.transpose(2, 0, 1)), u, order="zyx")
        numpy.testing.assert_array_equal(u.on_host(), self.u.transpose(2, 0, 1))

    def test_a_guess_and_the_operator(self):
        u = Interface(self.u)
        self.solver.solve_from(Interface(F), u)
        self.assertEqual(self.solver.report.iterations, 0)
        numpy.testing.assert_array_equal(u.on_host(), self.u)
        image, meant = Tensor(numpy.zeros(SHAPE)), numpy.zeros(SHAPE)
        self.solver.apply(Tensor(self.u), image)
        self.solver.apply(self.u, meant)
        numpy.testing.assert_array_equal(image.on_host(), meant)

    def test_refusals(self):
        for problem, array in ((": dtype <i8 on a device; expected <f8 or <f4", Interface(numpy.zeros(SHAPE, numpy.int64))),
                               (": 64 bits of DLPack's type 0 on a device; expected float64 or float32",
                                Tensor(numpy.zeros(SHAPE, numpy.int64)))):
            with self.assertRaises(ValueError) as caught:
                self.solver.solve(array)
            self.assertEqual(str(caught.exception), f"f{problem}")
        u = Interface(F)
        u.__cuda_array_interface__["data"] = (u.address.value, True)
        with self.assertRaisesRegex(ValueError, "^u: read-only; expected an array to write to$"):
            self.solver.solve(F, u)
        with self.assertRaisesRegex(ValueError, "^f: 24 x 31 x 12 cells in x, y and z on rank 0; expected 24 x 32 x 12$"):
            self.solver.solve(Interface(F[1:]))
        numpy.testing.assert_array_equal(self.solver.solve(F), self.u)

    def test_operators_of_python(self):
        for name in ("preconditioner", "matrix"):
            with self.assertRaisesRegex(ValueError, f"^{name} = [^\n]*: this Isobar is built for GPUs, [^\n]*$"):
                make('[solver]\nmethod = "cg-standard"\n', **{name: lambda r, z: None})


if __name__ == "__main__":
    unittest.main()
