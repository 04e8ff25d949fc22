import { createInterface } from "node:readline";

import { z, type ZodType } from "zod";

/** Standard input, one JSON value a line; empty lines are skipped. */
export async function readJsonLines<S extends ZodType>(schema: S): Promise<z.output<S>[]> {
  const values: z.output<S>[] = [];
  let number = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    number += 1;
    if (line.trim() !== "") values.push(parseLine(schema, line, number));
  }
  return values;
}

function parseLine<S extends ZodType>(schema: S, line: string, number: number): z.output<S> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "it is not JSON";
    throw new Error(`Line ${number} of the input cannot be used: ${why}`, { cause: error });
  }
}

/** Figures beside the answers, as one line of JSON on standard error. */
export function reportFigures(figures: object): void {
  process.stderr.write(`${JSON.stringify(figures)}\n`);
}

/** Middle, 95th percentile and most of some times. */
export function summariseTimes(timesMs: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

export function rounded(timeMs: number): number {
  return Math.round(timeMs * 100) / 100;
}
