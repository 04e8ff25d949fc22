import { AppError } from "@cairn/contract/errors";

import { findRedirect } from "#server/platform/egress/find-redirect.ts";
import { isBranchName } from "#server/platform/git/objects/resolve-commit.ts";
import { isRedirectFailure } from "#server/platform/git/process/explain-git-failure.ts";
import { runGit, type GitCall } from "#server/platform/git/process/run-git.ts";

import type { OpenRemote } from "./remote.ts";

export interface RemoteBranches {
  /** Branch name to commit; empty for an empty repository. */
  branches: Map<string, string>;
  /** Name to commit or tag object; empty unless they were asked for. */
  tags: Map<string, string>;
  /** Null when the remote's HEAD is no branch. */
  defaultBranch: string | null;
}

interface ListRemote {
  /** Any bare repository; nothing is written to it. */
  directory: string;
  remote: OpenRemote;
  /** How long the remote may send nothing. */
  stallTimeoutMs: number;
  /** Whether tags are listed too; large repositories have thousands. */
  withTags?: boolean;
  signal?: AbortSignal | undefined;
}

/** Remotes with more refs than fit here are refused rather than held in memory. */
const maxAnswerBytes = 64 * 1024 * 1024;
const wantedRefs = ["HEAD", "refs/heads/*"];
const tagRefs = "refs/tags/*";
const redirectTimeoutMs = 10_000;

/** Lists the branches, and tags if wanted, of a remote without fetching anything. */
export async function listRemoteBranches(request: ListRemote): Promise<RemoteBranches> {
  const { remote, signal } = request;
  try {
    const answer = parseRemoteBranches(await runLsRemote(request, {}));
    if (answer.branches.size === 0 && remote.checked !== null) await confirmRepository(request);
    return answer;
  } catch (error) {
    throw isRedirectFailure(error) ? await nameRedirect(error, remote, signal) : error;
  }
}

async function runLsRemote(
  { directory, remote, stallTimeoutMs, withTags = false, signal }: ListRemote,
  extra: Pick<GitCall, "isTraced" | "onStderr">,
): Promise<string> {
  const { stdout } = await runGit({
    ...remote.settings,
    ...extra,
    directory,
    args: [
      "ls-remote",
      "--symref",
      "--quiet",
      ...remote.options,
      "--end-of-options",
      remote.address,
      ...wantedRefs,
      ...(withTags ? [tagRefs] : []),
    ],
    maxOutputBytes: maxAnswerBytes,
    // The transfer has its own watch with a clearer message; this one also covers the handshake before it.
    idleTimeoutMs: stallTimeoutMs * 2,
    signal,
  });
  return stdout.toString("utf8");
}

/** Git mistakes a one-line web page for an empty repository; only a real one answers in git's own protocol. */
async function confirmRepository(request: ListRemote): Promise<void> {
  let hasPackets = false;
  await runLsRemote(request, {
    isTraced: true,
    onStderr: (text) => {
      hasPackets ||= text.includes("packet:");
    },
  });
  if (!hasPackets) throw new AppError("invalid_input", { message: "There is no git repository at this address." });
}

function parseRemoteBranches(output: string): RemoteBranches {
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  let headOid: string | null = null;
  let headBranch: string | null = null;
  for (const line of output.split("\n")) {
    const [value = "", ref = ""] = line.split("\t");
    const name = ref.replace(/^refs\/(?:heads|tags)\//, "");
    if (ref === "HEAD" && value.startsWith("ref: refs/heads/")) headBranch = value.slice("ref: refs/heads/".length);
    else if (ref === "HEAD") headOid = value;
    else if (ref.startsWith("refs/tags/")) tags.set(name, value);
    else if (name !== ref && isBranchName(name)) branches.set(name, value);
  }
  // Servers with an old protocol do not report which branch HEAD is: any branch on the same commit will do.
  const sameCommit = [...branches].find(([, oid]) => oid === headOid)?.[0] ?? null;
  return { branches, tags, defaultBranch: headBranch ?? sameCommit };
}

const advertisement = "/info/refs";

/** Our git does not follow redirects and does not report their target, so it is looked up here. */
async function nameRedirect(error: AppError, remote: OpenRemote, signal: AbortSignal | undefined): Promise<AppError> {
  if (remote.checked === null) return error;
  const requested = new URL(`${remote.address}${advertisement}?service=git-upload-pack`);
  const target = await findRedirect({ ...remote.checked, url: requested }, { timeoutMs: redirectTimeoutMs, signal });
  if (target === null) return error;
  const isRepository = target.pathname.endsWith(advertisement);
  const shown = `${target.origin}${isRepository ? target.pathname.slice(0, -advertisement.length) : target.pathname}`;
  const message = isRepository
    ? `The address redirects to ${shown}. Use that address instead.`
    : `The address redirects to ${shown}, which is not a repository. It may be private or need a sign-in.`;
  return new AppError(error.code, { message, details: error.details, cause: error.cause });
}
