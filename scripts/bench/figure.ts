/** One line of the bench. */
export interface Figure {
  name: string;
  reached: string;
  goal: string;
  isReached: boolean;
}

/** A figure that should stay at or below `goal`. */
export function atMost(name: string, value: number, goal: number, unit: string): Figure {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(1);
  return { name, reached: `${shown} ${unit}`, goal: `<= ${goal} ${unit}`, isReached: value <= goal };
}
