"""The state machine finds every control function, however the stream is cut, and lets nothing through."""

import random
import re

import pytest
from control import Control, Piece, foreign

STREAM = (
    b"plain \xc3\xa9\xe4\xb8\x80 text\r\n\x1b[1;31mred\x1b[0m\x1b[?1049h\x1b[?2026$p\x1b[>25u"
    b"\x1b]0;title\x07\x1b]8;;https://example.org\x1b\\link\x1b]52;c;eA==\x9c"
    b"\x1bPtmux;\x1b\\\x1b_apc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\\x1b(B\x1b7\x9b31m\xc2\x9b31m\x07\x0e\x0f\x1b[31"
)
KINDS = re.findall(
    r"\w+",
    "text c0 c0 csi text csi csi csi csi osc osc text osc dcs apc pm sos esc esc c1 text c1 text c0 c0 c0 broken",
)


def test_kinds() -> None:
    pieces = Control().feed(STREAM, final=True)
    assert [piece.kind for piece in pieces] == KINDS
    assert "".join(piece.raw for piece in pieces).encode("utf-8", "surrogateescape") == STREAM


@pytest.mark.parametrize("seed", range(20))
def test_portions_do_not_matter(seed: int) -> None:
    draw = random.Random(seed)
    control, pieces, at = Control(), list[Piece](), 0
    while at < len(STREAM):
        size = draw.randint(1, 9)
        pieces += control.feed(STREAM[at : at + size])
        at += size
    pieces += control.feed(b"", final=True)
    merged: list[Piece] = []
    for piece in pieces:
        if piece.kind == "text" and merged and merged[-1].kind == "text":
            merged[-1] = Piece("text", merged[-1].raw + piece.raw)
        else:
            merged.append(piece)
    assert [piece.kind for piece in merged] == KINDS


@pytest.mark.parametrize(
    ("raw", "function", "parameters"),
    [("\x1b[?25;1049h", "?h", "25;1049"), ("\x1b[?2026$p", "?$p", "2026"), ("\x1b[38:5:1m", "m", "38:5:1")],
)
def test_parts_of_a_csi(raw: str, function: str, parameters: str) -> None:
    piece = Piece("csi", raw)
    assert (piece.function, piece.parameters) == (function, parameters)


@pytest.mark.parametrize(
    "good",
    [
        b"",
        "Größe 論文 \U0001f9d1\u200d\U0001f52c\r\n".encode(),
        b"\x1b[?1049h\x1b[?1000h\x1b[?25l\x1b[>25u\x1b[?2004h\x1b[?7l",
        b"\x1b[?2026h\x1b[3;1H\x1b[1;38;2;1;2;3;48;5;17mx\x1b[0m\x1b[?2026l",
        b"\x1b[?1002l\x1b[<u\x1b[?1049l",
    ],
)
def test_what_the_program_writes_is_not_foreign(good: bytes) -> None:
    assert not foreign(good)


@pytest.mark.parametrize(
    "bad",
    [
        b"\x1b]52;c;ZXZpbA==\x07",
        b"\x1b]52;c;ZXZpbA==\x1b\\",
        b"\x1b]0;title\x07",
        b"\x1b]unfinished",
        b"\x1bPq\x1b\\",
        b"\x1b_Gi=1\x1b\\",
        b"\x1b^x\x1b\\",
        b"\x1bXx\x1b\\",
        b"\x1b]0;a\x1b[31m",
        b"\x9d0;x\x9c",
        "\x9d0;x\x9c".encode(),
        b"\x9b31m",
        b"\xc2\x9b31m",
        b"\xc2\x85",
        b"\x85",
        b"\xff",
        b"\x07",
        b"\x08",
        b"\x09",
        b"\x0b",
        b"\x0e",
        b"\x00",
        b"\x7f",
        b"\x1bc",
        b"\x1b7",
        b"\x1b(0",
        b"\x1b#8",
        b"\x1b[6n",
        b"\x1b[2S",
        b"\x1b[?1002h",
        b"\x1b[?25;9h",
        b"\x1b[21t",
        b"\x1b[5 q",
        b"\x1b[!p",
        b"\x1b[",
        b"\x1b",
        b"\x1b[1\x1b[2J",
    ],
    ids=ascii,
)
def test_what_it_does_not_write_is_foreign(bad: bytes) -> None:
    assert foreign(b"before" + bad + b"after" if bad[-1:] not in b"[\x1bd" else b"before" + bad)
    for cut in range(1, len(bad)):
        control = Control()
        whole = [*control.feed(b"ab" + bad[:cut]), *control.feed(bad[cut:]), *control.feed(b"", final=True)]
        assert any(piece.kind != "text" for piece in whole)


def test_expected_strings_are_let_through_whole() -> None:
    assert not foreign(b"\x1b]2;paperreader\x07", strings=["\x1b]2;paperreader\x07"])
    assert foreign(b"\x1b]2;evil\x07", strings=["\x1b]2;paperreader\x07"])


def test_foreign_counts_and_escapes() -> None:
    found = foreign(b"a\x07b\x07\x1b]2;x\x07")
    assert found == {"'\\x07'": 2, "'\\x1b]2;x\\x07'": 1}
