"""How all scripts end."""
import os
import signal
import sys


def run_script(main):
    """Ends the script with the exit code that main() returns.

    A reader that leaves (`scripts/compare ... | head`) and an interrupt end a script as they end other programs, without a traceback.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
