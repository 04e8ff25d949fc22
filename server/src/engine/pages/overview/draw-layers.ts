import { accessibleHead, labelOfLines } from "#server/engine/diagrams/mermaid-text.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { findModules } from "#server/engine/facts/code/find-modules.ts";
import { makePart, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";

/** Fewer parts or arrows are seen at a glance. */
const leastParts = 4;
const leastArrows = 4;
/** More cannot be told apart; those that import most come first. */
const shownArrows = 20;
/** Fewer imports between two parts may be chance. */
const leastImports = 3;
const citedPerArrow = 1;

type Arrow = ReturnType<typeof findModules>["edges"][number];

/**
 * Draws which folder builds on which, by imports that the build resolves, each with its role where facts tell one. Only what
 * is there is drawn: that something is not imported, a push may change where nobody looks. Null where few import each other.
 */
export function drawLayers(scope: CodeScope, subject: string): Diagram | null {
  const found = findModules(scope);
  const own = found.own.filter(
    ({ kind, path }) => kind !== "file" && path !== scope.folder && !beside.test(`${path}/`),
  );
  const folders = [...Map.groupBy(own, ({ path }) => asWhole(path))].map(([path, parts]) => joinParts(path, parts));
  const known = new Set(folders.map(({ path }) => path));
  const strong = joinArrows(found.edges).filter(
    ({ from, to, count }) =>
      count >= leastImports && known.has(from) && known.has(to) && from !== to && !isAround(from, to),
  );
  const arrows = strong.slice(0, shownArrows);
  const joined = folders.filter(({ path }) => arrows.some(({ from, to }) => from === path || to === path));
  if (joined.length < leastParts || arrows.length < leastArrows) return null;
  const ids = new Map(joined.map(({ path }, at) => [path, `n${at + 1}`]));
  const roleOf = rolesOf(scope);
  const boxes = joined.map((part): DiagramLine => {
    const role = roleOf(part);
    const lines = [scope.shorten(part.path), ...(role === null ? [] : [role])];
    return {
      text: `  ${ids.get(part.path) ?? ""}[${labelOfLines(lines)}]`,
      evidence: evidenceOfFiles(scope, part.files),
    };
  });
  const lines = arrows.flatMap((one): DiagramLine[] => {
    const back = arrows.find(({ from, to }) => from === one.to && to === one.from);
    // Of two that import each other that is drawn once.
    if (back !== undefined && arrows.indexOf(back) < arrows.indexOf(one)) return [];
    const evidence = [one, ...(back === undefined ? [] : [back])].flatMap(({ examples }) =>
      examples.slice(0, citedPerArrow).map(({ path, line }) => scope.at(path, line)),
    );
    const line = `  ${ids.get(one.from) ?? ""} ${back === undefined ? "-->" : "<-->"} ${ids.get(one.to) ?? ""}`;
    return [{ text: line, evidence }];
  });
  const cut = strong.length > arrows.length ? `, ${arrows.length} of ${strong.length}` : "";
  const description = `${joined.length} folders, an arrow from each to what it imports at least ${leastImports} times${cut}`;
  return {
    head: ["flowchart TB", ...accessibleHead(`What builds on what in ${subject}`, description)],
    lines: [...boxes, ...lines],
    minimum: leastParts,
  };
}

/** Steps of the database, tools and generated code stand beside the layers. */
const beside = /(?:^|\/)(?:migrations?|alembic|migrate|dev|tools?|scripts?|hack|build|ci|generated|vendor)\//i;

/** Pieces of an interface are one layer, however many folders they lie in. */
function asWhole(path: string): string {
  return path.replace(/^((?:.*\/)?components)\/.*$/, "$1");
}

function joinParts(path: string, parts: readonly CodePart[]): CodePart {
  return makePart({ name: path, path, kind: "folder", files: parts.flatMap(({ files }) => files), manifest: null });
}

function joinArrows(arrows: readonly Arrow[]): Arrow[] {
  const joined = new Map<string, Arrow>();
  for (const { from, to, count, examples } of arrows) {
    const key = `${asWhole(from)}\n${asWhole(to)}`;
    const known = joined.get(key) ?? { from: asWhole(from), to: asWhole(to), count: 0, examples: [] };
    joined.set(key, { ...known, count: known.count + count, examples: [...known.examples, ...examples] });
  }
  return [...joined.values()].toSorted((a, b) => b.count - a.count);
}

/** A folder and one inside it are no two parts. */
function isAround(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Shares of a part's files from which a role is that of the part. */
const mostlyInterface = 0.5;
const leastOfKind = 3;

/** What facts say a folder is for: requests that end in it, tables that it declares, an interface that it draws. */
function rolesOf(scope: CodeScope): (part: CodePart) => string | null {
  const handlers = findEndpoints(scope).flatMap(({ handler }) => handler?.path ?? []);
  const stored = findStoredSchemas(scope).map(({ path }) => path);
  return ({ path, files }) => {
    const paths = new Set(files.map((file) => file.path));
    const count = (all: readonly string[]) => all.filter((one) => paths.has(one)).length;
    const name = entityKey(path.split("/").at(-1) ?? "");
    const drawn = files.filter((file) => /\.(?:vue|svelte|tsx|jsx)$/.test(file.path)).length;
    // The one that holds most of them is meant, and not whoever has a few as well.
    if (count(stored) >= Math.max(leastOfKind, stored.length / 2)) return "declares the tables";
    if (count(handlers) >= Math.max(leastOfKind, handlers.length / 2)) return "answers requests";
    if (drawn > files.length * mostlyInterface && !/^(?:component|view|page|ui)s?$/.test(name))
      return "draws the interface";
    return null;
  };
}
