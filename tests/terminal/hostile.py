"""A library written by an enemy: every field of every paper carries control for terminals or markup for widgets.

Every CSI among the escapes has the parameter 4242, which no honest sequence has: found as a parameter in a byte stream
it came from here.
"""

import json
from pathlib import Path

CANARY = "4242"

ESCAPES = {
    "icon and title": "\x1b]0;owned\x07",
    "title": "\x1b]2;owned\x1b\\",
    "palette": "\x1b]4;1;rgb:ff/00/00\x07",
    "palette question": "\x1b]4;1;?\x07",
    "folder": "\x1b]7;file:///etc\x07",
    "link": "\x1b]8;;https://evil.example\x1b\\go\x1b]8;;\x1b\\",
    "notification": "\x1b]9;owned\x07",
    "colour question": "\x1b]11;?\x07",
    "font": "\x1b]50;evil\x07",
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "clipboard question": "\x1b]52;c;?\x1b\\",
    "prompt mark": "\x1b]133;C\x07",
    "urxvt": "\x1b]777;notify;owned;owned\x07",
    "iterm": "\x1b]1337;File=inline=1:ZXZpbA==\x07",
    "unfinished osc": "\x1b]52;c;ZXZpbA",
    "sixel": "\x1bPq#0;2;0;0;0~~\x1b\\",
    "setting question": "\x1bP$qm\x1b\\",
    "capability question": "\x1bP+q544e\x1b\\",
    "tmux passthrough": "\x1bPtmux;\x1b\x1b]52;c;ZXZpbA==\x07\x1b\\",
    "kitty image": "\x1b_Ga=T,f=24;AAAA\x1b\\",
    "privacy message": "\x1b^owned\x1b\\",
    "start of string": "\x1bXowned\x1b\\",
    "style": f"\x1b[{CANARY}m",
    "clear": f"\x1b[{CANARY}J",
    "move": f"\x1b[{CANARY};{CANARY}H",
    "main screen": f"\x1b[?{CANARY};1049l",
    "mouse": f"\x1b[?{CANARY}h",
    "title question": f"\x1b[21;{CANARY}t",
    "cursor question": f"\x1b[{CANARY}n",
    "keyboard": f"\x1b[>{CANARY}u",
    "interrupted csi": f"\x1b[31\x1b[{CANARY}m",
    "soft reset": f"\x1b[{CANARY}!p",
    "full reset": "\x1bc",
    "save cursor": "\x1b7",
    "alignment": "\x1b#8",
    "charset": "\x1b(0",
    "double escape": "\x1b\x1b]52;c;ZXZpbA==\x07",
    "lone escape": "\x1b",
    "c1 csi": f"\x9b{CANARY}m",
    "c1 osc": "\x9d52;c;ZXZpbA==\x9c",
    "c1 dcs": "\x90q\x9c",
    "c1 apc": "\x9fG\x9c",
    "c1 newline": "\x85",
    "bell": "\x07",
    "backspaces": "\x08\x08\x08owned",
    "shift out": "\x0eowned\x0f",
    "vertical": "\x0b\x0c",
    "nul": "\x00",
    "delete": "\x7f",
    "carriage return": "\rowned",
    "line separators": "\u2028\u2029",
    "bidi": "\u202eowned\u202c\u2066x\u2069",
    "zero width": "\u200b\u2060\ufeff\u00ad",
    "combining": "e" + "\u0301" * 40,
    "tag characters": "\U000e0041\U000e0042",
}

MARKUP = {
    "click": "[@click=app.quit]click[/]",
    "click bell": "[@click='app.bell']click[/]",
    "style": "[bold red on white]style[/bold red on white]",
    "closing": "[/INST]",
    "closing nothing": "A[/] B",
    "chemistry": "[18F]FDG",
    "revisiting": "[Re]visiting GANs",
    "separator": "[SEP] [CLS] [MASK]",
    "index": "f[i]=g[j]",
    "escaped": "\\[bold] \\\\[red]",
    "link": "[link=https://evil.example]x[/link]",
    "open": "[",
    "variable": "[$primary]x",
    "emoji": ":smile: :warning:",
    "markdown": "[x](https://evil.example) ![i](https://evil.example/i.png) `c`",
}

PAYLOADS = {**ESCAPES, **{f"markup {name}": text for name, text in MARKUP.items()}}


def title(number: int) -> str:
    """How the title of the paper with the payload of this number begins."""
    return f"Leak{number:02}"


def paper(number: int, payload: str) -> dict[str, object]:
    """One paper with the payload in every field, at the start, in the middle and at the end."""
    slug = "".join(f"%{byte:02x}" for byte in payload.encode("utf-8", "surrogateescape"))
    return {
        "title": f"{title(number)} {payload}middle{payload}",
        "authors": [f"Ada{payload} Lovelace{number}", f"{payload}Grace Hopper", f"Alan Turing{payload}"],
        "abstract": f"{payload}We show {payload} abstract{number:02} shows, $x^{{{payload}}}$ and *{payload}*. {payload}",
        "venue": f"Venue{payload}",
        "volume": f"24{payload}",
        "pages": f"1{payload}-40",
        "publisher": f"Press{payload}",
        "year": 2026,
        "decision": f"poster{payload}",
        "area": f"area{payload}",
        "keywords": [f"key{payload}word", payload, f"{payload}end"],
        "tldr": f"short{payload}ly",
        "former_title": f"Former{payload}",
        "openreview": f"hostile{number:03}",
        "doi": f"10.1000/{payload}x",
        "arxiv": f"2601.0{number:04}",
        "pdf": f"https://evil.example/{payload}.pdf",
        "code": f"https://evil.example/code{slug}",
        "links": [f"https://evil.example/{payload}", f"javascript:{payload}", f"-{payload}"],
        "url": f"https://evil.example/web{payload}",
        payload: payload,
    }


def write(path: Path) -> None:
    """Write the papers as JSON Lines; one line between them is broken, and carries payloads too."""
    lines = [json.dumps(paper(number, text)) for number, text in enumerate(PAYLOADS.values())]
    broken = '{"title": "broken ' + json.dumps("".join(ESCAPES.values()) + "\udc9b")[1:-1]
    path.write_text("\n".join([*lines[:5], broken, *lines[5:]]) + "\n")
