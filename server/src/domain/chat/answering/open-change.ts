import type { ChangedLines } from "@cairn/contract/change-overview";
import type { ChatContext } from "@cairn/contract/chat";
import { AppError } from "@cairn/contract/errors";
import type { Implementation, ReviewedFile } from "@cairn/contract/implementations";
import { checkVerdictNames } from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import { loadReview } from "#server/domain/implementations/agent-review/load-review.ts";
import type { ReviewParts } from "#server/domain/implementations/agent-review/review-words.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { ToolScope } from "#server/edge.ts";
import type { ReviewedChange, ChangedHunk } from "#server/engine/answers/changes/reviewed-change.ts";
import type { CodeReader } from "#server/engine/evidence/evidence.ts";

/** The change from whose review a question was asked; null where it was asked from none, or from one that is gone or empty. */
export async function openChange(
  ctx: Ctx,
  project: ToolScope,
  {
    asked,
    codebases,
  }: { asked: Pick<ChatContext, "taskId" | "implementationId">; codebases: readonly IndexedRepository[] },
): Promise<ReviewedChange | null> {
  const { taskId, implementationId } = asked;
  if (taskId === undefined || implementationId === undefined) return null;
  const { organizationId, projectId } = project;
  try {
    const one = { organizationId, projectId, taskId, implementationId };
    const implementation = await getImplementation(ctx, one);
    const { head, base, repository } = implementation;
    const code = codebases.find(({ repositoryId }) => repositoryId === repository.repositoryId);
    if (head === null || code === undefined) return null;
    const parts = await loadReview(ctx, project, implementation);
    return describe(parts, { base, reader: openReader(ctx, code, head) });
  } catch (error) {
    // It may be deleted while somebody asks about it.
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

function openReader({ signal }: Ctx, { repositoryId, directory }: IndexedRepository, commit: string): CodeReader {
  const at = (other: string): CodeReader => ({
    ...openCodeReader({ repositoryId, directory, commit: other, signal }),
    at,
  });
  return at(commit);
}

function describe(
  { implementation, overview, checks, diff }: ReviewParts,
  { base, reader }: { base: string | null; reader: CodeReader },
): ReviewedChange {
  const { repositoryId } = reader;
  const evidenceOf = ({ path, side, startLine, endLine }: ChangedLines) => {
    const lines = { repositoryId, path, startLine, endLine };
    return side === "old" && base !== null ? { ...lines, commit: base } : lines;
  };
  const sentence = ({ text, evidence }: { text: string; evidence: readonly ChangedLines[] }) => {
    return { text, evidence: evidence.map(evidenceOf) };
  };
  return {
    title: nameOf(implementation),
    changes: overview.changes.map(sentence),
    risks: overview.risks.map(sentence),
    checks: sayChecks(checks),
    obstacles: implementation.mergeObstacles.map(({ message }) => message),
    files: diff.files.map(({ path, additions, deletions }) => ({ path, additions, deletions })),
    hunks: diff.files.flatMap(listHunks),
    reader,
  };
}

const nameOf = ({ task }: Implementation) => `${task.name} ${task.title}`;

function sayChecks({ proof, verdicts }: ReviewParts["checks"]): string[] {
  if (proof === null) return [];
  return [
    proof.summary,
    ...verdicts.map(({ title, verdict, reason }) => `${checkVerdictNames[verdict]}: ${title}. ${reason}`),
  ];
}

function listHunks({ path, hunks }: ReviewedFile): ChangedHunk[] {
  return hunks.map(({ lines }) => {
    const left = lines.flatMap(({ newLine }) => newLine ?? []);
    const [startLine, endLine] = [left[0], left.at(-1)];
    const textOf = (wanted: string) => lines.filter(({ type }) => type === wanted).map(({ content }) => content);
    return {
      path,
      lines: startLine === undefined || endLine === undefined ? null : { startLine, endLine },
      added: textOf("added"),
      deleted: textOf("deleted"),
    };
  });
}
