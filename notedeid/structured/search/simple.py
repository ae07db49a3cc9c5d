"""Searches as one would do them by hand: a ladder of policies, and one column after the other.

`ladder` takes the first policy that fits. `greedy` generalizes the column with most groups until the
budget holds (Sweeney's Datafly, IJUFKS 10(5), 2002). Neither proves anything about loss.
"""

from __future__ import annotations

from collections.abc import Sequence

from annotation.errors import InputError
from notedeid.structured.search.outcome import Certificate, Outcome
from notedeid.structured.search.problem import Check, Node, Problem

__all__ = ["greedy", "ladder"]


def ladder(problem: Problem, policies: Sequence[Node]) -> Outcome:
    """The first of the given nodes that fits, fine to coarse.

    Raises:
        InputError: no policies, or a policy with a level that a hierarchy does not have.
    """
    if not policies:
        raise InputError("a ladder needs at least one policy")
    for policy in policies:
        if any(not 0 <= level < height for level, height in zip(policy, problem.table.heights, strict=True)):
            raise InputError(
                f"the policy {policy} leaves the hierarchies, which have {problem.table.heights} levels"
            )
    checks = (problem.check(policy) for policy in policies)
    return _outcome(problem, "ladder", next((check for check in checks if check.feasible), None))


def greedy(problem: Problem) -> Outcome:
    """Raise the column with most groups, one level at a time, until the node fits."""
    node = (0,) * len(problem.table.columns)
    check = problem.check(node)
    while not check.feasible:
        step = _widest(problem, node)
        if step is None:
            return _outcome(problem, "greedy", None)
        node = (*node[:step], node[step] + 1, *node[step + 1 :])
        check = problem.check(node)
    return _outcome(problem, "greedy", check)


def _widest(problem: Problem, node: Node) -> int | None:
    table = problem.table
    open_ = [i for i, level in enumerate(node) if level + 1 < table.heights[i]]
    return max(open_, key=lambda i: (table.spans[i][node[i]], -i), default=None)


def _outcome(problem: Problem, method: str, best: Check | None) -> Outcome:
    size = 1
    for height in problem.table.heights:
        size *= height
    note = "a simple choice: other nodes may lose less"
    certificate = Certificate(
        method, size, problem.checked, 0, 0, proven=False, lower_bound=0.0, notes=(note,)
    )
    return Outcome(best, problem.scorer.loss(best.score) if best else float("inf"), certificate)
