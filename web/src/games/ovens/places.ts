// Where the lessons point to.
const places: Record<string, string> = {
  pile: ".pile",
  pantry: "section.pantry",
  oven: ".range",
  wants: ".wants",
  dishes: ".dishes",
  steps: ".steps",
  rivals: ".rivals, .others",
  raid: ".raid",
};

export default places;
