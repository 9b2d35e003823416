"""Jobs: work that follows a change, run at least once, by one worker at a time. Queries: sql/jobs.sql.

Declared with `@job` and `@schedule` in features/<noun>/jobs.py, enqueued in the transaction of the change.
"""

from app.jobs.queue import JobQueue
from app.jobs.registry import GiveUp, Job, NoArgs, Registry, RetryLater, job, registry, schedule
from app.jobs.worker import JobRun, LeaseLost, Worker

__all__ = [
    "GiveUp",
    "Job",
    "JobQueue",
    "JobRun",
    "LeaseLost",
    "NoArgs",
    "Registry",
    "RetryLater",
    "Worker",
    "job",
    "registry",
    "schedule",
]
