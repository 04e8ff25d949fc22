/** Files and commits are fewer than this; with 31 bits of score their numbers fit into the 53 of an exact number. */
const numberRange = 2 ** 21;
const scoreRange = 2 ** 31;

/**
 * The numbers by their scores, which are above 0, highest first, and the lower number first among equals. Sorts plain
 * numbers that hold both: with a function to compare them it would take most of the time of a query.
 */
export function orderByScore(numbers: readonly number[], scores: Float32Array | Float64Array): number[] {
  let top = 0;
  for (const number of numbers) top = Math.max(top, scores[number] ?? 0);
  const keys = Float64Array.from(
    numbers,
    (number) => (scoreRange - Math.round(((scores[number] ?? 0) / top) * scoreRange)) * numberRange + number,
  );
  return Array.from(keys.sort(), (key) => key % numberRange);
}
