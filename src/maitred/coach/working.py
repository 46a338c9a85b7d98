"""Reviews done by processes of this machine: round after round, in the order of the jobs whoever is faster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from maitred.coach.judging import Judged
from maitred.coach.review import Job, Review, Seen, perform

CHUNK = 4
"""How many jobs are handed to a process at a time."""


def review_round(reviews: Sequence[Review], jobs: int) -> Iterator[tuple[int, int]]:
    """Do the next round of some reviews; from time to time, how many jobs are done, of how many."""
    work = [(review, job) for review in reviews for job in review.jobs()]
    found: list[Judged | Seen] = []
    for done in carried_out([job for _, job in work], jobs):
        found.append(done)
        yield len(found), len(work)
    for review in reviews:
        review.take([(job, done) for (whose, job), done in zip(work, found, strict=True) if whose is review])


def carried_out(work: Sequence[Job], jobs: int) -> Iterator[Judged | Seen]:
    """The result of each job, in order."""
    if jobs == 1:
        yield from map(perform, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(perform, work, chunksize=CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)
