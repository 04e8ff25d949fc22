/** What is ended by `kill -9`. */
export const killTargets = ["worker", "api", "sandbox", "database", "connection"] as const;
type KillTarget = (typeof killTargets)[number];

/** When, counted from the start of the runs of a wave. */
type KillMoment =
  /** Right after the run has written something down for the n-th time: between two phases, or two commands of one. */
  | { kind: "boundary"; afterWrites: number }
  /** Whatever is going on then. */
  | { kind: "inside"; afterMs: number };

export interface PlannedKill {
  target: KillTarget;
  moment: KillMoment;
  /** Chooses among several processes; from 0 to 1. */
  draw: number;
}

/** A run with four commands on each side writes a dozen times and takes some seconds where four run at once. */
const mostWrites = 14;
const mostMs = 6_000;

/** The same kills for the same seed: each target as often as the others, half of them at boundaries. */
export function planKills(seed: number, count: number): PlannedKill[] {
  const random = createRandom(seed);
  const kills = Array.from({ length: count }, (_, at): PlannedKill => {
    const target = killTargets[at % killTargets.length] ?? "worker";
    const isBoundary = Math.floor(at / killTargets.length) % 2 === 0;
    const moment: KillMoment = isBoundary
      ? { kind: "boundary", afterWrites: 1 + Math.floor(random() * mostWrites) }
      : { kind: "inside", afterMs: Math.floor(random() * mostMs) };
    return { target, moment, draw: random() };
  });
  return shuffle(kills, random);
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<One>(all: readonly One[], random: () => number): One[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
