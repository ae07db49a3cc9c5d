import copy

import pytest

pytest.importorskip("torch")

import torch

from annotation import Label
from recognizers.ner.scheme import Kind, begin
from recognizers.training.examples import Claim, Lesson, example_of
from recognizers.training.fit import Schedule, fit, loss_of_sets


def test_a_set_of_tags_costs_the_probability_outside_it():
    logits = torch.log(torch.tensor([[0.5, 0.3, 0.2]]))
    assert loss_of_sets(logits, torch.tensor([0b110])).item() == pytest.approx(
        -torch.log(torch.tensor(0.5)).item()
    )


def test_open_and_padded_pieces_cost_nothing():
    logits = torch.randn(2, 3)
    assert loss_of_sets(logits, torch.tensor([0b111, 0])).item() == 0


def lessons(reader):
    marked = Lesson("saw dr ode a", (Claim(7, 10, frozenset({Label.DOCTOR})),))
    return lambda number: [example_of(marked, reader)] * (3 + number)


def opening_of_a_name(model, reader) -> float:
    pieces = reader.read("saw dr ode a")
    ids, shapes = (torch.from_numpy(rows).long()[None] for rows in (pieces.ids, pieces.shapes))
    with torch.no_grad():
        tags, _ = model.eval()(ids, shapes, torch.tensor([len(pieces)]))
    return float(tags[0, 2].softmax(-1)[begin(Kind.NAME)])


def test_training_learns_and_a_broken_run_ends_in_the_same_weights(tagger, reader, tmp_path):
    schedule = Schedule(rounds=12, encoder_rate=5e-3, head_rate=0.02, warm_up=2)
    whole, broken, rest = (copy.deepcopy(tagger) for _ in range(3))
    fit(whole, lessons(reader), reader, schedule, tmp_path / "whole")

    def stops(number):
        if number == 2:
            raise KeyboardInterrupt
        return lessons(reader)(number)

    with pytest.raises(KeyboardInterrupt):
        fit(broken, stops, reader, schedule, tmp_path / "broken")
    fit(rest, lessons(reader), reader, schedule, tmp_path / "broken")
    for name, weights in whole.state_dict().items():
        assert torch.equal(weights, rest.state_dict()[name])
    before, after = (opening_of_a_name(model, reader) for model in (tagger, whole))
    assert after > before
