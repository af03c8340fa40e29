"""How scripts start the program."""
import os
import subprocess


def start(command):
    """Runs a command to its end; its output is kept. Raises OSError if it cannot be started."""
    environment = dict(os.environ, OMPI_MCA_rmaps_base_oversubscribe="1",
                       PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe")
    if os.geteuid() == 0:  # Open MPI refuses root otherwise
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return subprocess.run(command, env=environment, text=True, capture_output=True, check=False)
