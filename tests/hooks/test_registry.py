"""How hook modules are checked and called."""

from __future__ import annotations

import pytest
from open18xx.errors import EngineFault, Refusal
from open18xx.hooks.registry import HookError, Registry

from tests.hooks.probe import module, with_hooks


def test_an_unknown_hook_is_refused_with_its_name() -> None:
    def on_train_bougth(tx: object) -> None: ...

    with pytest.raises(HookError, match="on_train_bougth"):
        Registry([("probe", module(on_train_bougth))])


def test_an_unknown_parameter_is_refused_with_module_and_hook() -> None:
    def on_train_bought(tx: object, trian: str) -> None: ...

    with pytest.raises(HookError, match=r"(?s)probe.*on_train_bought.*trian"):
        Registry([("probe", module(on_train_bought))])


def test_any_subset_of_the_parameters_will_do() -> None:
    seen: list[object] = []

    def on_turn_started(corporation: str) -> None:
        seen.append(corporation)

    def on_turn_ended() -> None:
        seen.append("end")

    registry = Registry([("probe", module(on_turn_started, on_turn_ended))])
    registry.notify("on_turn_started", tx=None, corporation="GC")
    registry.notify("on_turn_ended", tx=None, corporation="GC")
    assert seen == ["GC", "end"]
    assert registry.implementations("on_turn_started") == ("probe",)
    assert registry.implementations("on_tile_laid") == ()


def test_modules_are_asked_in_the_order_given_and_values_are_chained() -> None:
    def modify_train_limit(value: int) -> int:
        return value + 1

    first = module(modify_train_limit)

    def doubled(value: int) -> int:
        return value * 2

    doubled.__name__ = "modify_train_limit"
    second = module(doubled, name="other")
    assert Registry([("a", first), ("b", second)]).modify("modify_train_limit", 3) == 8
    assert Registry([("b", second), ("a", first)]).modify("modify_train_limit", 3) == 7
    assert Registry().modify("modify_train_limit", 3) == 3


@pytest.mark.parametrize("answer", [None, "4", 4.0])
def test_a_modification_must_return_a_value_of_its_type(answer: object) -> None:
    def modify_train_limit(value: int) -> object:
        return answer

    registry = Registry([("probe", module(modify_train_limit))])
    with pytest.raises(EngineFault, match="modify_train_limit of probe"):
        registry.modify("modify_train_limit", 3)


def test_all_refusals_and_all_offers_are_collected() -> None:
    def forbid_token() -> Refusal:
        return Refusal("a.one", "one")

    def offer_faults() -> tuple[str, ...]:
        return ("one", "two")

    def nothing() -> None:
        return None

    nothing.__name__ = "forbid_token"
    registry = Registry(
        [
            ("a", module(forbid_token, offer_faults)),
            ("b", module(nothing)),
            ("c", module(forbid_token, offer_faults)),
        ]
    )
    assert [refusal.code for refusal in registry.forbid("forbid_token")] == ["a.one", "a.one"]
    assert registry.offer("offer_faults") == ("one", "two", "one", "two")
    assert Registry().forbid("forbid_token") == Registry().offer("offer_faults") == ()


def test_steps_actions_events_and_report_lines_of_modules() -> None:
    one = module(STEPS=("s1",), ACTIONS=("a1",), EVENTS=("e1",), REPORTS={"x": "one", "y": "one"})
    two = module(name="two", STEPS=("s2",), EVENTS=("e2",), REPORTS={"x": "two"})
    registry = Registry([("one", one), ("two", two)])
    assert registry.steps() == ("s1", "s2")
    assert registry.actions() == ("a1",)
    assert registry.events() == ("e1", "e2")
    assert registry.reports() == {"x": "two", "y": "one"}, "the later module has the last word"


def test_only_news_can_change_anything() -> None:
    """A view has no commands: what a refusing hook tries to do to the state is an error."""

    def forbid_token(view: object) -> None:
        view.state.cash["bank"] = 0  # type: ignore[attr-defined]

    context = with_hooks(forbid_token)
    with pytest.raises(AttributeError):
        context.hooks.forbid("forbid_token", view=object(), corporation="GC", hex="L14", city=0)
