import type { ImplementationEngine } from "@cairn/contract/implementations";

/** What is ended by `kill -9`. `agent` is the program of a coding agent, `sandbox` any other command behind the walls. */
export const killTargets = ["worker", "api", "sandbox", "agent", "database", "connection"] as const;
type KillTarget = (typeof killTargets)[number];

/** Who writes the change of the run under which it is ended. */
export const killedEngines = ["diff", "agent", "coding-agent"] as const satisfies readonly ImplementationEngine[];
type KilledEngine = (typeof killedEngines)[number];

/** When, counted from the start of the runs of a wave. */
type KillMoment =
  /** Right after the run has written something down for the n-th time: between two phases, two commands or two replies. */
  | { kind: "boundary"; afterWrites: number }
  /** Whatever is going on then. */
  | { kind: "inside"; afterMs: number };

export interface PlannedKill {
  target: KillTarget;
  engine: KilledEngine;
  moment: KillMoment;
  /** Chooses among several processes; from 0 to 1. */
  draw: number;
}

/** How often a run writes something down until it ends, and how long it takes where four run at once. */
const lengths: Record<KilledEngine, { writes: number; ms: number }> = {
  diff: { writes: 14, ms: 6_000 },
  agent: { writes: 22, ms: 9_000 },
  "coding-agent": { writes: 14, ms: 9_000 },
};

/** Of these the program of a coding agent sees the first. */
const ofProgram = { writes: 5, ms: 5_000 };

/** The same kills for the same seed: each target as often as the others, half of them at boundaries, under each engine. */
export function planKills(seed: number, count: number): PlannedKill[] {
  const random = createRandom(seed);
  const kills = Array.from({ length: count }, (_, at): PlannedKill => {
    const target = killTargets[at % killTargets.length] ?? "worker";
    const round = Math.floor(at / killTargets.length);
    const turn = killedEngines[Math.floor(round / 2) % killedEngines.length] ?? "diff";
    // Nobody else starts a program of its own.
    const engine = target === "agent" ? "coding-agent" : turn;
    const { writes, ms } = target === "agent" ? ofProgram : lengths[engine];
    const moment: KillMoment =
      round % 2 === 0
        ? { kind: "boundary", afterWrites: 1 + Math.floor(random() * writes) }
        : { kind: "inside", afterMs: Math.floor(random() * ms) };
    return { target, engine, moment, draw: random() };
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
