import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { findKnownPackage } from "#server/engine/facts/project/known-packages.ts";
import { gatherFacts, isAside } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const maxCandidates = 5;
/** Modules of standard libraries that serve HTTP. */
const serverModules = /^(?:node:)?https?2?$|^net\/http$|^http\.server$|^wsgiref(?:\.|$)|^webrick$/;
const routePath =
  /(?:^|[/._-])(?:routes?|routers?|routing|endpoints?|controllers?|urls|handlers?|rest|api|server)(?:[/._-]|$)/i;

/** A file that may declare endpoints, the line that suggests it, and how far it does. */
interface EndpointCandidate extends FileRef {
  line: number;
  reason: string;
  weight: number;
}

/** Says that the index recognised no endpoint, and where endpoints would most likely be declared; null where it recognised some. */
export async function describeMissingEndpoints(context: AnswerContext): Promise<StatementBlock | null> {
  const known = await gatherFacts(context, ({ endpoints }) => endpoints);
  if (known.length > 0) return null;
  const candidates = findCandidates(context);
  const lead = "No HTTP endpoints were recognised in the indexed code.";
  const next = candidates.length === 0 ? "" : " If there are any, they are most likely declared in:";
  const entries = candidates.map((one) => ({
    text: `- ${shownPath(context, one)}, ${one.reason}`,
    evidence: [linesOf(one, one.line)],
  }));
  return { heading: null, statements: [{ text: `${lead}${next}`, evidence: [] }, ...entries] };
}

/** Files that import what serves HTTP, those named after routes first, then others of such names. */
function findCandidates(context: AnswerContext): EndpointCandidate[] {
  return context.codebases
    .flatMap((codebase) => {
      const locations = codebase.index
        .files()
        .filter(({ path, kind }) => kind === "source" && !isAside(path))
        .map(({ path }) => ({ codebase, path }));
      const imported = importsOfServers(codebase.index);
      return locations.flatMap((location) => toCandidate(context, location, imported.get(location.path) ?? null) ?? []);
    })
    .toSorted((a, b) => b.weight - a.weight || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, maxCandidates);
}

/** For each file that imports a package or module that serves HTTP, the name of that package. */
function importsOfServers(index: AnswerContext["codebases"][number]["index"]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, files } of index.externalImports()) {
    if (!serverModules.test(name) && findKnownPackage(name)?.role !== "serving HTTP") continue;
    for (const path of files) found.set(path, name);
  }
  return found;
}

function toCandidate(context: AnswerContext, location: FileRef, imported: string | null): EndpointCandidate | null {
  const isNamed = routePath.test(location.path);
  if (imported === null && !isNamed) return null;
  const facts = context.facts(location);
  const line =
    imported === null ? undefined : facts?.imports.find(({ specifier }) => specifier.includes(imported))?.line;
  if (imported !== null && line !== undefined)
    return { ...location, line, reason: `which imports ${codeSpan(imported)} (line ${line})`, weight: isNamed ? 3 : 2 };
  const [first] = facts?.symbols ?? [];
  if (!isNamed || !first) return null;
  const reason = `by its name; it declares ${codeSpan(first.name)} (line ${first.startLine})`;
  return { ...location, line: first.startLine, reason, weight: 1 };
}
