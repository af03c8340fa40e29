"""The build backend of pyproject.toml (PEP 517): scikit-build-core where it is installed. Else the same wheel is built here with nothing
but CMake and Python's own modules, from the same tables of pyproject.toml. So a checkout builds on Debian 12 offline.

Settings of pip that both know: --config-settings build-dir=FOLDER, which may be a build of Isobar with the Python package, and
--config-settings cmake.define.NAME=VALUE.
"""

try:
    from scikit_build_core.build import *  # noqa: F403
except ImportError:
    import base64
    import hashlib
    import pathlib
    import shutil
    import subprocess
    import sys
    import sysconfig
    import tempfile
    import tomllib
    import zipfile

    TOP = pathlib.Path(__file__).resolve().parents[3]
    TABLES = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    PROJECT = TABLES["project"]
    CMAKE = TABLES["tool"]["scikit-build"]

    def _run(*words):
        """Output goes to the log of pip, which shows it if the command fails."""
        subprocess.run([str(word) for word in words], check=True)

    def _built(settings):
        """The folder of a build that has the package."""
        build = pathlib.Path(settings.get("build-dir", TOP / "build" / "wheel")).resolve()
        defines = dict(CMAKE["cmake"]["define"])
        given = {name.removeprefix("cmake.define."): value for name, value in settings.items()
                 if name.startswith("cmake.define.")}
        if unknown := set(settings) - {"build-dir", *(f"cmake.define.{name}" for name in given)}:
            raise SystemExit(f"config-settings: {', '.join(sorted(unknown))}: expected build-dir or cmake.define.NAME")
        if not (build / "CMakeCache.txt").exists():
            generator = ["-G", "Ninja"] if shutil.which("ninja") else []
            _run("cmake", "-S", TOP, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release",
                 f"-DPython_EXECUTABLE={sys.executable}",
                 *(f"-D{name}={value}" for name, value in {**defines, **given}.items()))
        elif given:
            _run("cmake", *(f"-D{name}={value}" for name, value in given.items()), build)
        _run("cmake", "--build", build, "--target", *CMAKE["build"]["targets"], "--parallel")
        return build

    def _metadata():
        dependencies = [f"Requires-Dist: {text}\n" for text in PROJECT["dependencies"]]
        for extra, texts in PROJECT["optional-dependencies"].items():
            dependencies += [f"Provides-Extra: {extra}\n", *(f"Requires-Dist: {text} ; extra == '{extra}'\n" for text in texts)]
        return (f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n"
                f"Summary: {PROJECT['description']}\nLicense: {PROJECT['license']['text']}\nRequires-Python: {PROJECT['requires-python']}\n{''.join(dependencies)}"
                "License-File: LICENSE\nDescription-Content-Type: text/markdown\n\n"
                f"{(TOP / PROJECT['readme']).read_text(encoding='utf-8')}")

    def _tag():
        interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        return f"{interpreter}-{interpreter}-{platform}"

    def _files(installed):
        """Paths in the wheel and what they hold."""
        package = next(installed.rglob("isobar/__init__.py")).parent
        for path in sorted(package.iterdir()):
            yield f"isobar/{path.name}", path.read_bytes()
        info = f"isobar-{PROJECT['version']}.dist-info"
        yield f"{info}/METADATA", _metadata().encode()
        yield f"{info}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: isobar_wheel\nRoot-Is-Purelib: false\n"
                                f"Tag: {_tag()}\n").encode()
        yield f"{info}/licenses/LICENSE", (TOP / "LICENSE").read_bytes()

    def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
        del metadata_directory
        build = _built(config_settings or {})
        name = f"isobar-{PROJECT['version']}-{_tag()}.whl"
        record = []
        with tempfile.TemporaryDirectory() as folder, \
                zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
            for component in CMAKE["install"]["components"]:
                _run("cmake", "--install", build, "--prefix", folder, "--component", component)
            for path, content in _files(pathlib.Path(folder)):
                wheel.writestr(path, content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                record.append(f"{path},sha256={digest},{len(content)}\n")
            own = f"isobar-{PROJECT['version']}.dist-info/RECORD"
            wheel.writestr(own, "".join([*record, f"{own},,\n"]))
        return name
