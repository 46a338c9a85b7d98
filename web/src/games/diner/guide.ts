import type { GuideStep } from "../contract";

const guide: GuideStep[] = [
  {
    title: "You wait tables",
    text: "Seat parties, carry them exactly the plates they order, keep the tips. There are no turns: everybody acts at once.",
  },
  {
    title: "The Lounge: parties to seat",
    text: "Click one to seat it in your section. A ticked plate is one you carry already; a dashed one you would have to get.",
    at: ".lounge",
  },
  {
    title: "The Kitchen: plates to draw",
    text: "Click a stack to take the plate on top into your hand. Stacks with a plate that your tables lack say so.",
    at: ".kitchen",
  },
  {
    title: "Your section and your hand",
    text: "A table rings when you carry all it ordered: click it to serve it. A party you never serve comes out of your own pocket.",
    at: ".mine",
  },
  {
    title: "Tokens",
    text: "Every action costs one token, which goes to the player on your left. Without one you wait until one is passed to you.",
    at: ".mine .tokens",
  },
  {
    title: "The end",
    text: "When the Kitchen runs low there is a break or closing time. Most money wins. Everything has a key too: press ? for the list.",
    at: ".kitchen h2",
  },
];

export default guide;
