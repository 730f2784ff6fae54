"""What a terminal shows: control functions in, screens and modes out."""

from collections.abc import Iterable

import pyte
from control import Piece

#: Private modes of a terminal as a shell expects it: lines wrap, the cursor shows.
SANE = frozenset({"7", "25"})


class Display:
    """A main and an alternate screen, the private modes, and the height of the kitty keyboard stack."""

    def __init__(self, columns: int, rows: int) -> None:
        self.main = Screen(columns, rows)
        self.alternate = Screen(columns, rows)
        self.modes = set(SANE)
        """The private modes in force."""
        self.keyboard = 0
        """How many entries the program has on the kitty keyboard stack."""
        self.frames = 0
        """How many synchronised frames were finished."""

    @property
    def screen(self) -> "Screen":
        """The screen that shows."""
        return self.alternate if "1049" in self.modes else self.main

    @property
    def unfinished(self) -> bool:
        """Inside a synchronised frame: a terminal does not show it yet."""
        return "2026" in self.modes

    def resize(self, columns: int, rows: int) -> None:
        """Give both screens another size."""
        self.main.resize(rows, columns)
        self.alternate.resize(rows, columns)

    def take(self, pieces: Iterable[Piece]) -> str:
        """Obey pieces in their order and return what the terminal answers to the questions among them."""
        replies = []
        for piece in pieces:
            if piece.kind == "text":
                self.screen.draw(piece.raw)
            elif piece.kind in ("c0", "esc"):
                self.screen.obey(piece.kind, piece.raw)
            elif piece.kind != "csi":
                continue
            elif (function := piece.function) in ("?h", "?l"):
                self._mode(piece)
            elif function in (">u", "<u"):
                self.keyboard += 1 if function == ">u" else -1
            elif answer := reply(piece):
                replies.append(answer)
            elif len(function) == 1 and ":" not in piece.raw:
                self.screen.obey(function, piece.parameters)
        return "".join(replies)

    def _mode(self, piece: Piece) -> None:
        for mode in piece.parameters.split(";"):
            if piece.function == "?h":
                if mode == "1049" and "1049" not in self.modes:
                    self.alternate.reset()
                self.modes.add(mode)
            else:
                self.frames += mode == "2026" and mode in self.modes
                self.modes.discard(mode)
            if mode in SANE:
                change = self.screen.set_mode if piece.function == "?h" else self.screen.reset_mode
                change(int(mode), private=True)


def reply(piece: Piece) -> str:
    """What an xterm with synchronised output, without in-band resize and kitty keyboard, answers to a question."""
    match piece.function:
        case "c":
            return "\x1b[?62;22c"
        case ">c":
            return "\x1b[>41;388;0c"
        case "n" if piece.parameters == "6":
            return "\x1b[1;1R"
        case "?$p":
            return f"\x1b[?{piece.parameters};{2 if piece.parameters == '2026' else 0}$y"
    return ""


#: Which method of a pyte screen carries out a control character, an escape or a CSI.
_METHODS = {
    "c0": pyte.Stream.basic,
    "esc": {f"\x1b{final}": method for final, method in pyte.Stream.escape.items()},
    "csi": pyte.Stream.csi,
}


class Screen(pyte.Screen):
    """A pyte screen that is told what to do piece by piece and answers nothing itself.

    pyte has a parser of its own, but the stream has been cut already, and strictly.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self._texts: list[str] = []
        self._stale: set[int] = set()
        super().__init__(columns, rows)

    def obey(self, kind: str, raw: str) -> None:
        """Carry out `c0`, `esc`, or the CSI whose final character is `kind`, with `raw` as its parameters."""
        if kind in ("c0", "esc"):
            method = _METHODS[kind].get(raw)
            # SO and SI shift between sets of characters, which UTF-8 does not have.
            if method and raw not in "\x0e\x0f":
                getattr(self, method)()
        elif method := _METHODS["csi"].get(kind):
            getattr(self, method)(*(min(int(part or 0), 9999) for part in raw.split(";") if raw))

    def changed_rows(self) -> set[int]:
        """The rows that were drawn on since the last call."""
        changed = set(self.dirty)
        self.dirty.clear()
        self._stale |= changed
        return changed

    def texts(self) -> list[str]:
        """The rows as text, as wide as the screen; only those that changed are put together again."""
        self.changed_rows()
        stale = self._stale if len(self._texts) == self.lines else range(self.lines)
        self._texts = (self._texts + [""] * self.lines)[: self.lines]
        for row in stale:
            if row < self.lines:
                line = self.buffer[row]
                self._texts[row] = "".join([line[column].data for column in range(self.columns)])
        self._stale.clear()
        return self._texts

    def report_device_status(self, mode: int, **_: object) -> None:
        """Answered by the display."""

    def report_device_attributes(self, mode: int = 0, **_: object) -> None:
        """Answered by the display."""
