import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import type { FileDifference } from "#server/engine/history/code-history.ts";

import { fenceCommits } from "./load-code-history.ts";
import { findState, openOneHistory } from "./open-one-history.ts";

const maxCommits = 60;
const maxFiles = 200;

interface VersionsQuestion extends ToolScope {
  from: string;
  to?: string | undefined;
  under?: string | undefined;
  repository?: string | undefined;
}

/** What changed between two states of the code, for an agent. */
export async function listVersions(ctx: Ctx, input: VersionsQuestion): Promise<ToolResult> {
  const { codebase, history } = await openOneHistory(ctx, input);
  const [from, to] = await Promise.all([
    findState(ctx, history, { spelled: input.from, side: "start" }),
    findState(ctx, history, { spelled: input.to ?? codebase.index.commit, side: "end" }),
  ]);
  if (!from || !to) throw notFound(from ? "The newer state" : "The older state");
  const comparison = await history.compare(from.oid, to.oid);
  if (!comparison) throw notFound("One of the two commits");
  const folder = (input.under ?? "").replace(/^\/+|\/+$/g, "");
  const isInside = (path: string) => folder === "" || path === folder || path.startsWith(`${folder}/`);
  const files = comparison.files.filter(
    ({ path, oldPath }) => isInside(path) || (oldPath !== null && isInside(oldPath)),
  );
  const commits = comparison.commits.filter(({ paths }) => folder === "" || paths.some(isInside));
  const text = [
    `From ${from.oid} (${from.committedAt}) to ${to.oid} (${to.committedAt}):`,
    `${commits.length} commits${cut(commits.length, maxCommits)}:\n${fenceCommits(commits.slice(0, maxCommits))}`,
    `${files.length} files${cut(files.length, maxFiles)}:\n${fenceWhole(files.slice(0, maxFiles).map(describeFile))}`,
  ].join("\n\n");
  const data = { from: from.oid, to: to.oid, sources: [], files: files.slice(0, maxFiles), isCut: comparison.isCut };
  return answerWithText([codebase], text, data);
}

function cut(amount: number, limit: number): string {
  return amount > limit ? `, the first ${limit} of them` : "";
}

function describeFile({ path, oldPath, oldOid, newOid }: FileDifference): string {
  const name = onOneLine(path);
  if (oldOid === null) return `added ${name}`;
  if (newOid === null) return `removed ${name}`;
  return oldPath === null || oldPath === path ? `changed ${name}` : `renamed ${onOneLine(oldPath)} to ${name}`;
}
