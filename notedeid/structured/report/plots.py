"""The plots of the risk report, as inline SVG."""

from __future__ import annotations

import numpy as np

from notedeid.plots import ACCENT, FAINT, QUIET, WARN, canvas, rows_down, style, svg
from notedeid.structured.joint import Joint
from notedeid.structured.measures import Measures
from notedeid.structured.report.exposure import Exposure, sorted_chances
from notedeid.structured.risk import Estimate, OverallRisk, Uniqueness

__all__ = ["attackers", "attributes", "chances", "joined", "overall", "uniqueness"]


def chances(measured: Measures, threshold: float) -> str:
    """The chance of every person from the highest down, with the threshold."""
    found = sorted_chances(measured)
    share = 100 * np.arange(len(found) + 1) / len(found)
    with style():
        figure, axes = canvas(8.2, 2.8)
        axes.fill_between(share, [*found, found[-1]], step="post", color=ACCENT, alpha=0.25, lw=0)
        axes.step(share, [*found, found[-1]], where="post", color=ACCENT, lw=2)
        axes.axhline(threshold, color=WARN, lw=1.5, ls="--")
        axes.text(100, threshold, f"threshold {threshold:g}", color=WARN, ha="right", va="bottom", size=9)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, max(1.08 * float(found[0]), 1.3 * threshold))
        axes.grid(color=FAINT, lw=0.8)
        axes.set_axisbelow(True)
        axes.set_xlabel("people, the most exposed first, in %")
        axes.set_ylabel("chance to be found")
        return svg(figure, "chances")


def attackers(found: Exposure) -> str:
    """Highest and average chance of each attacker."""
    rows = [("prosecutor", found.prosecutor)]
    rows += [("journalist", found.journalist)] if found.journalist else []
    with style():
        figure, axes = canvas(8.2, 0.8 + 0.42 * len(rows))
        for place, (_, one) in enumerate(rows):
            axes.plot([one.average, one.highest], [place] * 2, color=FAINT, lw=5, solid_capstyle="round")
            axes.plot(
                one.average,
                place,
                "o",
                color=ACCENT,
                ms=8,
                clip_on=False,
                label="" if place else "average (marketer)",
            )
            axes.plot(
                one.highest, place, "o", color=WARN, ms=8, clip_on=False, label="" if place else "highest"
            )
            axes.text(1.02, place, f"{one.average:.3f} to {one.highest:.3f}", va="center", size=8.5)
        rows_down(axes, [name for name, _ in rows])
        axes.set_xlim(0, 1)
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.set_xlabel("chance to be found")
        return svg(figure, "attackers")


def attributes(found: Exposure) -> str:
    """By sensitive column, the share of the records whose class gives its value away."""
    names = list(found.homogeneous)
    with style():
        figure, axes = canvas(8.2, 0.8 + 0.5 * len(names))
        places = np.arange(len(names))
        told = (
            (-0.17, found.homogeneous, WARN, "all of the class share one value"),
            (0.17, found.skewed, QUIET, "a value is five times as frequent as in the table"),
        )
        for shift, held, colour, words in told:
            shares = [100 * held[name] for name in names]
            axes.barh(places + shift, shares, 0.32, color=colour, alpha=0.8, label=words)
            for place, value in zip(places + shift, shares, strict=True):
                axes.text(value + 0.5, place, f"{value:.1f} %", va="center", size=8.5)
        rows_down(axes, names)
        axes.set_xlim(0, 110)
        axes.set_xticks(range(0, 101, 20))
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.set_xlabel("records in such classes, in %")
        return svg(figure, "attributes")


def uniqueness(found: Uniqueness) -> str:
    """The estimates of population uniqueness with their intervals; the chosen one in blue."""
    rows = {"Pitman": found.pitman, "Zayatz": found.zayatz, "SNB": found.snb}
    known = {name: one for name, one in rows.items() if one is not None}
    with style():
        figure, axes = canvas(8.2, 0.6 + 0.4 * len(known))
        for place, one in enumerate(known.values()):
            colour = ACCENT if one == found.dankar else QUIET
            axes.plot([100 * one.low, 100 * one.high], [place] * 2, color=colour, lw=3, alpha=0.5)
            axes.plot(100 * one.value, place, "o", color=colour, ms=8, clip_on=False)
        rows_down(axes, [_named(name, one, found.dankar) for name, one in known.items()])
        axes.set_xlim(left=0, right=max(100 * max(one.high for one in known.values()) * 1.1, 1))
        axes.set_xlabel("people who are unique in the population, in %")
        return svg(figure, "uniqueness")


def _named(name: str, one: Estimate, chosen: Estimate) -> str:
    return f"{name} (chosen)" if one == chosen else name


def joined(found: Joint) -> str:
    """Rows with fewer than k candidates: by the table, with the notes read, and by single cues."""
    rows = [("the table alone", found.table_below, QUIET)]
    rows += [("with the notes, at least", found.share_below, WARN), ("at most", found.told_below, WARN)]
    rows += [(f"at most, by {name} alone", share, ACCENT) for name, share in found.by_cue.items() if share]
    with style():
        figure, axes = canvas(8.2, 0.6 + 0.34 * len(rows))
        shares = [100 * share for _, share, _ in rows]
        axes.barh(range(len(rows)), shares, 0.55, color=[colour for *_, colour in rows], alpha=0.8)
        for place, share in enumerate(shares):
            axes.text(share + 0.5, place, f"{share:.1f} %", va="center", size=8.5)
        rows_down(axes, [name for name, *_ in rows])
        axes.set_xlim(0, 110)
        axes.set_xticks(range(0, 101, 20))
        axes.set_xlabel(f"rows with fewer than {found.k} candidates, in %")
        return svg(figure, "joined")


def overall(found: OverallRisk) -> str:
    """Data risk, context risk and their product against the threshold."""
    rows = [("data", found.data, QUIET), ("context", found.context, QUIET)]
    rows += [("overall", found.overall, ACCENT if found.acceptable else WARN)]
    with style():
        figure, axes = canvas(8.2, 1.9)
        axes.barh(range(3), [value for _, value, _ in rows], 0.5, color=[colour for *_, colour in rows])
        for place, (_, value, _) in enumerate(rows):
            axes.text(value + 0.01, place, f"{value:.3f}", va="center", size=8.5)
        axes.axvline(found.threshold, color=WARN, lw=1.5, ls="--")
        rows_down(axes, [name for name, *_ in rows])
        axes.set_xlim(0, 1.08)
        axes.set_xlabel(f"probability; dashed: acceptable up to {found.threshold:g}")
        return svg(figure, "overall")
