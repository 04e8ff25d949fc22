import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";

import type { CheckVerdict, JudgedCheck, RunCheck } from "@cairn/contract/run-checks";
import { eq } from "drizzle-orm";
import { z } from "zod";

import { updateCriterionCheck } from "#server/domain/criterion-checks/update-criterion-check.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { workOnRun } from "#server/domain/implementations/runs/work-on-run.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { updateServiceCommands } from "#server/domain/service-commands/reading/update-service-commands.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { repositories, services } from "#server/platform/db/tables/projects.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

import { findGitDirectory } from "./find-git-directory.ts";
import { inFolder } from "./on-index.ts";
import { openScratchProduct, type ScratchProduct } from "./scratch-product.ts";

const caseSchema = z.object({
  /** A git repository, from the folder of the file. */
  repository: z.string(),
  /** What fixed something, with a test of it. */
  commit: z.string(),
  title: z.string(),
  /** The path of that test, and one line for `/bin/sh` that runs it. */
  test: z.string(),
  command: z.string(),
  /** One line that installs what the test needs; null for nothing. */
  install: z.string().nullable(),
  /** One line that is run before it, where it tests what was built. */
  build: z.string().nullable().default(null),
});
type PastFix = z.infer<typeof caseSchema>;

/** What a run said of a change that was made once already. */
interface ReplayedFix {
  repository: string;
  commit: string;
  title: string;
  /** Whether the commit's own test failed each time without the change, and passed each time with it. */
  isRedBefore: boolean;
  isGreenAfter: boolean;
  verdict: CheckVerdict | "failed";
  reason: string;
  /** Times that the change was spoilt on purpose. */
  mutations: number;
  seconds: number;
  /** What came of a change that leaves the code as it was. */
  withheld: CheckVerdict | "failed";
}

/**
 * Replays past commits as tasks: each with the diff of its commit but for its test, which is the criterion, on the commit
 * before it; and once more with the diff withheld. RUN_REGISTRY_HOSTS and the other settings of runs are those of the environment.
 */
export async function evaluateRuns(wanted: {
  /** The file of cases. */
  directory: string;
  isJson: boolean;
  isVerbose: boolean;
}): Promise<string> {
  const cases = z.array(caseSchema).parse(JSON.parse(await readFile(wanted.directory, "utf8")));
  const folder = path.dirname(wanted.directory);
  const byRepository = Map.groupBy(cases, ({ repository }) => path.resolve(folder, repository));
  const replayed: ReplayedFix[] = [];
  for (const [directory, own] of byRepository) {
    const each = wanted.isVerbose ? (one: ReplayedFix) => process.stderr.write(`${report(one)}\n`) : () => undefined;
    replayed.push(...(await replayRepository(await findGitDirectory(directory), own, each)));
  }
  if (wanted.isJson) return replayed.map((one) => JSON.stringify(one)).join("\n");
  return table(replayed).join("\n");
}

async function replayRepository(
  directory: string,
  cases: readonly PastFix[],
  onReplayed: (one: ReplayedFix) => void,
): Promise<ReplayedFix[]> {
  const name = path.basename(path.dirname(directory));
  return await inFolder(async (folder) => {
    const first = await findParent(directory, cases[0]?.commit ?? "");
    const product = await openScratchProduct(folder, { directory, commit: first, name }, { env: process.env });
    try {
      const hosted = await hostHere(product, directory);
      const replayed: ReplayedFix[] = [];
      for (const one of cases) {
        const parent = await findParent(directory, one.commit);
        await runGit({ directory: hosted, args: ["update-ref", "refs/heads/main", parent] });
        const fix = await replayFix(product, { one, directory, name, parent });
        replayed.push(fix);
        onReplayed(fix);
      }
      return replayed;
    } finally {
      await product.close();
    }
  });
}

/** Makes the product's repository one that this server hosts, with all objects of the given one. */
async function hostHere({ ctx, repositoryId }: ScratchProduct, from: string): Promise<string> {
  const directory = hostedDirectory(ctx.settings.server.dataDir, repositoryId);
  await mkdir(directory, { recursive: true });
  await runGit({ directory, args: ["init", "--quiet", "--bare", "--template=", "--initial-branch=main"] });
  await cp(path.join(from, "objects"), path.join(directory, "objects"), { recursive: true });
  const hosted = { connection: { type: "internal" }, mainBranch: "main" } as const;
  await ctx.wholeDb.update(repositories).set(hosted).where(eq(repositories.repositoryId, repositoryId));
  return directory;
}

async function findParent(directory: string, oid: string): Promise<string> {
  const commit = await resolveCommit(directory, oid);
  const [parent] = commit === null ? [] : (await readCommitHeader(directory, commit, {})).parents;
  if (parent === undefined) throw new Error(`${directory} holds no commit ${oid} that has a parent`);
  return parent;
}

async function replayFix(
  product: ScratchProduct,
  { one, directory, name, parent }: { one: PastFix; directory: string; name: string; parent: string },
): Promise<ReplayedFix> {
  const compare = ["diff-tree", "-r", "--no-renames", "--no-ext-diff"];
  const names = await runGit({ directory, args: [...compare, "--name-only", "-z", parent, one.commit] });
  const others = names.stdout
    .toString()
    .split("\0")
    .filter((file) => file !== "" && file !== one.test);
  const patch = await runGit({ directory, args: [...compare, "-p", "--binary", parent, one.commit, "--", ...others] });
  const fix = patch.stdout.toString();
  const test = (await readBlob(directory, { commit: one.commit, path: one.test, maxBytes: 10_000_000 }))?.bytes;
  const startedAt = performance.now();
  const done = await implement(product, one, { diff: fix, test: test?.toString("utf8") ?? "" });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const without = await implement(product, one, { diff: nothing, test: test?.toString("utf8") ?? "" });
  const { commit, title } = one;
  const { verdict, reason } = done;
  const mutations = done.runs.filter(({ repetition }) => repetition < 0).length;
  const sides = { isRedBefore: isAll(done.runs, "base", "failed"), isGreenAfter: isAll(done.runs, "result", "passed") };
  return { repository: name, commit, title, ...sides, verdict, reason, mutations, seconds, withheld: without.verdict };
}

/** A change that no test is about. */
const nothing = ["--- /dev/null", "+++ b/cairn-withheld.txt", "@@ -0,0 +1 @@", "+The fix is withheld.", ""].join("\n");

function isAll(runs: readonly RunCheck[], side: "base" | "result", wanted: RunCheck["outcome"]): boolean {
  const own = runs.filter((run) => run.kind === "criterion" && run.side === side && run.repetition > 0);
  return own.length > 0 && own.every(({ outcome }) => outcome === wanted);
}

interface ReplayedRun {
  verdict: CheckVerdict | "failed";
  reason: string;
  runs: readonly RunCheck[];
}

/** A whole run of the diff engine, from the task to what it says of its criterion. */
async function implement(
  { ctx, organizationId, projectId }: ScratchProduct,
  { title, test: file, command, install, build }: PastFix,
  { diff, test: content }: { diff: string; test: string },
): Promise<ReplayedRun> {
  const key = { organizationId, projectId };
  const [service] = await ctx.wholeDb.select({ serviceId: services.serviceId }).from(services);
  const none = { use: "none" } as const;
  const choose = (line: string | null) => (line === null ? none : ({ use: "command", command: line } as const));
  const { serviceId = "" } = service ?? {};
  const commands = { install: choose(install), build: choose(build), test: none, lint: none };
  await updateServiceCommands(ctx, { ...key, serviceId, ...commands });
  const task = await createTask(ctx, {
    ...key,
    title: title.slice(0, 200),
    state: "todo",
    description: `\`\`\`\`diff\n${diff}\n\`\`\`\`\n`,
    acceptanceCriteria: [{ text: title.slice(0, 200), done: false, id: undefined }],
  });
  const { taskId } = task;
  const criterionId = task.acceptanceCriteria[0]?.id ?? "";
  const check = { kind: "test-file", path: file, content, command } as const;
  await updateCriterionCheck(ctx, { ...key, taskId, criterionId, check });
  const { implementationId } = await startImplementation(ctx, { ...key, taskId, engine: "diff" });
  const lease = await claimRun(ctx, implementationId);
  if (lease !== null) await workOnRun(ctx, lease);
  const one = { ...key, taskId, implementationId };
  const { verdicts, runs } = await getImplementationChecks(ctx, one);
  const judged: JudgedCheck | undefined = verdicts.find(({ kind }) => kind === "criterion");
  if (judged !== undefined) return { verdict: judged.verdict, reason: judged.reason, runs };
  const { events } = await getImplementation(ctx, one);
  return { verdict: "failed", reason: events.map(({ summary }) => summary ?? "").join(" "), runs };
}

const isGreen = ({ withheld }: ReplayedFix) => withheld === "proven" || withheld === "weak";

function table(replayed: readonly ReplayedFix[]): string[] {
  const rows = [...Map.groupBy(replayed, ({ repository }) => repository), ["all", replayed] as const];
  return rows.map(([name, own]) => {
    const count = (is: (one: ReplayedFix) => boolean) => own.filter(is).length;
    const both = count(({ isRedBefore, isGreenAfter }) => isRedBefore && isGreenAfter);
    const proven = count(({ verdict }) => verdict === "proven");
    const weak = count(({ verdict }) => verdict === "weak");
    const spoilt = own.map(({ mutations }) => mutations).reduce((sum, times) => sum + times, 0);
    return `${name}: ${own.length} commits, ${both} red before and green after (${proven} proven, ${weak} weak), ${count(isGreen)} green with the diff withheld; spoilt on purpose ${spoilt} times`;
  });
}

function report({ repository, commit, title, verdict, reason, seconds, withheld, ...sides }: ReplayedFix): string {
  const said = `${sides.isRedBefore ? "red" : "NOT RED"} before, ${sides.isGreenAfter ? "green" : "NOT GREEN"} after`;
  return `${repository} ${commit.slice(0, 9)} ${title}\n  ${said}, ${verdict}, withheld: ${withheld}, ${seconds} s. ${reason}`;
}
