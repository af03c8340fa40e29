"""Settings of ReFrame for one host that starts ranks with mpirun: reframe -C scripts/packages/reframe/settings/host.py."""
site_configuration = {
    "systems": [{
        "name": "host",
        "hostnames": [".*"],
        "partitions": [{"name": "cpu", "scheduler": "local", "launcher": "mpirun", "environs": ["built"], "max_jobs": 1}],
    }],
    "environments": [{"name": "built"}],
}
