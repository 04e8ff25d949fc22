import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithFacts } from "#server/domain/search/code-answer.ts";
import { openLocation, type ToolTarget } from "#server/domain/search/tool-target.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";

/** The lines that declare it, not all that it does. */
const longestPlace = 20;

interface JobLine {
  line: string;
  evidence: Evidence[];
  /** One of both. */
  fact: {
    trigger: (IndexedTrigger & { repository: string }) | null;
    publisher: (IndexedPublisher & { repository: string }) | null;
  };
}

/** What starts work beside requests, and what is sent, for an agent. */
export async function listCodeJobs(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { query?: string | undefined },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const wanted = await openLocation(ctx, project, input);
  // Topics of the external context are text, not code.
  const areas = wanted.filter(({ repository }) => repository.repositoryId !== project.projectId);
  const query = input.query?.toLowerCase() ?? "";
  const fits = (line: string): boolean => line.toLowerCase().includes(query);
  const scopes = areas.map(({ repository, under }) => ({
    repositoryId: repository.repositoryId,
    name: repository.name,
    scope: openScope(repository, under ?? ""),
  }));
  const triggers = scopes.flatMap(({ repositoryId, name, scope }): JobLine[] =>
    findTriggers(scope).map((fact) => ({
      line: triggerLine(name, fact),
      evidence: [placeOf(repositoryId, fact)],
      fact: { trigger: { repository: name, ...fact }, publisher: null },
    })),
  );
  const sent = scopes.flatMap(({ repositoryId, name, scope }): JobLine[] =>
    findPublishers(scope).map((fact) => ({
      line: publisherLine(name, fact),
      evidence: [placeOf(repositoryId, fact)],
      fact: { trigger: null, publisher: { repository: name, ...fact } },
    })),
  );
  return answerWithFacts(
    areas.map(({ repository }) => repository),
    [...triggers, ...sent].filter(({ line }) => fits(line)),
    {
      nothing: "The indexed code declares no such job, message or command.",
      toData: (shown) => ({
        triggers: shown.flatMap(({ trigger }) => trigger ?? []),
        publishers: shown.flatMap(({ publisher }) => publisher ?? []),
      }),
    },
  );
}

function placeOf(repositoryId: string, { path, startLine, endLine }: IndexedTrigger | IndexedPublisher): Evidence {
  return { repositoryId, path, startLine, endLine: Math.min(endLine, startLine + longestPlace) };
}

function triggerLine(repository: string, trigger: IndexedTrigger): string {
  const { kind, name, schedule, topic, handler, framework, certainty, path, startLine } = trigger;
  const stated = [
    framework,
    ...(schedule === null ? [] : [schedule]),
    ...(topic === null ? [] : [`${kind === "job" ? "queue" : "message"} ${topic}`]),
    ...(handler === null || handler === name ? [] : [`runs ${handler}`]),
    ...(certainty === "partly" ? ["known in part"] : []),
  ];
  return `${kind} ${name} (${stated.join(", ")}): ${repository}: ${path} line ${startLine}`;
}

function publisherLine(repository: string, { topic, framework, path, startLine }: IndexedPublisher): string {
  return `sends ${topic} (${framework}): ${repository}: ${path} line ${startLine}`;
}
