import { drawComponents } from "#server/engine/diagrams/draw-components.ts";
import { drawEntities } from "#server/engine/diagrams/draw-entities.ts";
import { drawFolders } from "#server/engine/diagrams/draw-folders.ts";
import { drawRequest } from "#server/engine/diagrams/draw-request.ts";
import { drawSystem } from "#server/engine/diagrams/draw-system.ts";
import type { LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import type { PromptPart } from "#server/engine/intent/interpret-prompt.ts";
import { stemsOf, subjectWords, stem } from "#server/engine/intent/words.ts";
import { topicNamed, type DiagramKind } from "#server/engine/pages/plan/topics.ts";
import type { Diagram, PageSubject } from "#server/engine/sections/section-template.ts";

/** Diagrams of things that code does not show. */
const others =
  /\b(?:gantt|pie|timeline|journey|state (?:machine|diagram|chart)|git ?graph|quadrant|sankey|radar|bar chart|line chart|xy ?chart|use[- ]case)\b/i;
const bySequence = /\b(?:sequence|interactions?|call (?:flow|graph|chain)|step by step)\b/i;

const named: readonly [words: RegExp, kind: DiagramKind][] = [
  [/\b(?:entit(?:y|ies)|er[- ]diagrams?|erd|data ?models?|schemas?|tables?|class diagrams?|relations? between (?:the )?(?:models|tables))\b/i, "entities"],
  [/\b(?:sequence|request)\b/i, "request"],
  [/\b(?:folders?|director(?:y|ies)|file tree|project (?:structure|layout))\b/i, "folders"],
  [/\b(?:architecture|systems?|containers?|context diagram|c4|deployment|infrastructure|processes|what runs|services?)\b/i, "system"],
  [/\b(?:components?|modules?|packages?|dependenc(?:y|ies)|imports?)\b/i, "components"],
]; // prettier-ignore

/** Draws what a prompt asks for, or the closest diagram that the code supports; null when there is none. */
export async function draftDiagram(
  subject: PageSubject,
  { text, parts }: { text: string; parts: readonly PromptPart[] },
): Promise<Diagram | null> {
  if (others.test(text)) return null;
  const requested = parts.flatMap((part) => (part.kind === "topic" ? (topicNamed(part.topic).diagram ?? []) : []));
  const about =
    requested.length > 0 ? [] : parts.flatMap((part) => (part.kind === "question" ? wordsOf(part.text) : []));
  if (about.length > 0) return await drawSpecific(subject, about);
  const kinds = requested.length > 0 ? requested : named.flatMap(([words, kind]) => (words.test(text) ? [kind] : []));
  for (const kind of new Set(bySequence.test(text) ? ["request" as const, ...kinds] : kinds)) {
    const diagram = await drawKind(kind, subject);
    if (diagram !== null) return diagram;
  }
  return null;
}

/** One of the diagrams that can be drawn of any code. */
export async function drawKind(kind: DiagramKind, subject: PageSubject): Promise<Diagram | null> {
  const { scopes, name } = subject;
  switch (kind) {
    case "system":
      return drawSystem(scopes, name) ?? drawComponents(scopes, name);
    case "components":
      return drawComponents(scopes, name);
    case "entities":
      return drawEntities(scopes.flatMap(findStoredSchemas), name);
    case "request":
      return await drawRequest(scopes);
    case "folders":
      return drawFolders(scopes, name);
  }
}

/** The very request that a question is about; null where none is. */
async function drawSpecific({ scopes }: PageSubject, wanted: readonly string[]): Promise<Diagram | null> {
  return await drawRequest(scopes, (endpoint) => isAbout(endpoint, new Set(wanted)));
}

/**
 * Its handler has all the words ("how a delay is reported", `reportDelay`), or its path ends in nothing else and the
 * method says the rest ("deleting comments", `DELETE /articles/:slug/comments/:id`).
 */
function isAbout({ endpoint, handler }: LocatedEndpoint, wanted: ReadonlySet<string>): boolean {
  const named = new Set(stemsOf(`${endpoint.handler ?? ""} ${handler?.symbol.name ?? ""}`));
  if ([...wanted].every((one) => named.has(one))) return true;
  const segments = endpoint.path.split("/").filter((segment) => segment !== "" && !/[:{<*$]/.test(segment));
  const last = stemsOf(segments.at(-1) ?? "");
  const reported = new Set(stemsOf(`${segments.join(" ")} ${methodWords[endpoint.method] ?? ""}`));
  return last.length > 0 && last.every((one) => wanted.has(one)) && [...wanted].every((one) => reported.has(one));
}

/** What people say a request does. */
const methodWords: Record<string, string> = {
  GET: "get list show read fetch find load",
  POST: "create add post new report submit send save",
  PUT: "update change edit replace set",
  PATCH: "update change edit",
  DELETE: "delete remove",
};

/** What a question is about, beside that a diagram is wanted. */
function wordsOf(question: string): string[] {
  return [...new Set(subjectWords(question).map(stem))].filter((one) => !drawingWords.has(one));
}

const drawingWords = new Set(
  stemsOf(
    "draw diagram sequence flow flowchart chart graph request interaction step steps mermaid picture typical single common http",
  ),
);
