// Where the lessons point to.
const places: Record<string, string> = {
  tokens: ".mine .tokens",
  lounge: ".lounge",
  kitchen: ".kitchen",
  section: ".mine .tables",
  hand: ".mine .hand",
  rivals: ".others",
  sink: ".sink",
};

export default places;
