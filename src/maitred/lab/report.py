"""`maitred lab report`: who wins, how it goes, how much skill there is, and what cards and actions are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from maitred.kernel.words import counted, listed
from maitred.lab.cardworth import best_and_worst, card_rows, cards_section, cards_words
from maitred.lab.course import CLEAR_AFTER, DECISIONS, FORCED, FROM_BEHIND, LEADS, MEASURES, MINUTES, RUNAWAY
from maitred.lab.decks import numbers_of
from maitred.lab.decks import tables_of as deck_tables
from maitred.lab.numbers import (
    OTHER_WAY,
    Findings,
    Part,
    Row,
    Section,
    as_row,
    between,
    corrected,
    in_order,
    percent,
    place,
    points,
    row,
    settle,
    tables_of,
)
from maitred.lab.plan import MAIN, OPTION, RUNG, STUDY, WEAKER, WEAKER_MAIN, WEAKER_STUDY, Plan
from maitred.lab.playing import Played, Setting
from maitred.lab.statistics import additive, holm, p_of_interval
from maitred.lab.understanding import unnoticed
from maitred.lab.work import CHUNK_DEALS, Rounds

FEW_TO_NAME: Final = 5
TOGETHER_SETTLED: Final = (
    "Coloured, and settled, is what differs from even also if all numbers of this section are looked at together "
    "(Holm, 5 %)."
)


class Games:
    """What was played for a report, by what it was played for."""

    def __init__(self, plan: Plan, rows: Rounds) -> None:
        self.plan = plan
        self.rows = rows

    def of(self, name: str) -> list[list[Played]]:
        """The games of the tasks of that name."""
        return [games for task, games in zip(self.plan.tasks, self.rows, strict=True) if task.name == name]

    def by_players(self) -> Iterator[tuple[Setting, list[Played], list[Played]]]:
        """For every number of players its games, and those of weaker bots."""
        return zip(self.plan.main, self.of(MAIN), self.of(WEAKER_MAIN), strict=True)

    def weaker(self) -> str:
        """The level of the weaker bots."""
        return WEAKER[self.plan.asked.bots]

    def base(self) -> dict[int, Played]:
        """By deal, the games at the number of players that is looked at most closely."""
        at = self.plan.main.index(self.plan.base())
        return {game.deal: game for game in self.of(MAIN)[at]}


def report(plan: Plan, rounds: int, rows: Rounds, unnoticed: Sequence[str] = ()) -> Findings:
    """The report of what was played. `unnoticed`: numbers of the deck that bots take no notice of."""
    asked = plan.asked
    games = Games(plan, rows)
    sections = [who_wins(games)]
    if any([game.decks for game in games.of(MAIN)[0]]):
        sections.append(which_deck(games))
    if plan.options:
        sections.append(what_options_do(games))
    sections += [how_it_goes(games), how_much_skill(games)]
    if games.of(STUDY):
        sections += [
            what_actions_are_worth(games),
            cards_section(plan, games.of(STUDY)[0], games.of(WEAKER_STUDY), games),
        ]
    first = plan.main[0]
    options = ", ".join([f"{name} {value}" for name, value in first.options.items()])
    return {
        "title": f"{asked.game.title}: a report",
        "facts": {
            "game": f"{asked.game.title}, rules version {asked.game.rules_version}",
            "deck": "the house's" if first.own is None else f"own, {asked.game.read_cards(first.own).digest[:12]}",
            "options": options or "none",
            "bots": f"{asked.bots}, and for comparison {WEAKER[asked.bots]}",
            "games": f"{sum([len(played) for played in rows]):,}, besides the branches of those that were studied",
            "the same again": repeat(plan, rounds),
        },
        "words": in_words(games, sections, unnoticed),
        "sections": sections,
    }


def repeat(plan: Plan, rounds: int) -> str:
    """The command that gives the same report again."""
    asked = plan.asked
    options = "".join([f" --option {name}={value}" for name, value in asked.options.items()])
    cards = "" if asked.cards is None else f" --cards {asked.cards}"
    players = ",".join([str(players) for players in asked.players])
    return (
        f"maitred lab report {asked.game.id}{cards} --players {players}{options} --bots {asked.bots} "
        f"--seed {asked.seed} --games {rounds * CHUNK_DEALS}"
    )


def rows_of(parts: Sequence[Part]) -> list[Row]:
    """All numbers of a section."""
    return [each for part in parts for each in part["rows"]]


# Who wins


def who_wins(games: Games) -> Section:
    """Shares of first places by seat, for every number of players, and ties."""
    weaker = games.weaker()
    parts: list[Part] = []
    pairs: list[tuple[Row, Row]] = []
    for setting, played, less in games.by_players():
        fair = 1 / setting.players
        rows: list[Row] = []
        for seat in range(setting.players):
            label = place(games.plan.asked.game, setting.options, seat)
            here, there = (
                row(label, [game.firsts[seat] for game in each], share=True, fair=fair) for each in (played, less)
            )
            rows.append(here)
            pairs.append((here, there))
        tied = [float(max(game.firsts) < 1) for game in played]
        rows.append(row("Shared first place", tied, share=True))
        parts.append({"title": counted(setting.players, "player"), "rows": rows})
    settle(rows_of(parts), pairs, weaker, holm)
    order = ", in the order of play" if in_order(games.plan.asked.game, games.plan.base().options) else ""
    text = (
        f"The share of first places of each seat{order}; a first place that is shared counts in parts. "
        f"All seats are played by equal bots. The tables also say what {weaker} bots make of it. {TOGETHER_SETTLED}"
    )
    return {"title": "Who wins", "text": text, "parts": parts}


def which_deck(games: Games) -> Section:
    """Shares of first places by deck: alone, and together with seats and opponents."""
    parts: list[Part] = []
    pairs: list[tuple[Row, Row]] = []
    for setting, played, less in games.by_players():
        names = sorted({deck for game in played for deck in game.decks})
        rows = []
        for name in names:
            fair = 1 / setting.players
            here, there = (row(name, with_deck(each, name), share=True, fair=fair) for each in (played, less))
            rows.append(here)
            pairs.append((here, there))
        rows.sort(key=lambda each: -each["mean"])
        parts.append({"title": counted(setting.players, "player"), "rows": rows})
        if len(names) > setting.players:
            parts.append({"title": f"{counted(setting.players, 'player')}, together", "rows": together(games, played)})
    text = (
        "The share of first places of each deck in the games that it is in. Who has which deck, at which seat and "
        "against whom, is drawn for every deal, so that no deck owes its share to its seats or its opponents. "
        "Under “together”, seats, own decks and the decks of the others are told apart by least squares in one model: "
        f"what each adds to the share of first places, compared with the average. {TOGETHER_SETTLED}"
    )
    settle(rows_of(parts), pairs, games.weaker(), holm)
    return {"title": "Which deck wins", "text": text, "parts": parts}


def with_deck(games: Sequence[Played], name: str) -> list[float]:
    """The shares of whoever had a deck."""
    return [game.firsts[game.decks.index(name)] for game in games if name in game.decks]


def together(games: Games, played: Sequence[Played]) -> list[Row]:
    """What seat, own deck and the others' decks add, each with the others held still."""
    players = len(played[0].firsts)
    names = sorted({deck for game in played for deck in game.decks})
    labels = [place(games.plan.asked.game, games.plan.base().options, seat) for seat in range(players)]
    opponents = names if players > 2 else []  # of two, what one deck wins more the other wins less
    labels += [*names, *[f"{name} as an opponent" for name in opponents]]

    def columns(game: Played, seat: int) -> list[float]:
        """Seat, own deck and the others' decks of one player."""
        others = {deck for at, deck in enumerate(game.decks) if at != seat}
        return [
            *[float(at == seat) for at in range(players)],
            *[float(game.decks[seat] == name) for name in names],
            *[float(name in others) / (players - 1) for name in opponents],
        ]

    groups = [range(players), range(players, players + len(names)), range(players + len(names), len(labels))]
    values = [game.firsts for game in played]
    design = [[columns(game, at) for at in range(players)] for game in played]
    effects = zip(labels, additive(design, values, groups), strict=True)
    return [as_row(label, effect, share=True, fair=0.0, p=p_of_interval(effect)) for label, effect in effects]


def what_options_do(games: Games) -> Section:
    """What every option changes, over the same deals: each by itself, and all together."""
    plan = games.plan
    base = games.base()
    going_first: list[Row] = []
    length: list[Row] = []
    for title in plan.options:
        pairs = [(base[game.deal], game) for game in games.of(OPTION + title)[0] if game.deal in base]
        if not pairs:
            continue
        firsts = [new.firsts[0] - old.firsts[0] for old, new in pairs]
        going_first.append(row(title, firsts, share=True, fair=0.0))
        more = [float(new.decisions - old.decisions) for old, new in pairs]
        length.append(row(title, more, share=False, fair=0.0))
    text = (
        f"The same deals with {counted(plan.focus, 'player')}, with one option changed at a time, and with all of "
        f"them: what that adds to the share of the first seat and to the number of decisions. {TOGETHER_SETTLED}"
    )
    corrected(going_first + length, holm)
    parts: list[Part] = [
        {"title": f"{place(plan.asked.game, plan.base().options, 0)}: points more", "rows": going_first},
        {"title": "Decisions more", "rows": length},
    ]
    return {"title": "What options do", "text": text, "parts": parts}


# How it goes


def how_it_goes(games: Games) -> Section:
    """Length, choices, and how long it stays open who wins."""
    parts: list[Part] = []
    for setting, played in zip(games.plan.main, games.of(MAIN), strict=True):
        watched = [(game, game.watched) for game in played if game.watched is not None]
        alone = [(game, seen) for game, seen in watched if max(game.firsts) == 1] or watched
        rows = [row(DECISIONS, [float(game.decisions) for game in played], share=False)]
        for each in MEASURES:
            values = [each.value(game, seen) for game, seen in (alone if each.of_the_winner else watched)]
            rows.append(row(each.label, values, share=each.share, note=each.note))
        curve = [sum(moment) / len(alone) for moment in zip(*[seen.course for _, seen in alone], strict=True)]
        parts.append(
            {
                "title": counted(setting.players, "player"),
                "rows": rows,
                "curve": [round(value, 4) for value in curve],
                "curve_fair": round(1 / setting.players, 4),
            }
        )
    text = (
        "Chances to win on the way are the bots' judgement of the whole table, all cards open; leads, drama, clear "
        "winners and wins from behind go by them. The curve is the mean chance, from the deal to the end, of who then "
        "wins: one that rises late belongs to a game that stays open."
    )
    return {"title": "How it goes", "text": text, "parts": parts}


# How much skill there is


def how_much_skill(games: Games) -> Section:
    """How often one better or worse player wins among equals, and how much the deal decides."""
    plan = games.plan
    players = plan.focus
    ladder: list[Row] = []
    luck: list[Row] = []
    for rung in plan.rungs:
        deals = list(zip(*games.of(RUNG + rung), strict=False))
        if not deals:
            continue
        shares = [sum([game.firsts[seat] for seat, game in enumerate(deal)]) / players for deal in deals]
        ladder.append(row(rung_title(rung), shares, share=True, fair=1 / players))
        if rung == WEAKER[plan.asked.bots]:
            seats = [
                float(any([all([game.firsts[seat] == 1 for game in deal]) for seat in range(players)]))
                for deal in deals
            ]
            others = [float(all([game.firsts[seat] < 1 for seat, game in enumerate(deal)])) for deal in deals]
            luck = [
                row("The same seat wins, whoever sits there", seats, share=True),
                row(f"The {rung} bot wins from no seat", others, share=True),
            ]
    text = (
        f"One bot of another kind among {players - 1} {plan.asked.bots} ones, every deal played once from each seat. "
        "The further from its fair share, the more skill decides. “hard” searches with so many iterations a move, and "
        "“oracle” also sees every card and die to come, which nobody can: what it wins more than a search without "
        f"that is what knowledge of luck is worth. {TOGETHER_SETTLED}"
    )
    corrected(ladder, holm)
    parts: list[Part] = [{"title": counted(players, "player"), "rows": ladder}]
    if luck:
        parts.append({"title": "Luck: the same deal from every seat", "rows": luck})
    return {"title": "How much skill there is", "text": text, "parts": parts}


def rung_title(rung: str) -> str:
    """A bot that sits down alone, in words."""
    level, _, iterations = rung.partition(":")
    if level == "hard":
        return f"hard, {counted(int(iterations or 100), 'iteration')}"
    return f"oracle, sees everything ({iterations or 100} iterations)" if level == "oracle" else level


# What actions are worth


def what_actions_are_worth(games: Games) -> Section:
    """What it costs never to do a thing: the same game from where one player would have done it."""
    plan = games.plan
    played = games.of(STUDY)[0]
    verbs = sorted({verb for game in played if game.studied is not None for verb in game.studied.lost})
    values = {verb: lost(played, verb) for verb in verbs}
    weaker = games.of(WEAKER_STUDY)
    worth: list[Row] = []
    pairs: list[tuple[Row, Row]] = []
    for verb in sorted(verbs, key=lambda verb: -sum(values[verb])):
        here = row(verb, values[verb], share=True, fair=0.0)
        worth.append(here)
        if weaker and weaker[0]:
            pairs.append((here, row(verb, lost(weaker[0], verb), share=True, fair=0.0)))
    settle(worth, pairs, games.weaker(), holm)
    watched = [game.watched for game in games.base().values() if game.watched is not None]
    counts = [
        row(
            each["label"],
            [sum(seen.verbs.get(each["label"], [0])) / plan.focus for seen in watched],
            share=False,
        )
        for each in worth
        if watched
    ]
    text = (
        "What a player loses, in points of winning chance, who never does something as long as there is something "
        f"else to do: the same game, played on from where that player would have done it first. {TOGETHER_SETTLED} "
        "Below, how often a player does it."
    )
    return {
        "title": "What actions are worth",
        "text": text,
        "parts": [
            {"title": f"Lost by never doing it, {counted(plan.focus, 'player')}", "rows": worth},
            {"title": "How often a player does it in a game", "rows": counts},
        ],
    }


def lost(games: Sequence[Played], verb: str) -> list[float]:
    """What each deal lost, in the mean over its seats, for whoever never did this."""
    told = [game.studied.lost.get(verb, [0.0]) for game in games if game.studied is not None]
    players = len(games[0].firsts)
    return [sum(each) / players for each in told]


# What bots do not understand


def unnoticed_cards(plan: Plan, rows: Rounds) -> list[str]:
    """Of the cards that the report names as the best and the worst, the numbers that no choice of the bots hangs on."""
    studied = Games(plan, rows).of(STUDY)
    if not studied:
        return []
    named = {each["label"] for each in best_and_worst(card_rows(studied[0]))}
    game = plan.asked.game
    numbers = [
        number for number in numbers_of(deck_tables(game, game.read_cards(plan.base().own))) if number.card in named
    ]
    return [number.title() for number in unnoticed(plan.base(), game, numbers)] if numbers else []


# In words


def in_words(games: Games, sections: Sequence[Section], unnoticed: Sequence[str]) -> list[str]:
    """The report in sentences, what matters most first."""
    plan = games.plan
    by_title = {section["title"]: section for section in sections}
    words: list[str] = []
    words += going_first(plan, by_title["Who wins"]["parts"])
    if "Which deck wins" in by_title:
        words += strongest(plan, by_title["Which deck wins"]["parts"])
    words += skilled(plan, by_title["How much skill there is"]["parts"])
    if "What actions are worth" in by_title:
        words += needed(by_title["What actions are worth"]["parts"][0]["rows"])
    if "What cards are worth" in by_title:
        words += cards_words(by_title["What cards are worth"])
    if "What options do" in by_title:
        words += options_words(plan, by_title["What options do"]["parts"][0]["rows"])
    words += course(plan, by_title["How it goes"]["parts"])
    if unnoticed:
        words.append(
            f"{plan.asked.bots.capitalize()} bots do not seem to understand {counted(len(unnoticed), 'number')} on "
            f"the best and the worst cards ({listed(list(unnoticed[:FEW_TO_NAME]))}): other values changed none of "
            "their choices, so what they do with it says nothing."
        )
    return words


def going_first(plan: Plan, parts: Sequence[Part]) -> list[str]:
    """What going first is worth, for each number of players: first where it is worth something, then where not."""
    words: list[str] = []
    even: list[str] = []
    for setting, part in zip(plan.main, parts, strict=True):
        seats = part["rows"][: setting.players]
        if not seats[0]["settled"]:
            even.append(f"{percent(seats[0]['mean'])} of {tables_of(setting.players)} ({between(seats[0])})")
        if any([each["settled"] for each in seats]):
            words.append(advantage(setting.players, seats, WEAKER[plan.asked.bots]))
    if even:
        first = parts[0]["rows"][0]
        words.append(f"{first['label']} wins {listed(even)}: no advantage that {first['deals']:,} deals could show.")
    return words


def advantage(players: int, seats: Sequence[Row], weaker: str) -> str:
    """What going first is worth with so many players or, where that is nothing, the seat that is furthest from fair."""
    sure = [each for each in seats if each["settled"]]
    about = seats[0] if seats[0] in sure else max(sure, key=distance)
    told = [
        f"{about['label']} wins {percent(about['mean'])} of {tables_of(players)} ({between(about)})",
        f"that is {points(distance(about))} {'more' if above(about) else 'less'} than fair",
    ]
    best = max(seats, key=lambda each: each["mean"])
    if players > 2 and best is not about and best in sure:
        told.append(f"{best['label'][0].lower()}{best['label'][1:]} wins most, {percent(best['mean'])}")
    if OTHER_WAY in about["note"]:
        told.append(f"with {weaker} bots it is {OTHER_WAY}")
    return f"{'; '.join(told)}."


def distance(each: Row) -> float:
    """How far a share is from a fair one."""
    return abs(each["mean"] - (each["fair"] or 0.0))


def above(each: Row) -> bool:
    """Whether a share is more than a fair one."""
    return each["mean"] > (each["fair"] or 0.0)


def strongest(plan: Plan, parts: Sequence[Part]) -> list[str]:
    """The decks that win most and least, for each number of players, as far as they differ from even beyond doubt."""
    words: list[str] = []
    turned: set[str] = set()
    rows_of_table = {part["title"]: part["rows"] for part in parts}
    for setting in plan.main:
        table = counted(setting.players, "player")
        rows = rows_of_table[table]
        told = [
            f"{each['label']} wins {name} ({percent(each['mean'])}; {between(each)})"
            for each, name in ((rows[0], "most"), (rows[-1], "least"))
            if each["settled"]
        ]
        if told:
            words.append(f"With {table}, {listed(told)}; {percent(1 / setting.players)} would be even.")
        turned.update([each["label"] for each in rows if each["settled"] and OTHER_WAY in each["note"]])
    if turned:
        words.append(f"Strong with some bots and weak with others: {listed(sorted(turned))}.")
    return words or ["No deck could be shown to win more or less often than others."]


def skilled(plan: Plan, parts: Sequence[Part]) -> list[str]:
    """How much better players win, and how much the deal decides."""
    rows = {each["label"]: each for each in parts[0]["rows"]}
    fair = percent(1 / plan.focus)
    words = []
    weaker = rows.get(WEAKER[plan.asked.bots])
    if weaker is not None:
        words.append(
            f"One {weaker['label']} bot among {plan.asked.bots} ones wins {percent(weaker['mean'])} of games "
            f"({between(weaker)}), where {fair} would be even."
        )
    searching = [each for label, each in rows.items() if label.startswith("hard") and each["low"] is not None]
    if searching:
        most = searching[-1]
        less = f", with {searching[0]['label'][6:]} {percent(searching[0]['mean'])}" if len(searching) > 1 else ""
        words.append(
            f"One that searches with {most['label'][6:]} a move wins {percent(most['mean'])} ({between(most)}){less}."
        )
    seer = next((each for label, each in rows.items() if label.startswith("oracle") and each["low"] is not None), None)
    if seer is not None:
        words.append(
            f"One that also sees every card and die to come, as nobody can, wins {percent(seer['mean'])} "
            f"({between(seer)})."
        )
    if len(parts) > 1:
        luck, skill = parts[1]["rows"]
        words.append(
            f"In {percent(luck['mean'])} of deals the same seat wins, whoever sits there ({between(luck)}); in "
            f"{percent(skill['mean'])} ({between(skill)}) the {WEAKER[plan.asked.bots]} bot wins from no seat."
        )
    return words


def needed(rows: Sequence[Row]) -> list[str]:
    """What a player cannot do without, and what nobody needs."""
    sure = [each for each in rows if each["settled"]]
    words: list[str] = []
    if sure and sure[0]["mean"] > 0:
        told = [f"{each['label']} ({points(each['mean'])})" for each in sure if each["mean"] > 0]
        words.append(
            f"What a player can least do without, with the winning chance it costs: {listed(told[:FEW_TO_NAME])}."
        )
    harmful = [f"{each['label']} ({points(each['mean'])})" for each in sure if each["mean"] < 0]
    if harmful:
        words.append(f"These bots would win more often if they never did this: {listed(harmful)}.")
    idle = [each["label"] for each in rows if not each["settled"] and each["low"] is not None]
    if idle:
        words.append(f"Nothing could be shown to be lost by whoever never does one of these: {listed(idle)}.")
    return words


def options_words(plan: Plan, rows: Sequence[Row]) -> list[str]:
    """Which options change who wins."""
    sure = [f"{each['label']} ({100 * each['mean']:+.1f})" for each in rows if each["settled"]]
    if not sure:
        return []
    first = place(plan.asked.game, plan.base().options, 0).lower()
    return [f"Options that move the share of “{first}”, in points: {listed(sure)}."]


def course(plan: Plan, parts: Sequence[Part]) -> list[str]:
    """How a game goes."""
    at = [setting.players for setting in plan.main].index(plan.focus)
    rows = {each["label"]: each for each in parts[at]["rows"]}
    clear = rows[CLEAR_AFTER.label]["mean"]
    early = rows[RUNAWAY.label]["mean"]
    behind = rows[FROM_BEHIND.label]["mean"]
    games = counted(rows[RUNAWAY.label]["deals"], "game")
    decided = f"{percent(early)} were" if round(early, 3) else "none was"
    won = f"{percent(behind)} were" if round(behind, 3) else "none was"
    return [
        f"With {counted(plan.focus, 'player')} a game has {rows[DECISIONS]['mean']:.0f} decisions (some "
        f"{rows[MINUTES.label]['mean']:.0f} minutes with people), "
        f"{percent(rows[FORCED.label]['mean'])} of them with one answer only. The lead changes "
        f"{rows[LEADS.label]['mean']:.1f} times, and who wins is clear after {percent(clear)} of the game.",
        f"Of {games} with one winner, {decided} decided in the first half and {won} won from behind.",
    ]
