import type { GuideStep } from "../contract";

const guide: GuideStep[] = [
  {
    title: "Welcome to Chef's Choice",
    text: "You run a small restaurant for one day. Hand out samples until the town wants what you serve, then open your doors with one menu at lunch and one at dinner.",
  },
  {
    title: "What is asked of you",
    text: "This line always says what is going on and what you choose now.",
    at: ".prompt",
  },
  {
    title: "The day",
    text: "Stop by stop from left to right. Each sample round has a tile that says what is given out: pick a stop to read it.",
    at: ".day",
  },
  {
    title: "What the town wants",
    text: "Every cube is a sample somebody gave out; the letter says whose it is, the note is the podcast's. The round number is how many guests a dish would draw now. Only dishes of the same column compete.",
    at: ".tally",
  },
  {
    title: "Your menus",
    text: "Pick one: all are turned up together, and then you give samples of its dishes. The sum below tells how many guests that menu would draw now. You will serve one of the last that you hold.",
    at: ".yours",
  },
  {
    title: "What wins",
    text: "Most guests at lunch and dinner together. What was most popular at lunch loses markers afterwards, so look at what comes second too.",
    at: ".round",
  },
];

export default guide;
