const prompts = [
  "How is this product structured?",
  "Where does a request enter, and what happens to it?",
  "Which parts depend on each other?",
  "Where is data stored, and in which tables?",
  "How are errors handled and reported?",
  "Which settings does it read, and what are their defaults?",
  "How do I run the tests?",
  "What changed most in the recent history?",
];

/** A few questions to begin with, in another order each time. */
export function examplePrompts(count: number, random: () => number = Math.random): string[] {
  const rest = [...prompts];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}
