import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { hostedDirectory } from "../../../server/src/platform/storage/data-folders.ts";
import { git } from "../git.ts";
import { listProcesses } from "./processes.ts";
import { agentTurns, isOfAgent, isOfCodingAgent } from "./scripted-model.ts";
import type { KillSite } from "./site.ts";

/** What is there more than once, or not as it should be, after everything; empty for nothing. */
export async function judgeRuns(site: KillSite): Promise<{ ends: Record<string, number>; faults: string[] }> {
  const rows = await loadRuns(site);
  const faults = rows.flatMap(judgeRow);
  const ends = Object.fromEntries(
    [...Map.groupBy(rows, ({ run_state: state }) => state)].map(([state, same]) => [state, same.length]),
  );
  for (const { id, engine, run_state: state, failure } of rows) {
    if (state === "failed") console.log(`  ${id} (${engine}) failed: ${failure}`);
  }
  const more = [...judgeCalls(site, rows), ...(await judgeRepository(site, rows)), ...(await judgeLeft(site))];
  return { ends, faults: [...faults, ...more] };
}

type RunRow = Awaited<ReturnType<typeof loadRuns>>[number];

/** Everything that is counted of a run is counted by the database. */
async function loadRuns({ db }: KillSite) {
  const { rows } = await db.execute<{
    id: string;
    number: number;
    engine: string;
    title: string;
    epoch: number;
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
    sent: number;
    open_calls: number;
    turns: number;
    work: string | null;
    failure: string | null;
  }>(`
    select i.implementation_id as id, i.project_implementation_id as number, i.engine, i.brief ->> 'title' as title, i.lease_epoch as epoch, i.run_state, i.working_branch as branch, i.head_oid as head, i.base_oid as base, i.is_published,
      (select coalesce(array_agg(s.step || ' ' || coalesce(s.state, 'open') order by s.sequence), '{}') from run_steps s where s.implementation_id = i.implementation_id) as steps,
      (select count(*)::int from run_steps s where s.implementation_id = i.implementation_id and coalesce(s.summary, '') <> '') as said,
      (select count(*)::int from run_operations o where o.implementation_id = i.implementation_id) as log,
      (select count(*)::int - count(distinct (o.step, o.text))::int from run_operations o where o.implementation_id = i.implementation_id) as doubled_log,
      (select coalesce(max(o.sequence), 0) <> count(*) from run_operations o where o.implementation_id = i.implementation_id) as gaps,
      (select count(*)::int - count(distinct (c.kind, c.side, c.repetition))::int from run_checks c where c.implementation_id = i.implementation_id) as doubled_checks,
      (select coalesce(array_agg(e."to" order by e.sequence), '{}') from task_events e where e.task_id = i.task_id and e.field = 'state') as moves,
      (select count(*)::int from implementations o where o.task_id = i.task_id) as runs_of_task,
      (select count(*)::int from model_calls m where m.implementation_id = i.implementation_id and m.sent_at is not null) as sent,
      (select count(*)::int from model_calls m where m.implementation_id = i.implementation_id and m.ended_at is null) as open_calls,
      (select count(*)::int from run_turns t where t.implementation_id = i.implementation_id) as turns,
      (select t.commit_oid from run_turns t where t.implementation_id = i.implementation_id order by t.sequence desc limit 1) as work,
      (select s.summary from run_steps s where s.implementation_id = i.implementation_id and s.state = 'error' order by s.sequence desc limit 1) as failure
    from implementations i`);
  return rows;
}

/** What was said and done on a whole run of an agent whose model always says the same. */
const turnsOf = (engine: string) => (engine === "agent" ? agentTurns : 0);

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
  // The program of a coding agent that is started again tells once more what it does.
  fault(row.doubled_log > 0 && row.engine !== "coding-agent", `says ${row.doubled_log} lines twice`);
  fault(row.gaps, "has gaps in its log");
  fault(row.doubled_checks > 0, `has ${row.doubled_checks} checks twice`);
  fault(row.runs_of_task !== 1, `is one of ${row.runs_of_task} of its task`);
  fault(row.run_state === "completed" && row.turns !== turnsOf(row.engine), `holds ${row.turns} turns`);
  fault(row.open_calls > 0, `has ${row.open_calls} calls that never ended`);
  fault(new Set(row.moves).size !== row.moves.length, `moved its task more than once: ${row.moves.join(", ")}`);
  return faults;
}

async function judgeRepository({ dataDirectory, project }: KillSite, rows: readonly RunRow[]): Promise<string[]> {
  const directory = hostedDirectory(dataDirectory, project.repositoryId);
  const ask = async (...args: string[]) => (await git(["--git-dir", directory, ...args])).trim();
  const faults: string[] = [];
  const refs = (await ask("for-each-ref", "--format=%(refname) %(objectname)")).split("\n").toSorted();
  const wanted = rows.flatMap(({ id, branch, head, base, work, is_published: isPublished, run_state: state }) => [
    ...(base === null ? [] : [`refs/cairn/implementations/${id}/base ${base}`]),
    ...(head === null ? [] : [`refs/cairn/implementations/${id}/head ${head}`]),
    ...(work === null || work === base || state === "stopped" ? [] : [`refs/cairn/implementations/${id}/work ${work}`]),
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
  faults.push(...(await judgeCommits(directory, rows)));
  const said = await ask("fsck", "--strict", "--no-dangling");
  if (said !== "") faults.push(`git fsck: ${said}`);
  return faults;
}

/** The commits of each run, also those that nothing leads to: only a coding agent's takes the place of the one before. */
async function judgeCommits(directory: string, rows: readonly RunRow[]): Promise<string[]> {
  const ask = async (...args: string[]) => (await git(["--git-dir", directory, ...args])).trim().split("\n");
  const objects = await ask("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)");
  const commits = objects.flatMap((line) => (line.endsWith(" commit") ? [line.split(" ")[0] ?? ""] : []));
  const numbers = await ask(
    "show",
    "--no-patch",
    "--format=tformat:%(trailers:key=Implementation,valueonly,separator=%x2C)",
    ...commits,
  );
  const faults: string[] = [];
  for (const { id, number, engine, run_state: state, base, head } of rows) {
    const made = numbers.filter((one) => one === String(number)).length;
    // One that was stopped may have made a commit that no ref came to hold.
    const least = state === "stopped" || head === null ? 0 : 1;
    if (made < least || (made > 1 && engine !== "coding-agent")) faults.push(`${id} made ${made} commits`);
    if (head === null || base === null) continue;
    const [above] = await ask("rev-list", "--count", `${base}..${head}`);
    if (state === "completed" && above !== "1") faults.push(`${id} has ${above} commits on its branch`);
  }
  return faults;
}

/** How often a run was taken over: beginning and ending it count as well. */
const takeovers = (epoch: number) => Math.max(0, epoch - 2);

/**
 * Every request that the model was sent is charged once. Each process that had a run may have died between the note that it
 * sends one and the sending; that call is charged as well.
 */
function judgeCalls({ model }: KillSite, rows: readonly RunRow[]): string[] {
  const seen = model.requests.filter((one) => isOfAgent(one) || isOfCodingAgent(one));
  const bodies = seen.filter(isOfAgent).map(({ body }) => JSON.stringify(body));
  const faults = rows.flatMap(({ id, engine, title, sent, epoch }) => {
    if (engine !== "agent") return engine === "diff" && sent > 0 ? [`${id}: charged ${sent} calls`] : [];
    const own = bodies.filter((body) => body.includes(title)).length;
    return sent < own || sent > own + takeovers(epoch) ? [`${id}: charged ${sent} calls of ${own} that were made`] : [];
  });
  const charged = rows.reduce((sum, { sent }) => sum + sent, 0);
  const most = seen.length + rows.reduce((sum, { epoch }) => sum + takeovers(epoch), 0);
  const isOff = charged < seen.length || charged > most;
  return isOff ? [...faults, `${charged} calls were charged of ${seen.length} that were made`] : faults;
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
