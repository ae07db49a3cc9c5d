"""Invented rows that follow a table, flagged as such, and the checks that none of them is a real one."""

from notedeid.structured.synthetic.inference import Inference, attribute_inference
from notedeid.structured.synthetic.nearest import Copies, Nearest, copies, nearest
from notedeid.structured.synthetic.sampler import FLAG, Synthesizer, fit
from notedeid.structured.synthetic.transfer import Transfer, train_on_synthetic
from notedeid.structured.synthetic.trial import Plan, Trial, trial

__all__ = [
    "FLAG",
    "Copies",
    "Inference",
    "Nearest",
    "Plan",
    "Synthesizer",
    "Transfer",
    "Trial",
    "attribute_inference",
    "copies",
    "fit",
    "nearest",
    "train_on_synthetic",
    "trial",
]
