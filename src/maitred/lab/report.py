"""`maitred lab report`: who wins, how it goes, how much skill there is, and what each kind of action is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.options import FirstSeat
from maitred.kernel.words import counted, listed
from maitred.lab.numbers import Findings, Part, Row, Section, between, percent, points, row, settled
from maitred.lab.playing import Played, Setting, Watched, play, set_up
from maitred.lab.statistics import holm, p_value
from maitred.lab.work import CHUNK_DEALS, Limit, Rounds, Task, play_rounds

SCOUTED_DEALS: Final = 8
"""Games that are played beforehand to see what there is to do; they count for nothing."""
SEATED_DEALS: Final = CHUNK_DEALS // 8
"""Deals in a round of what is played once from every seat."""
SIGNIFICANT: Final = 0.05
BEHIND: Final = 0.5
"""Somebody has come from behind whose chance to win, halfway, was below this part of a fair share."""
WEAKER: Final = {"easy": "random", "medium": "easy", "hard": "medium"}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Asked(NamedTuple):
    """What a report is wanted of."""

    game: Game
    players: Sequence[int]
    options: Mapping[str, object]
    cards: Any
    bots: str
    seed: int


# What is played


class Plan(NamedTuple):
    """The tasks of a report, and what each is for."""

    asked: Asked
    focus: int
    """The number of players at which skill and single actions are looked at."""
    main: list[Setting]
    verbs: list[str]
    tasks: list[Task]


def set_plan(asked: Asked) -> Plan:
    """What has to be played, or a refusal."""
    if asked.bots not in WEAKER:
        raise BadSetup(f"A report is played by bots of one level: {', '.join(WEAKER)}, not {asked.bots!r}.")
    main = [
        set_up(asked.game, players, asked.options, asked.cards, (asked.bots,), asked.seed) for players in asked.players
    ]
    focus = min(range(len(main)), key=lambda at: (abs(main[at].players - 3), -main[at].players))
    base = main[focus]
    verbs = scouted(base) if asked.bots != "hard" else []
    tasks = [Task("main", setting, CHUNK_DEALS, True) for setting in main]
    for seat in range(base.players):
        levels = tuple(asked.bots if at == seat else WEAKER[asked.bots] for at in range(base.players))
        tasks.append(Task("skill", base._replace(levels=levels), SEATED_DEALS, False))
    for verb in verbs:
        for seat in range(base.players):
            never = tuple((verb,) if at == seat else () for at in range(base.players))
            tasks.append(Task(verb, base._replace(never=never), SEATED_DEALS, False))
    return Plan(asked, base.players, main, verbs, tasks)


def scouted(setting: Setting) -> list[str]:
    """The verbs that bots use where they could have done something else."""
    verbs: dict[str, None] = {}
    for deal in range(SCOUTED_DEALS):
        seen = play(setting, 2**31 + deal, True).watched
        assert seen is not None
        verbs |= dict.fromkeys(seen.chosen)
    return sorted(verbs)


def play_report(plan: Plan, limit: Limit, jobs: int, told: Callable[[int, Rounds], bool]) -> tuple[int, Rounds]:
    """Play what a report needs."""
    return play_rounds(plan.tasks, limit, jobs, told)


# What came of it


def place(game: Game, seat: int) -> str:
    """A seat by when it goes (`Going first`) or, where nobody goes first, by its number."""
    ordered = any([isinstance(option, FirstSeat) for option in game.options])
    return f"Going {ORDINALS[seat]}" if ordered else f"Seat {seat + 1}"


def tables_of(players: int) -> str:
    """`two-player games`."""
    return f"{NUMBERS[players]}-player games"


def report(plan: Plan, rounds: int, rows: Rounds) -> Findings:
    """The report of what was played."""
    asked = plan.asked
    by_task = dict(enumerate(rows))
    main = [by_task[at] for at in range(len(plan.main))]
    skill = [games for task, games in zip(plan.tasks, rows, strict=True) if task.name == "skill"]
    sections = [who_wins(plan, main)]
    if any(game.decks for game in main[0]):
        sections.append(which_deck(plan, main))
    sections += [how_it_goes(plan, main), how_much_skill(plan, skill)]
    if plan.verbs:
        sections.append(what_is_worth(plan, main, rows))
    first = plan.main[0]
    options = ", ".join([f"{name} {value}" for name, value in first.options.items()])
    return {
        "title": f"{asked.game.title}: a report",
        "facts": {
            "game": f"{asked.game.title}, rules version {asked.game.rules_version}",
            "deck": "the house's" if first.own is None else f"own, {asked.game.read_cards(first.own).digest[:12]}",
            "options": options or "none",
            "bots": asked.bots,
            "games": str(sum([len(games) for games in rows])),
            "the same again": repeat(asked, rounds),
        },
        "words": in_words(plan, sections),
        "sections": sections,
    }


def repeat(asked: Asked, rounds: int) -> str:
    """The command that gives the same report again."""
    options = "".join([f" --option {name}={value}" for name, value in asked.options.items()])
    cards = "" if asked.cards is None else f" --cards {asked.cards}"
    players = ",".join([str(players) for players in asked.players])
    return (
        f"maitred lab report {asked.game.id}{cards} --players {players}{options} --bots {asked.bots} "
        f"--seed {asked.seed} --games {rounds * CHUNK_DEALS}"
    )


def who_wins(plan: Plan, main: Sequence[Sequence[Played]]) -> Section:
    """Shares of first places by seat, for every number of players, and ties."""
    parts: list[Part] = []
    for setting, games in zip(plan.main, main, strict=True):
        fair = 1 / setting.players
        rows = [
            row(place(plan.asked.game, seat), [game.firsts[seat] for game in games], share=True, fair=fair)
            for seat in range(setting.players)
        ]
        tied = [float(max(game.firsts) < 1) for game in games]
        rows.append(row("Shared first place", tied, share=True))
        parts.append({"title": f"{counted(setting.players, 'player')}", "rows": rows})
    text = (
        "The share of first places of each seat, in the order of play; a first place that is shared counts in parts. "
        "All seats are played by equal bots."
    )
    return {"title": "Who wins", "text": text, "parts": parts}


def which_deck(plan: Plan, main: Sequence[Sequence[Played]]) -> Section:
    """Shares of first places by deck."""
    parts: list[Part] = []
    for setting, games in zip(plan.main, main, strict=True):
        names = sorted({deck for game in games for deck in game.decks})
        rows = [
            row(
                name,
                [game.firsts[game.decks.index(name)] for game in games if name in game.decks],
                share=True,
                fair=1 / setting.players,
            )
            for name in names
        ]
        rows.sort(key=lambda each: -each["mean"])
        parts.append({"title": counted(setting.players, "player"), "rows": rows})
    text = (
        "The share of first places of each deck in the games that it is in. Who has which deck, at which seat and "
        "against whom, is drawn for every deal, so that no deck owes its share to its seats or its opponents."
    )
    return {"title": "Which deck wins", "text": text, "parts": parts}


def how_it_goes(plan: Plan, main: Sequence[Sequence[Played]]) -> Section:
    """Length, choices, and how long it stays open who wins."""
    parts: list[Part] = []
    for setting, games in zip(plan.main, main, strict=True):
        watched = [(game, game.watched) for game in games if game.watched is not None]
        alone = [(game, seen) for game, seen in watched if max(game.firsts) == 1]

        def mean(
            label: str,
            value: Callable[[Played, Watched], float],
            share: bool = False,
            note: str = "",
            of: Sequence[tuple[Played, Watched]] = watched,
        ) -> Row:
            return row(label, [value(game, seen) for game, seen in of], share=share, note=note)

        rows = [row("Decisions in a game", [float(game.decisions) for game in games], share=False)]
        if any(game.ms for game in games):
            rows.append(row("Minutes in a game, by the bots' clock", [game.ms / 60_000 for game in games], share=False))
        rows += [
            mean("Turns of one player", lambda game, seen: seen.turns / len(game.firsts)),
            mean("Actions to choose from", lambda game, seen: seen.choices / game.decisions),
            mean("Decisions with one answer only", lambda game, seen: seen.forced / game.decisions, share=True),
            mean("Changes of the lead", lambda game, seen: seen.leads),
            mean(
                "Part of the game until the winner is clear",
                lambda game, seen: seen.clear,
                share=True,
                note="from when on the chance to win of who then wins stays above 80 %",
                of=alone,
            ),
            mean(
                "Runaway wins",
                lambda game, seen: float(seen.clear < 0.5),
                share=True,
                note="clear before half of the game was over",
                of=alone,
            ),
            mean(
                "Wins from behind",
                lambda game, seen: float(seen.winner_midway < BEHIND / len(game.firsts)),
                share=True,
                note="with less than half of a fair chance when half of the game was over",
                of=alone,
            ),
        ]
        parts.append({"title": counted(setting.players, "player"), "rows": rows})
    text = (
        "Chances to win on the way are the bots' judgement of the whole table, all cards open. "
        "Leads, clear winners and wins from behind go by them."
    )
    return {"title": "How it goes", "text": text, "parts": parts}


def how_much_skill(plan: Plan, skill: Sequence[Sequence[Played]]) -> Section:
    """How often one better player wins against weaker ones."""
    better, weaker = plan.asked.bots, WEAKER[plan.asked.bots]
    deals = zip(*skill, strict=True)
    values = [sum([game.firsts[seat] for seat, game in enumerate(games)]) / plan.focus for games in deals]
    label = f"One {better} bot against {counted(plan.focus - 1, f'{weaker} bot')}"
    part: Part = {
        "title": counted(plan.focus, "player"),
        "rows": [row(label, values, share=True, fair=1 / plan.focus)],
    }
    text = "Every deal is played once from each seat. The further above its fair share, the more skill decides."
    return {"title": "How much skill there is", "text": text, "parts": [part]}


def what_is_worth(plan: Plan, main: Sequence[Sequence[Played]], rows: Rounds) -> Section:
    """What it costs never to do a thing: the same deals, once with one player who never does it."""
    base = {game.deal: game for game in main[[setting.players for setting in plan.main].index(plan.focus)]}
    values = {verb: lost(base, plan, rows, verb) for verb in plan.verbs}
    adjusted = dict(zip(plan.verbs, holm([p_value(values[verb]) for verb in plan.verbs]), strict=True))
    often = {
        verb: [
            sum(game.watched.verbs.get(verb, [0])) / plan.focus for game in base.values() if game.watched is not None
        ]
        for verb in plan.verbs
    }
    worth = [
        row(verb, values[verb], share=True, fair=0.0, note="settled" if adjusted[verb] < SIGNIFICANT else "")
        for verb in sorted(plan.verbs, key=lambda verb: -sum(values[verb]) / max(1, len(values[verb])))
    ]
    counts = [row(each["label"], often[each["label"]], share=False) for each in worth]
    text = (
        "What a player loses, in points of winning chance, who never does something as long as there is something "
        "else to do: the same deals with the same dice, played with and without. Marked as settled where it differs "
        "from nothing even if all rows are looked at together (Holm, 5 %). Below, how often a player does it in a game."
    )
    return {
        "title": "What actions are worth",
        "text": text,
        "parts": [
            {"title": f"Lost by never doing it, {counted(plan.focus, 'player')}", "rows": worth},
            {"title": "How often in a game", "rows": counts},
        ],
    }


def lost(base: Mapping[int, Played], plan: Plan, rows: Rounds, verb: str) -> list[float]:
    """What each deal lost, in the mean over its seats, for whoever never did this."""
    by_seat = [games for task, games in zip(plan.tasks, rows, strict=True) if task.name == verb]
    return [
        sum([base[game.deal].firsts[seat] - game.firsts[seat] for seat, game in enumerate(games)]) / plan.focus
        for games in zip(*by_seat, strict=True)
    ]


# In words


def in_words(plan: Plan, sections: Sequence[Section]) -> list[str]:
    """The report in sentences, what matters most first."""
    by_title = {section["title"]: section for section in sections}
    words: list[str] = []
    for setting, part in zip(plan.main, by_title["Who wins"]["parts"], strict=True):
        words.append(advantage(setting.players, part["rows"][0]))
    if "Which deck wins" in by_title:
        words += strongest(by_title["Which deck wins"]["parts"][0])
    words += skilled(plan, by_title["How much skill there is"]["parts"][0]["rows"][0])
    if "What actions are worth" in by_title:
        words += needed(by_title["What actions are worth"]["parts"][0]["rows"])
    words += course(plan, by_title["How it goes"]["parts"])
    return words


def advantage(players: int, first: Row) -> str:
    """What going first is worth."""
    share = f"{first['label']} wins {percent(first['mean'])} of {tables_of(players)} ({between(first)})"
    assert first["fair"] is not None
    if not settled(first):
        return f"{share}: no advantage that {first['deals']} deals could show."
    difference = first["mean"] - first["fair"]
    return f"{share}; that is {points(difference)} {'more' if difference > 0 else 'less'} than fair."


def strongest(part: Part) -> list[str]:
    """The best and the worst deck."""
    best, worst = part["rows"][0], part["rows"][-1]
    return [
        f"With {part['title']}, {best['label']} is the strongest deck ({percent(best['mean'])}; {between(best)}), "
        f"{worst['label']} the weakest ({percent(worst['mean'])}; {between(worst)})."
    ]


def skilled(plan: Plan, each: Row) -> list[str]:
    """How much a better player wins."""
    fair = percent(1 / plan.focus)
    return [f"{each['label']} wins {percent(each['mean'])} of games ({between(each)}), where {fair} would be even."]


def needed(rows: Sequence[Row]) -> list[str]:
    """What a player cannot do without, and what nobody needs."""
    sure = [each for each in rows if each["note"]]
    words: list[str] = []
    if sure:
        top = sure[0]
        words.append(
            f"Never to {top['label']} costs {points(top['mean'])} of winning chance, more than to do without anything "
            "else."
        )
    harmful = [each["label"] for each in sure if each["mean"] < 0]
    if harmful:
        words.append(f"These bots would win more often if they never did this: {listed(harmful)}.")
    idle = [each["label"] for each in rows if not each["note"]]
    if idle:
        words.append(f"Nothing could be shown to be lost by whoever never does one of these: {listed(idle)}.")
    return words


def course(plan: Plan, parts: Sequence[Part]) -> list[str]:
    """How a game goes."""
    at = [setting.players for setting in plan.main].index(plan.focus)
    rows = {each["label"]: each for each in parts[at]["rows"]}
    clear = rows["Part of the game until the winner is clear"]["mean"]
    return [
        f"With {counted(plan.focus, 'player')} a game has {rows['Decisions in a game']['mean']:.0f} decisions, "
        f"{percent(rows['Decisions with one answer only']['mean'])} of them with one answer only; the lead changes "
        f"{rows['Changes of the lead']['mean']:.1f} times, and who wins is clear after {percent(clear)} of the game. "
        f"{percent(rows['Wins from behind']['mean'])} of games are won from behind."
    ]
