"""The sequence of play of a title in sentences made from its policies."""

from __future__ import annotations

from dataclasses import dataclass

from open18xx.definition.title import Title
from open18xx.render.wording import allowance_text, counted, joined, step_name


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the sequence of play, with what happens in it."""

    title: str
    points: tuple[str, ...]


def stages(title: Title) -> tuple[Stage, ...]:
    """The sequence of play, from the first round to the end of the game."""
    made: list[Stage] = []
    if title.policies.auction.kind == "dealt" and title.companies.privates:
        dealt = "Each player is dealt one private company by chance and pays its cost to the bank."
        made.append(Stage("Private companies", (dealt,)))
    elif title.policies.auction.kind != "none" and title.companies.privates:
        made.append(Stage("Sale of the private companies", tuple(_auction(title))))
    made.append(Stage("Stock round", tuple(_stock(title))))
    made.append(Stage("Operating rounds", tuple(_operating(title))))
    made.append(Stage("Operating turn", tuple(_turn(title))))
    made.append(Stage("End of the game", tuple(_end(title))))
    return tuple(made)


def _auction(title: Title) -> list[str]:
    policy, money = title.policies.auction, title.currency.format
    points = [
        "In turn, each player buys the cheapest private company, bids on a dearer one, or passes.",
        f"A bid is at least {money(policy.minimum_raise)} above the printed cost or the highest bid"
        + (f", in steps of {money(policy.multiple_of)}." if policy.multiple_of > 1 else "."),
        "When a company with bids becomes the cheapest, its bidders bid it up among themselves.",
    ]
    if policy.nothing_sold == "price_drops":
        points.append(
            f"If all pass before the first sale, the cheapest costs {money(policy.price_drop)} less."
        )
    else:
        points.append(
            "If all pass before the first sale, the player with the priority marker must buy the cheapest "
            f"for {money(policy.forced_price)}."
        )
    if policy.passed_out == "operating_round":
        points.append("If all pass later, an operating round is played before the sale goes on.")
    else:
        points.append("If all pass later, the companies already sold pay their revenue and the sale goes on.")
    return points


def _stock(title: Title) -> list[str]:
    policy, limits = title.policies.stock, title.limits
    turn = {
        "sell_then_buy": "sells as much as wanted and then buys one certificate, or passes",
        "sell_buy_sell": "sells, buys one certificate and sells again, as wanted, or passes",
        "sell_buy_or_buy_sell": "sells as much as wanted before or after buying one certificate, or passes",
    }
    points = [
        f"In turn, each player {turn[policy.turn]}. The round ends when all pass one after the other.",
        f"A player owns at most {limits.holding_percent} % of a corporation; sales leave at most "
        f"{limits.pool_percent} % in the pool.",
    ]
    if policy.rebuy_after_sale == "forbidden_this_round":
        points.append("What a player has sold he cannot buy again in the same round.")
    if policy.sell_only_operated:
        points.append("Shares of a corporation can be sold once it has operated.")
    if policy.sell_from_round > 1:
        points.append(f"Nothing is sold before stock round {policy.sell_from_round}.")
    market = title.market
    if market.sale_rows:
        points.append(f"Each share sold lowers the price by {counted(market.sale_rows, 'row')}.")
    if market.sold_out is not None:
        points.append(f"At the end of the round, markers of sold-out corporations move {market.sold_out}.")
    priority = {
        "first_of_final_passes": "The first of those who passed at the end receives the priority marker.",
        "after_last_actor": "The player after the last one who acted receives the priority marker.",
        "passing_order": "Players act in the next stock round in the order in which they passed.",
    }
    points.append(priority[policy.priority])
    return points


def _operating(title: Title) -> list[str]:
    counts = {phase.id: phase.operating_rounds for phase in title.phases.values()}
    by_count: dict[int, list[str]] = {}
    for phase, count in counts.items():
        by_count.setdefault(count, []).append(phase)
    if len(by_count) == 1:
        rounds = f"{counted(next(iter(by_count)), 'operating round')} after each stock round."
    else:
        parts = [f"{count} in phase {joined(phases)}" for count, phases in by_count.items()]
        rounds = f"Operating rounds after a stock round: {', '.join(parts)}."
    order = {
        "price": "the higher price",
        "column": "the marker further right",
        "row": "the marker further up",
        "stack": "the marker on top",
    }
    keys = [order[key] for key in title.policies.operating.order]
    return [
        rounds,
        "First the private companies pay their revenue.",
        f"Then each corporation has one turn: first the one with {', then '.join(keys)}"
        + (" (looked at again after every turn)." if title.policies.operating.recomputed else "."),
    ]


def _turn(title: Title) -> list[str]:
    policies, money = title.policies, title.currency.format
    details: dict[str, str] = {}
    track = allowance_text(policies.track.normal)
    first = allowance_text(policies.track.first_turn)
    details["track"] = track + (f"; in the first turn {first}" if first != track else "")
    end = policies.track.ends_with
    if end is not None:
        trains = counted(end.number, f"train of type {end.train}", f"trains of type {end.train}")
        details["track"] += f"; nothing any more once {trains} have left the bank"
    tokens = policies.tokens
    if tokens.per_hex:
        details["token"] = f"{money(tokens.per_hex)} for each hex of the way"
    elif tokens.fixed:
        details["token"] = joined([money(amount) for amount in tokens.fixed], "then")
    choices = {"full": "pay them out", "half": "pay out half", "withhold": "keep them"}
    details["dividend"] = joined([choices[choice] for choice in policies.dividend.choices], "or")
    redemption = policies.redemption
    details["redemption"] = f"at most {counted(redemption.most, 'certificate')}"
    if redemption.most_in_first_round != redemption.most:
        details["redemption"] += f", {redemption.most_in_first_round} in the first operating round of a set"
    details["privates"] = "from players, also at any other moment of the turn"
    details["replace_tokens"] = "those of others that a tile took up in this turn"
    must = {
        "always": "a corporation must end its turn with a train",
        "with_route": "a corporation with a route must end its turn with a train",
        "never": "no corporation has to own a train",
    }
    details["trains"] = must[policies.trains.must_own]
    trading = [phase.trains_between_corporations for phase in title.phases.values()]
    if all(trading):
        details["trains"] += "; it may also buy from other corporations"
    points = []
    for step in policies.operating.turn:
        name = step_name(title, step)
        name = name[0].upper() + name[1:]
        points.append(f"{name}: {details[step]}." if details.get(step) else f"{name}.")
    return points


def _end(title: Title) -> list[str]:
    policy, money = title.policies.end, title.currency.format
    when = {
        "end_of_set": "the set of operating rounds is played to its end",
        "end_of_round": "the round is played to its end",
    }
    empty = "is empty" if policy.bank_breaks_at == "zero" else "cannot pay"
    points: list[str] = []
    if not title.bank_unlimited:
        points.append(f"When the bank ({money(title.bank_cash)}) {empty}, {when[policy.bank_broken]}.")
    if policy.price_reached is not None:
        ends = "at once" if policy.price_ends == "at_once" else "at the end of the round"
        points.append(f"When a price reaches {money(policy.price_reached)}, the game ends {ends}.")
    if policy.last_phase is not None:
        points.append(
            f"When phase {policy.last_phase} begins, the set of operating rounds after the next stock round "
            "is the last."
        )
    if policy.one_player_left:
        points.append("The game ends when only one player is left.")
    worth = "cash and shares" + (
        " and private companies at their printed cost" if policy.private_value == "face" else ""
    )
    points.append(f"Whoever has most in {worth} wins.")
    return points
