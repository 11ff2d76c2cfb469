"""Workers that do something in the place of the hosts here, and what is said with who has them."""

from workbench.core.cluster.told import CheckStart, SweepStart, SweepTold, WorkersTold
from workbench.core.cluster.workers import CLUSTER, ON_WORKERS, Workers, lacking

__all__ = [
    "CLUSTER",
    "ON_WORKERS",
    "CheckStart",
    "SweepStart",
    "SweepTold",
    "Workers",
    "WorkersTold",
    "lacking",
]
