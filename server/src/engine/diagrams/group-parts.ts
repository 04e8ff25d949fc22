import type { CodePart } from "#server/engine/facts/code/find-parts.ts";
import { findManifests } from "#server/engine/facts/project/find-manifests.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** Parts drawn in one box, or one part on its own. */
export interface PartGroup {
  /** Null for parts without a box. */
  name: string | null;
  /** The folder that its parts share, without slashes at the ends. */
  folder: string;
  parts: CodePart[];
}

/**
 * Parts of one package share a box, as do parts under one top folder when there are no packages; a box around
 * everything or around a single part would say nothing.
 */
export function groupParts(scope: CodeScope, parts: readonly CodePart[]): PartGroup[] {
  const byPackage = [...Map.groupBy(parts, (part) => packageFolder(scope, part))];
  const packages = byPackage.filter(([folder, own]) => folder !== null && own.length > 1);
  const rest = byPackage.filter((group) => !packages.includes(group)).flatMap(([, own]) => own);
  const groups = [...packages, ...Map.groupBy(rest, (part) => topFolder(scope, part))];
  const boxed = groups.filter(([folder, own]) => folder && own.length > 1);
  if (groups.length < 2 || boxed.length === 0) return [{ name: null, folder: "", parts: [...parts] }];
  const alone = groups.filter((group) => !boxed.includes(group)).flatMap(([, own]) => own);
  return [
    ...boxed.map(([name, own]) => ({ name, folder: commonFolder(own.map(({ path }) => path)), parts: own })),
    ...(alone.length > 0 ? [{ name: null, folder: "", parts: alone }] : []),
  ];
}

/** The folder of the nearest package around the part; null where no package but the scope itself is around it. */
function packageFolder(scope: CodeScope, part: CodePart): string | null {
  const isInside = (folder: string) => part.path === folder || part.path.startsWith(`${folder}/`);
  const [nearest] = findManifests(scope)
    .filter(({ folder }) => folder !== "" && folder !== scope.folder && isInside(folder))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  return nearest?.folder ?? null;
}

/** "" for files that lie at the root. */
function topFolder(scope: CodeScope, part: CodePart): string {
  const depth = scope.folder === "" ? 0 : scope.folder.length + 1;
  const [top = "", ...below] = part.path.slice(depth).split("/");
  return below.length > 0 || part.kind !== "file" ? `${part.path.slice(0, depth)}${top}` : "";
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/"));
  const differs = first.findIndex((name, at) => others.some((other) => other[at] !== name));
  return (differs < 0 ? first : first.slice(0, differs)).join("/");
}
