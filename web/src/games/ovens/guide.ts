import { listed } from "../../lib/names";
import type { Guide } from "../contract";
import type { Game } from "./shapes";

const guide: Guide<Game> = (_, constants) => [
  {
    title: "One oven, one dish",
    text: "Gather what your dish asks for and get it out before the others have slipped too much into it. After the last round the points decide.",
  },
  {
    title: "Your pantry",
    text: "Before the first round you may exchange cards: mark those you do not want. What your dish needs is marked on the card.",
    at: ".pantry",
    does: ["reject", "ready"],
    ask: "Mark cards, or say that you are ready.",
  },
  {
    title: "Choose a dish",
    text: "It says what it needs and what it is worth. It lies in your oven until it is done.",
    at: ".dishes, .pantry",
    does: ["choose"],
    ask: "Choose one.",
  },
  {
    title: "Supply",
    text: "First discard, if you like, then take cards. The pile's top card lies face up: you see what you take, and so does everybody else.",
    at: ".pile",
    does: ["take"],
    ask: "Take the card on top.",
  },
  {
    title: "The steps of a turn",
    text: `${listed(constants.steps.map((step) => step.name))}. The dots show how many cards a step allows. Skip any of them with the button.`,
    at: ".steps",
  },
  {
    title: "An action",
    text: "Raid a pantry, steal out of an oven, or clean your own.",
    at: ".rivals, .others, .cook",
    does: ["raid", "steal", "clean", "go on"],
    ask: "Choose somebody, or go on.",
  },
  {
    title: "Prepare",
    text: "What your dish needs goes from your pantry into your oven.",
    at: ".pantry",
    does: ["prepare", "go on"],
    ask: "Put something in, or go on.",
  },
  {
    title: "Slipped in",
    text: "Trash and radioactive cards go face down into other ovens at the end of your turn. Those you placed are marked for you alone.",
    at: ".rivals, .others, .cook",
    does: ["sabotage", "go on"],
    rare: true,
    ask: "Spoil somebody's dish, or go on.",
  },
];

export default guide;
