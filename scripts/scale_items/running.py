"""How scripts that run one deck many times start each run and say why one gave nothing."""
from report_items.reading import BadInput
from reproduce_items import launch, tables
from reproduce_items.run import Run


def why(done):
    """The reason why a run gave no result: the program's own line if there is one, not the launcher's."""
    own = [line for line in (done.stderr + done.stdout).splitlines() if line.startswith(("isobar: ", "RESULT: "))]
    return (own or done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"])[0]


def measured(what, command, report):
    """The run of a command that writes this report, or None; a line says how it went. Raises OSError if the command cannot be started."""
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    print(f"{what} ...", end=" ", flush=True)
    done = launch.start(command)
    if done.returncode != 0 or not report.exists():
        print(why(done))
        return None
    try:
        found = Run.load(report)
        print(found.line())
        return found
    except (BadInput, tables.NoFigure) as error:
        print(error)
        return None
