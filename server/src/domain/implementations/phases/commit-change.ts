import { displayName } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { findPerson } from "#server/domain/implementations/store/runs.store.ts";
import { nameAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

import type { RunCtx } from "./run-context.ts";
import type { PhaseWork } from "./run-phase.ts";
import { runRef } from "./run-refs.ts";

interface ChangeToCommit {
  tree: string;
  base: string;
  date: Date;
  /** What stands below the title of the task. */
  text: string;
}

/**
 * The commit that the implementation stands at from here on. Where a former attempt at this step left one of the same
 * content, it is that one.
 */
export async function commitChange(work: PhaseWork, { tree, base, date, text }: ChangeToCommit): Promise<string> {
  const { ctx, row, directory } = work;
  const { signal } = ctx;
  const ref = runRef(row.implementationId, "head");
  const former = await readRef(directory, ref, { signal });
  if (former !== null) {
    const header = await readCommitHeader(directory, former, { signal });
    if (header.tree === tree && header.parents.length === 1 && header.parents[0] === base) return former;
  }
  const message = await writeMessage(work, text);
  const commit = { tree, parents: [base], message, author: writerOf(ctx, row), date, signal };
  const oid = await writeTreeCommit(directory, commit);
  if (await moveRef(directory, { ref, oid, expected: former, signal })) return oid;
  throw new AppError("unavailable", { message: "Somebody else works on this implementation." });
}

/** The server itself, which makes the commits of a run. */
export function authorOf({ settings: { appName, addresses } }: Pick<RunCtx, "settings">) {
  return { name: appName, email: `no-reply@${new URL(addresses.apiHost).hostname}` };
}

/** Whom the commit of a change names, and by that the message of its merge: a coding agent by its own name, at this server. */
function writerOf(ctx: RunCtx, { engine, agent }: PhaseWork["row"]) {
  const { name, email } = authorOf(ctx);
  if (engine !== "coding-agent" || agent === null) return { name, email };
  return { name: oneLine(nameAgent(agent)), email: email.replace("@", `+${agent.replaceAll(/[^\w.-]/g, "-")}@`) };
}

/** Who asked for it stands beside the server. */
async function writeMessage({ ctx, row }: PhaseWork, text: string): Promise<string> {
  const person = await findPerson(ctx.db, row.createdBy);
  const trailers = [
    `Implementation: ${row.projectImplementationId}`,
    ...(person === null ? [] : [`Co-authored-by: ${oneLine(displayName(person))} <${oneLine(person.email)}>`]),
  ];
  return `${oneLine(row.brief.title)}\n\n${text}\n\n${trailers.join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]+/gu, " ").trim();
}
