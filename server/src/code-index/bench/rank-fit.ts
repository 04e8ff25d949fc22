import type { Sample } from "./rank-samples.ts";

/** Samples that count as much together as any other group, however many they are. */
export type SampleGroup = readonly Sample[];

const rounds = 60;
const stepSize = 0.2;
/** Keeps weights that no case needs near zero (L2 regularization). */
const decay = 0.001;
/** Groups with more cases count a little more. */
const groupPower = 0.6;

/**
 * Weights under which a changed file most probably comes first: gradient descent (Adam) on the logarithm of the share
 * that changed files have of all candidates' exponentials. What
 * files have by their material stays as it is.
 */
export function fitWeights(groups: readonly SampleGroup[], start: Float64Array): Float64Array {
  const weights = Float64Array.from(start);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  for (let round = 1; round <= rounds; round += 1) {
    const gradient = weights.map((weight) => weight * decay);
    for (const group of groups) {
      const value = 3 / group.length ** groupPower / groups.length;
      for (const sample of group) addGradient(sample, weights, value, gradient);
    }
    const step = stepSize * (round > rounds * 0.7 ? 0.3 : 1);
    for (let at = 0; at < weights.length; at += 1) {
      const slope = gradient[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * slope * slope;
      const direction = (mean[at] ?? 0) / (1 - 0.9 ** round);
      const scale = Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** round)) + 1e-9;
      weights[at] = (weights[at] ?? 0) - (step * direction) / scale;
    }
  }
  return weights;
}

/** The rank of the first changed file under the weights, from 1; Infinity where no candidate was changed. */
export function rankUnder(weights: Float64Array, sample: Sample): number {
  const scores = scoresOf(sample, weights);
  const best = sample.gold.reduce((top, row) => Math.max(top, scores[row] ?? 0), -Infinity);
  return sample.gold.length === 0 ? Infinity : 1 + scores.filter((score) => score > best).length;
}

function scoresOf({ rows, offsets }: Sample, weights: Float64Array): Float64Array {
  const scores = Float64Array.from(offsets);
  const width = weights.length;
  for (let row = 0; row < scores.length; row += 1) {
    let score = scores[row] ?? 0;
    for (let at = 0; at < width; at += 1) score += (weights[at] ?? 0) * (rows[row * width + at] ?? 0);
    scores[row] = score;
  }
  return scores;
}

function addGradient(sample: Sample, weights: Float64Array, weight: number, gradient: Float64Array): void {
  const { rows, gold } = sample;
  if (gold.length === 0) return;
  const scores = scoresOf(sample, weights);
  const top = scores.reduce((best, score) => Math.max(best, score), -Infinity);
  const shares = scores.map((score) => Math.exp(score - top));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const right = gold.reduce((sum, row) => sum + (shares[row] ?? 0), 0);
  const add = (row: number, amount: number): void => {
    for (let at = 0; at < weights.length; at += 1)
      gradient[at] = (gradient[at] ?? 0) + amount * (rows[row * weights.length + at] ?? 0);
  };
  for (const [row, share] of shares.entries()) if (share > all * 1e-5) add(row, (weight * share) / all);
  for (const row of gold) add(row, (-weight * (shares[row] ?? 0)) / right);
}
