/** One line of the bench. */
export interface Figure {
  name: string;
  reached: string;
  goal: string;
  isReached: boolean;
}

/** A figure that should stay at or below `goal`. */
export function atMost(name: string, value: number, goal: number, unit: string): Figure {
  return { name, reached: `${shown(value)} ${unit}`, goal: `<= ${goal} ${unit}`, isReached: value <= goal };
}

/** A figure that should reach `goal`. */
export function atLeast(name: string, value: number, goal: number, unit: string): Figure {
  return { name, reached: `${shown(value)} ${unit}`, goal: `>= ${goal} ${unit}`, isReached: value >= goal };
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
