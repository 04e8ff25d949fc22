import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { findModules } from "#server/engine/facts/code/find-modules.ts";
import { makePart, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ListItem } from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

/** Fewer parts or arrows are seen at a glance. */
const leastParts = 4;
const leastArrows = 4;
const shownParts = 6;
const shownTargets = 5;
/** Fewer imports between two parts may be chance. */
const leastImports = 3;
const citedPerArrow = 1;

type Arrow = ReturnType<typeof findModules>["edges"][number];

/**
 * Which folder builds on which, by imports that the build resolves, from the outside in, each with its role where facts tell
 * one. Only what is there is said: that something is not imported, a push may change where nobody looks.
 */
export function layerItems(scope: CodeScope): ListItem[] {
  const found = findModules(scope);
  const own = found.own.filter(
    ({ kind, path }) => kind !== "file" && path !== scope.folder && !beside.test(`${path}/`),
  );
  const folders = [...Map.groupBy(own, ({ path }) => asWhole(path))].map(([path, parts]) => joinParts(path, parts));
  const known = new Map(folders.map((part) => [part.path, part]));
  const arrows = joinArrows(found.edges);
  const strong = arrows.filter(
    ({ from, to, count }) =>
      count >= leastImports && known.has(from) && known.has(to) && from !== to && !isAround(from, to),
  );
  const joined = folders.filter(({ path }) => strong.some(({ from, to }) => from === path || to === path));
  if (joined.length < leastParts || strong.length < leastArrows) return [];
  const height = ({ path }: CodePart) =>
    strong.filter(({ from }) => from === path).length - strong.filter(({ to }) => to === path).length;
  const roleOf = rolesOf(scope);
  const named = (part: CodePart | undefined): string => {
    const role = part === undefined ? null : roleOf(part);
    return `${codeSpan(scope.shorten(part?.path ?? ""))}${role === null ? "" : ` (${role})`}`;
  };
  const isSaid = new Set<string>();
  const isPaired = new Set<string>();
  const nameOnce = (path: string): string => {
    const part = known.get(path);
    if (isSaid.has(path)) return codeSpan(scope.shorten(path));
    isSaid.add(path);
    return named(part);
  };
  return joined
    .toSorted((a, b) => height(b) - height(a) || (a.path < b.path ? -1 : 1))
    .flatMap((part): ListItem[] => {
      const out = strong.filter(({ from }) => from === part.path).slice(0, shownTargets);
      if (out.length === 0) return [];
      const down = out.filter((one) => !isMutual(strong, one));
      // Of two that import each other that is said once.
      const mutual = out.filter(({ from, to, ...one }) => isMutual(strong, { from, to, ...one }) && !isPaired.has(to));
      if (down.length + mutual.length === 0) return [];
      if (mutual.length > 0) isPaired.add(part.path);
      const name = nameOnce(part.path);
      const all = arrows.filter(({ from, to }) => from === part.path && to !== from && !isAround(from, to));
      // What is imported less often, or by chance, is not named: the list is not all of it.
      const most = all.length > out.length ? "imports above all" : "imports";
      const parts = [
        ...(down.length > 0 ? [`${most} ${enumerate(down.map(({ to }) => nameOnce(to)))}`] : []),
        ...(mutual.length > 0 ? [`and ${enumerate(mutual.map(({ to }) => nameOnce(to)))} import each other`] : []),
      ];
      return [
        {
          text: `${name} ${parts.join("; it ")}.`,
          evidence: [...down, ...mutual].flatMap(({ examples }) =>
            examples.slice(0, citedPerArrow).map(({ path, line }) => scope.at(path, line)),
          ),
        },
      ];
    })
    .slice(0, shownParts);
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

function isMutual(arrows: readonly Arrow[], { from, to }: Arrow): boolean {
  return arrows.some((one) => one.from === to && one.to === from);
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
