import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { checkEvidence, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { CommitSummary } from "#server/engine/history/code-history.ts";

import { openOneHistory } from "./open-one-history.ts";

const maxBodyLength = 1_500;
const openingLines = 3;

interface HistoryRequest extends ToolScope {
  path: string;
  startLine?: number | undefined;
  endLine?: number | undefined;
  limit: number;
  repository?: string | undefined;
}

/** The commits that changed a file, a folder or lines, for an agent. */
export async function loadCodeHistory(ctx: Ctx, input: HistoryRequest): Promise<ToolResult> {
  const { codebase, history } = await openOneHistory(ctx, input);
  const path = input.path.replace(/^\/+|\/+$/g, "");
  const lines = await codebase.reader.readLines(path);
  const startLine = input.startLine ?? input.endLine;
  const endLine = Math.min(input.endLine ?? input.startLine ?? 0, lines?.length ?? 0);
  const isRange = startLine !== undefined && lines !== null;
  const found = isRange ? (await history.ofLines({ path, startLine, endLine }))?.changes : undefined;
  const commits = (found ?? (isRange ? [] : await history.ofPath(path, input.limit))).slice(0, input.limit);
  if (commits.length === 0) throw notFound(isRange ? "History of these lines" : "History of this path");
  const cited = isRange
    ? { startLine, endLine }
    : { startLine: 1, endLine: Math.min(openingLines, lines?.length ?? 0) };
  const { repositoryId, reader } = codebase;
  const source = await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, ...cited });
  const sources: CheckedEvidence[] = source ? [source] : [];
  const title = `Commits that changed ${onOneLine(path)}${isRange ? ` lines ${startLine}-${endLine}` : ""}, newest first:`;
  return answerWithText([codebase], `${title}\n\n${fenceCommits(commits)}`, { sources, commits });
}

/** Commit messages are untrusted text. */
export function fenceCommits(commits: readonly CommitSummary[]): string {
  return fenceWhole(commits.flatMap(describeCommit));
}

function describeCommit({ oid, authorName, authoredAt, subject, body }: CommitSummary): string[] {
  const head = `${oid.slice(0, 10)} ${authoredAt.slice(0, 10)} ${onOneLine(authorName)}: ${onOneLine(subject)}`;
  const output = body
    .slice(0, maxBodyLength)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [head, ...output.map((line) => `    ${onOneLine(line)}`)];
}
