// Where the lessons point to.
const places: Record<string, string> = {
  hand: ".hand",
  orders: ".orders",
  meals: ".mine .meals",
  prepared: ".mine .prepared",
  ability: ".mine .places",
  station: ".mine",
  rivals: ".rivals",
  scoring: ".panel, .show",
};

export default places;
