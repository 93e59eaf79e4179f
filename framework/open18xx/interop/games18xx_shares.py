"""Which share is which for 18xx.games: every certificate has a number there, and its place in a list.

The site keeps the shares of a holder in a list. A share that moves is taken out and put at the end, and
who hands shares over for the president's certificate gives the first ones of his list. Our own positions
number certificates too, but those of equal size are the same to us: here the site's lists are followed
through the changes that our actions make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from open18xx.actions.base import Action
from open18xx.actions.kinds import SellShares
from open18xx.engine.game import Turn
from open18xx.errors import GameFileError
from open18xx.rules.bundles import bundle
from open18xx.state.changes import Change, MoveCertificates, SetCertificates
from open18xx.state.game_state import IPO, POOL, GameState, is_player
from open18xx.state.view import View


@dataclass(frozen=True, slots=True)
class Named:
    """Certificates of a corporation as a move names them.

    Attributes:
        numbers: of the certificates.
        shares: shares that move, fewer than on the certificates where a part of the president's is sold.
    """

    corporation: str
    numbers: tuple[int, ...]
    shares: int


class ShareLists:
    """The site's list of certificates of every holder.

    Args:
        view: the position before the first change that is followed.
    """

    def __init__(self, view: View) -> None:
        self._sizes = {name: view.structure(name).certificates for name in view.state.certificates}
        self._owners: dict[str, list[str]] = {}
        self._lists: dict[str, dict[str, list[int]]] = {}
        for name, owners in view.state.certificates.items():
            self._reset(name, owners)

    def _reset(self, corporation: str, owners: Sequence[str]) -> None:
        self._owners[corporation] = list(owners)
        lists: dict[str, list[int]] = {}
        for number, owner in enumerate(owners[: len(self._sizes[corporation])]):
            lists.setdefault(owner, []).append(number)
        self._lists[corporation] = lists

    def held(self, corporation: str, owner: str) -> tuple[int, ...]:
        """Certificates of a holder, in the order of his list."""
        return tuple(self._lists[corporation].get(owner, ()))

    def size(self, corporation: str, numbers: Sequence[int]) -> int:
        """Shares on some certificates."""
        return sum(self._sizes[corporation][number] for number in numbers)

    def purchase(self, corporation: str, source: str, shares: int) -> Named:
        """Certificates that a purchase of so many shares names; the president's certificate last.

        Raises:
            GameFileError: the holder has no such certificates.
        """
        held = sorted(self.held(corporation, source), key=lambda number: number == 0)
        single = [number for number in held if self._sizes[corporation][number] == shares]
        numbers = single[:1] or self._make_up(corporation, held, shares)
        if not numbers:
            raise GameFileError(f"{source} has no {shares} shares of {corporation} to name")
        return Named(corporation, tuple(numbers), shares)

    def sale(self, corporation: str, seller: str, shares: int) -> Named:
        """Certificates that a sale names: others before the president's, of which a part may be sold.

        Raises:
            GameFileError: the holder has too few.
        """
        others = [number for number in self.held(corporation, seller) if number]
        numbers = self._make_up(corporation, others, shares)
        if numbers:
            return Named(corporation, tuple(numbers), shares)
        if 0 in self.held(corporation, seller) and self.size(corporation, (*others, 0)) >= shares:
            return Named(corporation, (*others, 0), shares)
        raise GameFileError(f"{seller} has no {shares} shares of {corporation} to name")

    def _make_up(self, corporation: str, numbers: Sequence[int], shares: int) -> list[int]:
        sizes = [self._sizes[corporation][number] for number in numbers]
        chosen = bundle(sizes, range(len(numbers)), shares)
        return [numbers[place] for place in chosen or ()]

    # -- following -----------------------------------------------------------------------------

    def follow(self, action: Action | None, turn: Turn, named: Named | None = None) -> None:
        """Follow the changes of an action.

        Args:
            named: certificates that the move has named, if it names any.

        Raises:
            GameFileError: the holdings do not come to those of the position.
        """
        changes = [
            change for change in turn.changes if isinstance(change, MoveCertificates | SetCertificates)
        ]
        if isinstance(action, SellShares) and named is not None:
            self._sold(action, named, turn.state)
            changes = [change for change in changes if change.corporation != action.corporation]
        elif named is not None:
            place = next(i for i, change in enumerate(changes) if change.corporation == named.corporation)
            first = changes.pop(place)
            assert isinstance(first, MoveCertificates)
            source = self._owners[first.corporation][first.indices[0]]
            self._move(first.corporation, named.numbers, source, first.owner)
            self._note(first)
        place = 0
        while place < len(changes):
            place += self._change(changes, place)
        self._compare(turn.state)

    def _change(self, changes: Sequence[Change], place: int) -> int:
        """Follow one change, or the two of an exchange of the president's certificate."""
        change = changes[place]
        if isinstance(change, SetCertificates):
            if len(change.owners) != len(self._sizes[change.corporation]):
                raise GameFileError(
                    f"the shares of {change.corporation} are divided anew, which cannot be told"
                )
            self._reset(change.corporation, change.owners)
            return 1
        assert isinstance(change, MoveCertificates)
        name, owner = change.corporation, change.owner
        old = self._owners[name][0]
        after = changes[place + 1] if place + 1 < len(changes) else None
        exchanged = (
            change.indices == (0,)
            and is_player(owner)
            and isinstance(after, MoveCertificates)
            and (after.corporation, after.owner) == (name, old)
        )
        if exchanged:
            self._exchange(name, old, owner)
            assert isinstance(after, MoveCertificates)
            self._note(change)
            self._note(after)
            return 2
        for index in change.indices:
            self._one(name, index, owner)
        self._note(change)
        return 1

    def _note(self, change: MoveCertificates) -> None:
        for index in change.indices:
            self._owners[change.corporation][index] = change.owner

    def _one(self, corporation: str, index: int, owner: str) -> None:
        """Move the certificate of an index, or one that is as good."""
        source = self._owners[corporation][index]
        held = self._lists[corporation].get(source, [])
        sizes = self._sizes[corporation]
        alike = [number for number in held if number and sizes[number] == sizes[index]]
        number = index if index in held else next(iter(alike), None)
        if number is None:
            raise GameFileError(f"a share of {corporation} that {source} parts with cannot be named")
        self._move(corporation, (number,), source, owner)

    def _move(self, corporation: str, numbers: Sequence[int], source: str, owner: str) -> None:
        lists = self._lists[corporation]
        for number in numbers:
            lists[source].remove(number)
            lists.setdefault(owner, []).append(number)

    def _exchange(self, corporation: str, old: str, new: str, *, keeper: str | None = None) -> None:
        """The president's certificate against the first shares of the new president's list."""
        wanted = self._sizes[corporation][0]
        given: list[int] = []
        for number in self.held(corporation, new):
            if self.size(corporation, given) < wanted:
                given.append(number)
        self._move(corporation, given, new, keeper or old)
        self._move(corporation, (0,), old, new)

    def _sold(self, action: SellShares, sale: Named, state: GameState) -> None:
        """A sale: all that is named goes to the pool, the presidency changes, too much comes back."""
        name, seller = action.corporation, action.actor
        self._move(name, sale.numbers, seller, POOL)
        president = state.certificates[name][0]
        holder = next(owner for owner, numbers in self._lists[name].items() if 0 in numbers)
        if is_player(president) and president != holder and holder in (seller, POOL):
            self._exchange(name, holder, president, keeper=holder)
        back = self.size(name, sale.numbers) - sale.shares
        while back > 0:
            first = next((n for n in self.held(name, POOL) if n and self._sizes[name][n] <= back), None)
            if first is None:
                break
            self._move(name, (first,), POOL, seller)
            back -= self._sizes[name][first]
        self._owners[name] = list(state.certificates[name])

    def _compare(self, state: GameState) -> None:
        for name, owners in state.certificates.items():
            ours: dict[str, int] = {}
            for number, owner in enumerate(owners[: len(self._sizes[name])]):
                ours[owner] = ours.get(owner, 0) + self._sizes[name][number]
            theirs = {o: self.size(name, numbers) for o, numbers in self._lists[name].items() if numbers}
            if ours != theirs:
                raise GameFileError(f"the shares of {name} are held in a way that cannot be told")


def source_holder(source: str, corporation: str) -> str:
    """Who holds what a purchase takes from ``ipo``, ``pool`` or ``treasury``."""
    return {"ipo": IPO, "pool": POOL}.get(source, corporation)
