import type { Guide } from "../contract";

const guide: Guide = () => [
  {
    title: "You wait tables",
    text: "Seat parties, carry them exactly the plates they order, keep the tips. There are no turns: everybody acts at once, but the others wait while you read this.",
  },
  {
    title: "Tokens",
    text: "Every action costs one token, which goes to the player on your left. Without one you wait until one is passed to you.",
    at: ".mine .tokens",
  },
  {
    title: "The Lounge: parties to seat",
    text: "Seat one in your section. A ticked plate is one you carry already; a dashed one you would have to get.",
    at: ".lounge",
    does: ["seat"],
    ask: "Seat a party.",
  },
  {
    title: "The Kitchen: plates to draw",
    text: "Take the plate on top of a stack into your hand. Stacks with a plate that your tables lack say so.",
    at: ".kitchen",
    does: ["draw"],
    ask: "Draw a plate that your table lacks.",
  },
  {
    title: "Serve",
    text: "You carry everything that a table has ordered, so it lights up. A party you never serve comes out of your own pocket.",
    at: ".mine .tables",
    does: ["serve"],
    ask: "Serve the table that is lit up.",
  },
  {
    title: "The end",
    text: "When the Kitchen runs low there is a break or closing time. Most money wins. Everything has a key too: press ? for the list.",
    at: ".kitchen h2",
  },
];

export default guide;
