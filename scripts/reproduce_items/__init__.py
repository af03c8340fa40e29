"""The items of scripts/reproduce, in the order of --list."""
from . import (petascale_cfl, petascale_counts, petascale_scaling, petascale_solvers,
               robustness, single_gpu, single_gpu_sizes)

CATALOGUE = {item.name: item
             for module in (single_gpu, single_gpu_sizes, petascale_counts, petascale_solvers,
                            petascale_cfl, petascale_scaling, robustness)
             for item in module.ITEMS}
