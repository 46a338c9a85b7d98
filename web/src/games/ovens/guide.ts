import type { GuideStep } from "../contract";

const guide: GuideStep[] = [
  {
    title: "One oven, one dish",
    text: "Gather what your dish asks for and get it out before the others have slipped too much into it. After the last round the points decide.",
  },
  {
    title: "Your oven",
    text: "The dish lies in the middle, with the spaces for its cards round it. What is still missing stands beside it; what you hold of it is marked.",
    at: ".range",
  },
  {
    title: "Four steps",
    text: "Supply: discard, then take cards. An action. Prepare: put cards in. Sabotage. The dots show how often. Skip any of them with the button.",
    at: ".steps",
  },
  {
    title: "The pile",
    text: "Its top card lies open: you see what you take, and so does everybody else.",
    at: ".pile",
  },
  {
    title: "The other cooks",
    text: "Your action can be a raid on a pantry, a theft out of an oven, or cleaning your own. What you know of a pantry is shown on it.",
    at: ".cook",
  },
  {
    title: "Slipped in",
    text: "Trash and radioactive cards go face down into other ovens at the end of your turn. Those you placed are marked for you alone.",
    at: ".cook .oven",
  },
];

export default guide;
