import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { GithubCall, GithubCalls } from "./github-calls.ts";
import type { GithubName, GithubPull, GithubPullBranches } from "./github-port.ts";

const oidSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const pullSchema = z.object({
  number: z.number().int().positive(),
  state: z.enum(["open", "closed"]),
  merged_at: z.string().nullable(),
  /** While it is open, a commit that GitHub tries merging with. */
  merge_commit_sha: oidSchema.nullish(),
  /** Of a fork that is gone, there is no repository. */
  head: z.object({ sha: oidSchema, ref: z.string(), repo: z.object({ id: z.number() }).nullable() }),
  base: z.object({ ref: z.string(), repo: z.object({ id: z.number() }) }),
});

/** The pull requests of a repository. */
interface PullsOf {
  name: GithubName;
  /** Where people go. */
  webBase: string;
  /** For this repository. */
  token: string;
  signal: AbortSignal;
}

const pullsUrl = "/repos/{owner}/{repo}/pulls";

/** Opens one. Throws `conflict` where there is nothing to open it for, or it is open already. */
export async function openPull(
  calls: GithubCalls,
  of: PullsOf,
  pull: GithubPullBranches & { title: string; body: string },
): Promise<GithubPull> {
  const { head, base, title, body } = pull;
  const call = { method: "POST", url: pullsUrl, params: { head, base, title, body } } as const;
  try {
    return toPull(of, parsePull(pullSchema, await send(calls, of, call)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unprocessable" || error.details !== undefined) throw error;
    throw new AppError("conflict", { message: "GitHub opens no pull request for this branch.", cause: error });
  }
}

/** Those between two branches of the repository itself, the newest first. GitHub answers others too where it ignores what it is asked. */
export async function listPulls(calls: GithubCalls, of: PullsOf, branches: GithubPullBranches): Promise<GithubPull[]> {
  const { head, base } = branches;
  const params = { head: `${of.name.owner}:${head}`, base, state: "all", sort: "created", direction: "desc" };
  const found = await send(calls, of, { method: "GET", url: pullsUrl, params });
  return parsePull(z.array(pullSchema), found)
    .filter((one) => one.head.ref === head && one.base.ref === base && one.head.repo?.id === one.base.repo.id)
    .map((one) => toPull(of, one));
}

/** How one stands. */
export async function getPull(calls: GithubCalls, of: PullsOf, number: number): Promise<GithubPull> {
  const call = { method: "GET", url: `${pullsUrl}/{pull_number}`, params: { pull_number: number } } as const;
  return toPull(of, parsePull(pullSchema, await send(calls, of, call)));
}

/** Throws `unprocessable` where the repository is gone, or has another name by now. */
async function send(
  calls: GithubCalls,
  { name, token, signal }: PullsOf,
  { method, url, params }: Pick<GithubCall, "method" | "url" | "params">,
): Promise<unknown> {
  const named = { owner: name.owner, repo: name.repo, ...params };
  try {
    const { status, data } = await calls.send({ method, url, params: named, as: { token }, signal });
    if (status < 300) return data;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  }
  const details = { reason: "repository" };
  throw new AppError("unprocessable", { message: "GitHub has no such repository.", details });
}

function parsePull<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const message = "GitHub gave an answer that this server does not understand.";
  throw new AppError("vendor_failed", { message, cause: parsed.error });
}

function toPull({ name, webBase }: PullsOf, one: z.output<typeof pullSchema>): GithubPull {
  const isMerged = one.merged_at !== null;
  return {
    number: one.number,
    state: isMerged ? "merged" : one.state,
    url: `${webBase}/${encodeURIComponent(name.owner)}/${encodeURIComponent(name.repo)}/pull/${one.number}`,
    headOid: one.head.sha,
    base: one.base.ref,
    mergeOid: isMerged ? (one.merge_commit_sha ?? null) : null,
  };
}
