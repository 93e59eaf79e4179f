"""Who operates next."""

from __future__ import annotations

from open18xx.state.view import View


def may_operate(view: View, corporation: str) -> bool:
    """Whether a corporation takes turns in the present operating round at all."""
    record = view.record(corporation)
    if not record.floated or record.closed or view.president(corporation) is None:
        return False
    if corporation in view.state.round.waiting:
        return False
    return not view.hooks.forbid("forbid_operating", view=view, corporation=corporation)


def yet_to_operate(view: View) -> tuple[str, ...]:
    """Corporations still to operate in this round, in the order as it stands now: price, then
    place on the chart, then place in the stack.
    """
    done = view.state.round.operated
    waiting = [c for c in view.state.market if c not in done and may_operate(view, c)]
    return tuple(sorted(waiting, key=view.operating_rank))


def operating_order(view: View) -> tuple[str, ...]:
    """All corporations with a price that have not closed, in operating order."""
    present = [c for c in view.state.market if not view.record(c).closed]
    return tuple(sorted(present, key=view.operating_rank))
