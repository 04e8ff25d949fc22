import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import { openLocation, type ToolTarget } from "#server/domain/search/tool-target.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";

const maxLines = 150;
const maxLineLength = 300;

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
    name: repository.name,
    scope: openScope(repository, under ?? ""),
  }));
  const triggers = scopes.flatMap(({ name, scope }) =>
    findTriggers(scope).map((fact) => ({ line: triggerLine(name, fact), data: { repository: name, ...fact } })),
  );
  const sent = scopes.flatMap(({ name, scope }) =>
    findPublishers(scope).map((fact) => ({ line: publisherLine(name, fact), data: { repository: name, ...fact } })),
  );
  const found = [triggers, sent].map((facts) => facts.filter(({ line }) => fits(line)));
  const lines = found.flat().map(({ line }) => onOneLine(line));
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  const rest = lines.length > shown.length ? `\n${lines.length - shown.length} more are not shown.` : "";
  const [started = [], published = []] = found;
  return answerWithText(
    areas.map(({ repository }) => repository),
    lines.length === 0 ? "The indexed code declares no such job, message or command." : fenceWhole(shown) + rest,
    { triggers: started.map(({ data }) => data), publishers: published.map(({ data }) => data) },
  );
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
