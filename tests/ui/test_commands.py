"""Every command of the table does what it says, through its own keys: moving, marking, panes, reading."""

from __future__ import annotations

import pytest

from paperreader.commands import COMMANDS, PRESETS, Keymap, check_keys, drawn_key
from paperreader.config import Settings
from paperreader.session.pace import IDLE, Pace
from paperreader.ui.actions import ACTIONS


def test_every_command_is_carried_out_in_one_place() -> None:
    for command in COMMANDS:
        assert (command.run is not None) != (command.id in ACTIONS), command.id
    assert set(ACTIONS) <= {command.id for command in COMMANDS}


def test_ids_are_unique_and_the_default_keys_do_not_clash() -> None:
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)
    good, problems = check_keys({command.id: command.keys for command in COMMANDS})
    assert problems == []
    assert len(good) == len(COMMANDS)


def test_keys_that_no_terminal_tells_apart_are_not_bound() -> None:
    never = {"ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+s", "ctrl+q", "ctrl+a", "ctrl+b"}
    for command in COMMANDS:
        for sequence in command.keys:
            assert not never & set(sequence.split(" ")), command.id


def test_wrong_keys_are_told_with_the_nearest_name() -> None:
    good, problems = check_keys({"strar": ("s",), "star": ("r",), "down": ("j", "g"), "help": ("f1",)})
    assert good == {"help": ("f1",)}
    assert problems == [
        ("strar", 'no command is called "strar"; did you mean "star"?'),
        ("star", "'r' for 'star' is already the key of 'read'"),
        ("down", "'g' for 'down' is already the key of 'top'"),
    ]


def test_keys_are_drawn_as_people_write_them() -> None:
    assert [drawn_key(key) for key in ("g g", "ctrl+d", "space", "shift+tab", "] u")] == [
        "gg", "^D", "Space", "⇧Tab", "]u",
    ]  # fmt: skip


async def test_moving_in_the_list(start) -> None:
    async with start() as reader:
        session, rows = reader.session, reader.main.list.rows
        for keys, cursor in (
            (["j"], 1), (["down"], 2), (["k"], 1), (["up"], 0), (["k"], 0), (["G"], 37), (["g", "g"], 0), (["end"], 37),
            (["home"], 0), (["ctrl+d"], rows // 2), (["ctrl+u"], 0), (["pagedown"], rows), (["pageup"], 0),
        ):  # fmt: skip
            await reader.press(*keys)
            assert session.cursor == cursor, keys


async def test_seeking(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("a", "a", "g", "g", "n")
        assert session.cursor == 2
        await reader.press("[", "s")
        assert session.cursor == 1
        await reader.press("(", "s")
        assert session.cursor == 0
        await reader.press("]", "s")
        assert session.cursor == 1
        await reader.press("G", "N")
        assert session.cursor == 36
        await reader.press("g", "g", "r", "]", "u")
        assert session.cursor == 1
        await reader.press("j", "[", "u")
        assert session.cursor == 1


async def test_deciding(start) -> None:
    async with start() as reader:
        session = reader.session
        first = list(session.order[:4])
        await reader.press("a", "w", "d")
        marks = [session.marks.of(number) for number in first]
        assert marks[0].starred
        assert marks[1].later is not None
        assert marks[2].dismissed
        assert session.cursor == 3
        assert "undo" in reader.hint
        await reader.press("g", "g", "x")
        assert session.marks.of(first[0]).undecided
        await reader.press("u", "u")
        assert session.marks.of(first[0]).starred
        assert session.marks.of(first[2]).undecided
        await reader.press("ctrl+r")
        assert session.marks.of(first[2]).dismissed


async def test_a_key_that_means_nothing_says_so(start) -> None:
    async with start() as reader:
        await reader.press("D")
        assert "D is not a command in the list; ? lists the keys" in reader.hint
        await reader.press("g", "x")
        assert "gx is not a command in the list" in reader.hint
        await reader.press("j", "g", "escape")
        assert "not a command" not in reader.hint
        await reader.press("l", "v")
        assert "v is not a command in the reader" in reader.hint
        assert reader.session.library.commands(1)[0].words.startswith("read")


async def test_progress_stays_in_sight_while_one_decides(start) -> None:
    for width, said in (
        (140, "3 decided of 38 · 8.3 a minute · 4 min left"),
        (80, "3 decided of 38"),
        (40, "3 of 38"),
    ):
        async with start(width, 24) as reader:
            now = [0.0]
            reader.session.pace = Pace(lambda now=now: now[0])
            await reader.press("0", "g", "g", "x", "x", "x", "g", "g")
            for decision in ("a", "d", "w"):
                assert "left" not in reader.hint
                now[0] += 12.0
                await reader.press(decision)
            assert reader.hint.startswith(said)
            assert "put off TusoAI" in reader.hint
            assert reader.hint.endswith("u undo")
            await reader.press("j")
            assert reader.hint.endswith("q quit")
            assert ("min left" in reader.hint) == (width > 40)
            now[0] += IDLE
            reader.app._tick()
            await reader.pilot.pause()
            assert "left" not in reader.hint, "nobody is deciding any more"


async def test_star_read_and_rate_in_place(start) -> None:
    async with start() as reader:
        session = reader.session
        number = session.number()
        await reader.press("s", "r", "R", "4")
        marks = session.marks.of(number)
        assert (marks.starred, marks.read, marks.rating, session.cursor) == (True, True, 4, 0)
        assert "★" in reader.text
        assert "starred · read · rated 4" in reader.text
        await reader.press("R", "0", "s", "r")
        assert session.marks.of(number).rating == 0
        assert session.marks.of(number).flags == 0


async def test_tags_and_notes_are_asked_for_and_shown(start) -> None:
    async with start(140, 40) as reader:
        await reader.press("t")
        await reader.type("+rl to-cite")
        await reader.press("enter")
        await reader.press("e")
        await reader.type("compare before Thursday")
        await reader.press("enter")
        marks = reader.session.marks.of(reader.session.number())
        assert marks.tags == ("rl", "to-cite")
        assert marks.note == "compare before Thursday"
        assert "#rl" in reader.lines[3] or "#rl" in reader.lines[2]
        assert "note compare" in reader.lines[2]
        # The cursor's sidebar lists the tag, and opening it shows the paper.
        await reader.press("e", "escape")
        assert reader.session.marks.of(reader.session.number()).note == "compare before Thursday"


async def test_selecting(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("v", "j", "V")
        assert len(session.selection) == 3
        assert "3 selected" in reader.lines[0]
        assert "✓" in reader.text
        await reader.press("s")
        assert session.marks.count("Starred") == 3
        await reader.press("escape")
        assert not session.selection
        await reader.press("*")
        assert len(session.selection) == 38
        await reader.press("escape", "u")
        assert session.marks.count("Starred") == 0


async def test_panes(start) -> None:
    async with start() as reader:
        main = reader.main
        for keys, pane in (
            (["l"], "reader"), (["h"], "list"), (["enter"], "reader"), (["escape"], "list"), (["right"], "reader"),
            (["left"], "list"), (["tab"], "reader"), (["tab"], "sidebar"), (["tab"], "list"),
            (["shift+tab"], "sidebar"), (["shift+tab"], "reader"),
        ):  # fmt: skip
            await reader.press(*keys)
            assert main.pane == pane, keys


async def test_opening_a_paper_marks_it_read_and_passing_over_does_not(start) -> None:
    async with start() as reader:
        await reader.press("j", "j", "k")
        assert reader.session.marks.count("Unread") == 38
        await reader.press("enter")
        assert reader.session.marks.count("Unread") == 37
    async with start(settings=Settings(read_policy="off")) as reader:
        await reader.press("j", "enter")
        assert reader.session.marks.count("Unread") == 37


async def test_the_policy_of_stillness(start) -> None:
    async with start(settings=Settings(read_policy="after", read_seconds=0.05)) as reader:
        await reader.until(lambda: reader.session.marks.count("Unread") == 37)


async def test_the_reader_scrolls_and_reads_on(start) -> None:
    async with start(100, 24) as reader:
        pane = reader.main.reader
        await reader.press("J", "J")
        assert pane.top == 2
        assert reader.main.pane == "list"
        await reader.press("K")
        assert pane.top == 1
        await reader.press("l", "j", "j")
        assert pane.top == 3
        await reader.press("G")
        assert pane.at_end
        await reader.press("g", "g", "h")
        assert pane.top == 0
        presses = 0
        while reader.session.cursor == 0:
            await reader.press("space")
            presses += 1
            assert presses < 20
        assert presses > 1
        assert pane.top == 0
        assert reader.session.marks.count("Unread") == 37


async def test_arrangement(start) -> None:
    async with start() as reader:
        main = reader.main
        await reader.press("B")
        assert "Bookmarks" not in reader.text
        await reader.press("B")
        assert "Bookmarks" in reader.text
        width = main.reader.size.width
        await reader.press(">")
        assert main.reader.size.width == width + 4
        await reader.press("<", "<")
        assert main.reader.size.width == width - 4
        await reader.press("Z")
        assert main.reader.size.width == 120
        await reader.press("q")
        assert main.reader.size.width < 120
        assert reader.app.is_running


async def test_the_source_of_the_abstract(start) -> None:
    async with start() as reader:
        await reader.press("\\")
        assert "source" in reader.text
        assert reader.main.reader.source
        await reader.press("\\")
        assert not reader.main.reader.source


async def test_a_sequence_shows_what_may_follow(start) -> None:
    async with start() as reader:
        await reader.press("g")
        await reader.until(lambda: "save the query" in reader.hint, reader.hint)
        await reader.press("!")
        assert "not a command" in reader.hint


async def test_quitting_leaves_by_steps(start) -> None:
    async with start(40, 12) as reader:
        await reader.press("l")
        assert reader.main.pane == "reader"
        await reader.press("q")
        assert reader.main.pane == "list"
        await reader.press("q")
        assert reader.app.return_code == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_name_known_commands_and_do_not_clash(preset: str) -> None:
    keymap = Keymap(preset=preset)
    everything = {command.id: keymap.keys(command) for command in COMMANDS}
    good, problems = check_keys(everything)
    assert problems == []
    assert set(PRESETS[preset]) <= set(good)


async def test_a_preset_takes_other_keys(start) -> None:
    async with start(settings=Settings(preset="newsboat", keys={"star": ("*",), "select-all": ()})) as reader:
        await reader.press("N", "n")
        assert reader.session.marks.count("Unread") == 37
        assert reader.session.cursor == 1
        await reader.press("enter", "q")
        assert reader.main.pane == "list"
        await reader.press("*")
        assert reader.session.marks.count("Starred") == 1
        await reader.press("Q")
        assert reader.app.return_code == 0


async def test_keys_can_be_changed(start) -> None:
    async with start(settings=Settings(keys={"star": ("*",), "select-all": (), "nonsense": ("f2",)})) as reader:
        assert 'no command is called "nonsense"' in reader.hint
        await reader.press("*")
        assert reader.session.marks.count("Starred") == 1
        await reader.press("s")
        assert reader.session.marks.count("Starred") == 1


async def test_the_place_in_a_text_is_kept(start) -> None:
    async with start(100, 24) as reader:
        pane = reader.main.reader
        await reader.press("J", "J", "J")
        await reader.press("j")
        assert pane.top == 0
        await reader.press("k")
        assert pane.top == 3
        await reader.press("J")
    async with start(100, 24, restore=True) as reader:
        assert reader.main.reader.top == 4
        await reader.press("l", "G", "h", "j", "k")
        # Read to its end: the next time it begins at its beginning.
        assert reader.main.reader.top == 0


async def test_the_welcome_goes_with_the_first_key_and_never_comes_back(start) -> None:
    async with start() as reader:
        assert "Welcome." in reader.text
        await reader.press("j")
        assert "Welcome." not in reader.text
    async with start(restore=True) as reader:
        assert "Welcome." not in reader.text


async def test_a_selection_decided_at_once_has_no_pace(start) -> None:
    async with start(140, 40) as reader:
        await reader.press("v", "v", "v", "v", "w", "escape", "j")
        assert "a second" not in reader.hint


async def test_tags_are_completed(start) -> None:
    async with start() as reader:
        await reader.press("t")
        await reader.type("reinforcement")
        await reader.press("enter", "j", "t")
        await reader.type("+x +rei")
        await reader.press("tab", "enter")
        assert reader.session.marks.tags(reader.session.number()) == ("reinforcement", "x")


async def test_space_on_a_small_screen_shows_the_paper_before_it_can_be_read(start) -> None:
    async with start(40, 12) as reader:
        await reader.press("j")
        await reader.press("space")
        assert reader.main.pane == "reader"
        assert reader.session.cursor == 1


async def test_what_was_done_is_seen_although_the_query_is_broken(start) -> None:
    async with start(140) as reader:
        await reader.press("/")
        await reader.type("/year:abc (")
        wrong = reader.hint
        assert str(reader.session.query_error) in wrong
        await reader.press("enter")
        assert reader.hint == wrong
        await reader.press("a")
        assert "kept " in reader.hint
        assert "undo" in reader.hint
        await reader.press("j")
        assert reader.hint == wrong
