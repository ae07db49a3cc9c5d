"""The whole trial: fit on one part of the table, hold the other back, draw, and check against both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from notedeid.structured.named import need
from notedeid.structured.synthetic.inference import Inference, attribute_inference
from notedeid.structured.synthetic.nearest import Copies, Nearest, copies, nearest
from notedeid.structured.synthetic.sampler import Method, fit
from notedeid.structured.synthetic.transfer import Transfer, train_on_synthetic
from notedeid.structured.utility.compare import Utility, compare

__all__ = ["Plan", "Trial", "trial"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to synthesize and what to check.

    Attributes:
        columns: the columns; all where empty.
        quasi: what an attacker may know.
        secrets: what must not be learned of a person.
        targets: columns that models predict.
        method: copula or trees.
        rows: rows to draw; as many as were fitted where None.
        holdout: share of the rows that the generator never sees.
        seed: of the split and the draws.
    """

    columns: Sequence[str] = ()
    quasi: Sequence[str] = ()
    secrets: Sequence[str] = ()
    targets: Sequence[str] = ()
    method: Method = "trees"
    rows: int | None = None
    holdout: float = 0.3
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Synthetic rows and the evidence about them.

    Attributes:
        rows: the synthetic rows, flagged.
        nearest: distances to real rows against the holdout baseline.
        copies: rows that are real ones.
        inference: the attack on each secret.
        transfer: the training of each target.
        utility: distributions and associations against the training rows.
    """

    rows: pd.DataFrame = field(repr=False)
    nearest: Nearest
    copies: Copies
    inference: tuple[Inference, ...]
    transfer: tuple[Transfer, ...]
    utility: Utility

    def as_dict(self) -> dict[str, Any]:
        """The figures in plain values."""
        return {
            "rows": len(self.rows),
            "closer_to_training": asdict(self.nearest.closer),
            "distance_ratio": self.nearest.ratio,
            "copies": asdict(self.copies),
            "inference": [{**asdict(one), "risk": asdict(one.risk)} for one in self.inference],
            "transfer": [asdict(one) for one in self.transfer],
            "mean_change_of_associations": self.utility.lost,
        }


def trial(frame: pd.DataFrame, plan: Plan) -> Trial:
    """Run a trial.

    Raises:
        InputError: too few records, an unknown column, or as the checks.
    """
    names = list(plan.columns) or [str(name) for name in frame.columns]
    need(frame, *names)
    for part in (plan.quasi, plan.secrets, plan.targets):
        need(frame[names], *part)
    order = np.random.default_rng(plan.seed).permutation(len(frame))
    cut = round(len(frame) * plan.holdout)
    unseen, seen = frame.iloc[order[:cut]], frame.iloc[order[cut:]]
    made = fit(seen, names, method=plan.method, seed=plan.seed).sample(
        plan.rows or len(seen), seed=plan.seed + 1
    )
    others = {name: [other for other in names if other != name] for name in names}
    return Trial(
        made,
        nearest(made, seen, unseen, names),
        copies(made, seen, unseen, names, plan.quasi),
        tuple(
            attribute_inference(made, seen, unseen, known=plan.quasi or others[s], secret=s)
            for s in plan.secrets
        ),
        tuple(train_on_synthetic(made, seen, unseen, target=t, predictors=others[t]) for t in plan.targets),
        compare(seen, made, columns=names),
    )
