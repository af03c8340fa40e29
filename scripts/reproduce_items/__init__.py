"""The items of scripts/reproduce, in the order of --list."""
from . import (flow_amalgamation, flow_cavity, flow_components, flow_smoothers, general, layouts,
               petascale_cfl, petascale_counts, petascale_levels, petascale_scaling,
               petascale_solvers, petascale_strong, robustness, single_gpu, single_gpu_counters, single_gpu_counts, single_gpu_sizes,
               stored_multigrid, unstructured_counts, unstructured_solves)

CATALOGUE = {item.name: item
             for module in (single_gpu_counts, single_gpu, single_gpu_counters, single_gpu_sizes, petascale_counts, petascale_solvers,
                            petascale_levels, petascale_cfl, petascale_scaling, petascale_strong,
                            stored_multigrid, layouts, robustness, general, flow_cavity, flow_smoothers,
                            flow_amalgamation, flow_components, unstructured_counts, unstructured_solves)
             for item in module.ITEMS}
