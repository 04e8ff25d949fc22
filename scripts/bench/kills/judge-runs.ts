import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { hostedDirectory } from "../../../server/src/platform/storage/data-folders.ts";
import { git } from "../git.ts";
import { listProcesses } from "./processes.ts";
import type { KillSite } from "./site.ts";

/** What is there more than once, or not as it should be, after everything; empty for nothing. */
export async function judgeRuns(site: KillSite): Promise<{ ends: Record<string, number>; faults: string[] }> {
  const rows = await loadRuns(site);
  const faults = rows.flatMap(judgeRow);
  const ends = Object.fromEntries(
    [...Map.groupBy(rows, ({ run_state: state }) => state)].map(([state, same]) => [state, same.length]),
  );
  return { ends, faults: [...faults, ...(await judgeRepository(site, rows)), ...(await judgeLeft(site))] };
}

type RunRow = Awaited<ReturnType<typeof loadRuns>>[number];

/** Everything that is counted of a run is counted by the database. */
async function loadRuns({ db }: KillSite) {
  const { rows } = await db.execute<{
    id: string;
    task_id: string;
    run_state: string;
    branch: string;
    head: string | null;
    base: string | null;
    is_published: boolean;
    steps: string[];
    said: number;
    log: number;
    doubled_log: number;
    gaps: boolean;
    doubled_checks: number;
    moves: string[];
    runs_of_task: number;
    charges: number;
  }>(`
    select i.implementation_id as id, i.task_id, i.run_state, i.working_branch as branch, i.head_oid as head, i.base_oid as base, i.is_published,
      (select coalesce(array_agg(s.step || ' ' || coalesce(s.state, 'open') order by s.sequence), '{}') from run_steps s where s.implementation_id = i.implementation_id) as steps,
      (select count(*)::int from run_steps s where s.implementation_id = i.implementation_id and coalesce(s.summary, '') <> '') as said,
      (select count(*)::int from run_operations o where o.implementation_id = i.implementation_id) as log,
      (select count(*)::int - count(distinct (o.step, o.text))::int from run_operations o where o.implementation_id = i.implementation_id) as doubled_log,
      (select coalesce(max(o.sequence), 0) <> count(*) from run_operations o where o.implementation_id = i.implementation_id) as gaps,
      (select count(*)::int - count(distinct (c.kind, c.side, c.repetition))::int from run_checks c where c.implementation_id = i.implementation_id) as doubled_checks,
      (select coalesce(array_agg(e."to" order by e.sequence), '{}') from task_events e where e.task_id = i.task_id and e.field = 'state') as moves,
      (select count(*)::int from implementations o where o.task_id = i.task_id) as runs_of_task,
      (select count(*)::int from model_calls) as charges
    from implementations i`);
  return rows;
}

function judgeRow(row: RunRow): string[] {
  const faults: string[] = [];
  const fault = (isFault: boolean, what: string) => {
    if (isFault) faults.push(`${row.id}: ${what}`);
  };
  fault(!["completed", "failed", "stopped"].includes(row.run_state), `did not end (${row.run_state})`);
  fault(row.steps.length > new Set(row.steps).size, `has steps twice: ${row.steps.join(", ")}`);
  fault(
    row.steps.some((step) => step.endsWith(" open")),
    `has open steps: ${row.steps.join(", ")}`,
  );
  fault(row.said < row.steps.length, "has steps that say nothing");
  fault(row.doubled_log > 0, `says ${row.doubled_log} lines twice`);
  fault(row.gaps, "has gaps in its log");
  fault(row.doubled_checks > 0, `has ${row.doubled_checks} checks twice`);
  fault(row.runs_of_task !== 1, `is one of ${row.runs_of_task} of its task`);
  fault(row.charges !== 0, `charged ${row.charges} calls`);
  fault(new Set(row.moves).size !== row.moves.length, `moved its task more than once: ${row.moves.join(", ")}`);
  return faults;
}

async function judgeRepository({ dataDirectory, project }: KillSite, rows: readonly RunRow[]): Promise<string[]> {
  const directory = hostedDirectory(dataDirectory, project.repositoryId);
  const ask = async (...args: string[]) => (await git(["--git-dir", directory, ...args])).trim();
  const faults: string[] = [];
  const refs = (await ask("for-each-ref", "--format=%(refname) %(objectname)")).split("\n").toSorted();
  const wanted = rows.flatMap(({ id, branch, head, base, is_published: isPublished, run_state: state }) => [
    ...(base === null ? [] : [`refs/cairn/implementations/${id}/base ${base}`]),
    ...(head === null ? [] : [`refs/cairn/implementations/${id}/head ${head}`]),
    ...(isPublished ? [`refs/heads/${branch} ${head}`] : []),
    ...(state === "completed" && !isPublished ? [`${id} is completed without a branch`] : []),
  ]);
  const main = refs.filter((ref) => ref.startsWith("refs/heads/main "));
  const missing = wanted.filter((ref) => !refs.includes(ref));
  const more = refs.filter((ref) => !wanted.includes(ref) && !main.includes(ref));
  if (missing.length > 0) faults.push(`missing: ${missing.join(", ")}`);
  // A run that was stopped between its commit and the note of it has moved the ref of it already.
  const unexplained = more.filter(
    (ref) => !rows.some(({ id, run_state: state }) => state === "stopped" && ref.includes(id)),
  );
  if (unexplained.length > 0) faults.push(`refs that nobody knows: ${unexplained.join(", ")}`);
  const objects = await ask("cat-file", "--batch-all-objects", "--batch-check=%(objecttype)");
  const commits = objects.split("\n").filter((type) => type === "commit").length;
  const heads = new Set(refs.filter((ref) => /\/head /.test(ref)).map((ref) => ref.split(" ")[1]));
  // One that was stopped may have made a commit that no ref came to hold.
  const unheld = rows.filter(
    ({ id, run_state: state }) => state === "stopped" && !refs.some((ref) => ref.includes(`${id}/head`)),
  );
  if (commits < 1 + heads.size || commits > 1 + heads.size + unheld.length)
    faults.push(`${commits} commits for ${heads.size} changes`);
  const said = await ask("fsck", "--strict", "--no-dangling");
  if (said !== "") faults.push(`git fsck: ${said}`);
  return faults;
}

/** A worker that was started again sweeps once it has begun. */
const sweepWaitMs = 60_000;

async function judgeLeft(site: KillSite): Promise<string[]> {
  const end = performance.now() + sweepWaitMs;
  for (;;) {
    const left = await listLeft(site);
    if (left.length === 0 || performance.now() > end) return left;
    await wait(500);
  }
}

/** Processes and work copies that nobody ended. */
async function listLeft({ dataDirectory }: KillSite): Promise<string[]> {
  const walls = (await listProcesses()).filter(({ name }) => name === "bwrap");
  const mounts = await Promise.all(walls.map(({ pid }) => readFile(`/proc/${pid}/mountinfo`, "utf8").catch(() => "")));
  const asleep = mounts.filter((mount) => mount.includes(path.basename(path.dirname(path.dirname(dataDirectory)))));
  const folder = path.join(dataDirectory, "work-copies");
  const copies: string[] = [];
  for (const own of await readdir(folder).catch(() => [])) {
    const entries = await readdir(path.join(folder, own), { withFileTypes: true }).catch(() => []);
    copies.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  }
  return [
    ...(asleep.length > 0 ? [`${asleep.length} processes of sandboxes are left`] : []),
    ...(copies.length > 0 ? [`${copies.length} work copies are left`] : []),
  ];
}
