/** What can be asked of any product and is answered from its code, with or without a model. */
const prompts = [
  "What are the main parts of this product?",
  "Which endpoints are there?",
  "Which tables are there?",
  "Which settings does it read, and what are their defaults?",
  "How do I run the tests?",
  "How do I start it?",
  "What changed most recently?",
];

/** A few questions to begin with, in another order each time. */
export function examplePrompts(count: number, random: () => number = Math.random): string[] {
  const rest = [...prompts];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}
