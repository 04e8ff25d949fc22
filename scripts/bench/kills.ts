import { mkdir } from "node:fs/promises";
import path from "node:path";

import { atLeast, atMost, type Figure } from "./figure.ts";
import { judgeRuns } from "./kills/judge-runs.ts";
import { type DoneKill, killRuns } from "./kills/kill-runs.ts";
import { killedEngines, killTargets, planKills } from "./kills/plan-kills.ts";
import { runsAtOnce, startSite } from "./kills/site.ts";

/**
 * Kills workers, APIs, sandboxes and the database under runs, at seeded moments, and looks whether every run comes to an honest
 * end and nothing is there twice. `KILLS` says how many, `KILLS_SEED` which, `KILLS_SITES` in how many products at once.
 */
export async function benchKills(folder: string): Promise<Figure[]> {
  const count = Number(process.env.KILLS ?? 200);
  const seed = Number(process.env.KILLS_SEED ?? 18);
  const sites = Number(process.env.KILLS_SITES ?? 1);
  const kills = planKills(seed, count);
  const shares = Array.from({ length: sites }, (_, site) => kills.filter((_kill, at) => at % sites === site));
  const startedAt = performance.now();
  const done = await Promise.all(shares.map((share, site) => killAll(path.join(folder, `${site}`), share)));
  const all = done.flatMap((one) => one.kills);
  const faults = done.flatMap((one) => one.faults);
  for (const fault of faults) console.log(`  ${fault}`);
  const ends = done.map((one) => JSON.stringify(one.ends)).join(" ");
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`  seed ${seed}: ${count} kills in ${minutes} minutes, runs ended ${ends}`);
  const hits = all.filter(({ isHit }) => isHit);
  for (const engine of killedEngines)
    console.log(`  ${engine}: ${tellSteps(hits.filter((hit) => hit.engine === engine))}`);
  return [
    atLeast(`kills that met a run (seed ${seed})`, hits.length, Math.ceil(count * 0.8), ""),
    atMost("runs without an honest end, and what is there twice", faults.length, 0, ""),
    ...killTargets.map((target) => describe(target, hits)),
  ];
}

/** In which steps of the runs it came. */
function tellSteps(hits: readonly DoneKill[]): string {
  const bySteps = Map.groupBy(hits, ({ step }) => step);
  return [...bySteps].map(([step, same]) => `${same.length} in ${step}`).join(", ");
}

function describe(target: string, hits: readonly DoneKill[]): Figure {
  const times = hits.flatMap((hit) => (hit.target === target && hit.goingOnMs !== null ? [hit.goingOnMs / 1000] : []));
  const inOrder = times.toSorted((one, other) => one - other);
  const median = inOrder[Math.floor(inOrder.length / 2)] ?? Number.NaN;
  const name = `${target}: ${times.length} times, median ${median.toFixed(1)} s, longest until it goes on`;
  return atMost(name, inOrder.at(-1) ?? Number.NaN, 30, "s");
}

async function killAll(folder: string, kills: Parameters<typeof killRuns>[1]) {
  await mkdir(folder, { recursive: true });
  const site = await startSite(folder);
  const done: DoneKill[] = [];
  try {
    for (let at = 0; at < kills.length; at += runsAtOnce) {
      const wave = await killRuns(site, kills.slice(at, at + runsAtOnce));
      done.push(...wave);
      for (const { target, engine, moment, isHit, step, goingOnMs } of wave) {
        const when = moment.kind === "boundary" ? `after ${moment.afterWrites} writes` : `at ${moment.afterMs} ms`;
        const words = goingOnMs === null ? "over" : `${(goingOnMs / 1000).toFixed(1)} s`;
        console.log(`  ${done.length} ${target} under ${engine} ${when}, in ${step}: ${isHit ? words : "met nothing"}`);
      }
    }
    const judged = await judgeRuns(site);
    return { kills: done, ...judged };
  } finally {
    await site.stop();
  }
}
