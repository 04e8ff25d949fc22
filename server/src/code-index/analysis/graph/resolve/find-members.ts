import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import type { Ref, Resolution, Surroundings, Type, TypeContext } from "./resolution.ts";
import { declarationOf } from "./resolution.ts";

const maxBases = 12;

/**
 * Members of one declared type: its own, those its package adds to it elsewhere, then those of what it is built on.
 * Null where it has none of that name as far as is known.
 */
export function findMembers(types: TypeContext, { ref, name }: { ref: Ref; name: string }): Resolution | null {
  const { around } = types;
  const declaration = declarationOf(around, ref);
  const graph = around.graph(ref.path);
  if (declaration === null || graph === null) return null;
  const own = [...ownMembers(graph, ref, name), ...addedMembers(around, graph, { ref, name, owner: declaration.name })];
  if (own.length > 0) return { refs: own, isCertain: true, external: null };
  const bases = declaration.bases.slice(0, maxBases).map((base) => types.typeNamed(ref.path, base));
  let hasOutside = false;
  for (const base of bases) {
    if (base === null || (isRef(base) && base.ref.path === ref.path && base.ref.declaration === ref.declaration))
      continue;
    if (base.kind === "external") {
      hasOutside = true;
      continue;
    }
    const found = types.members(base, name);
    if (found !== null && found.refs.length > 0) return found;
    hasOutside ||= found?.external !== null && found !== null;
  }
  return hasOutside && !bases.includes(null) ? { refs: [], isCertain: true, external: "" } : null;
}

function isRef(type: Type): type is Type & { ref: Ref } {
  return "ref" in type;
}

function ownMembers(graph: FileGraph, ref: Ref, name: string): Ref[] {
  return graph.declarations.flatMap((member, at) =>
    member.owner === ref.declaration && member.name === name ? [{ path: ref.path, declaration: at }] : [],
  );
}

/** Members declared apart from their type: Go methods, Rust impls, functions assigned to a JavaScript object. */
function addedMembers(
  around: Surroundings,
  graph: FileGraph,
  { ref, name, owner }: { ref: Ref; name: string; owner: string },
): Ref[] {
  if (owner === "" || !/^(?:go|rust|javascript|typescript|tsx)$/.test(graph.language)) return [];
  const isGo = graph.language === "go";
  const isRust = graph.language === "rust";
  const files = isGo
    ? around.declaring(around.packageFiles(ref.path), name)
    : isRust
      ? around.filesDeclaring(name, ref.path)
      : [];
  const all = [...new Set([ref.path, ...files])];
  around.graphs(all);
  return all.flatMap((path) =>
    (around.graph(path)?.declarations ?? []).flatMap((member, at) =>
      member.ownerName === owner && member.name === name ? [{ path, declaration: at }] : [],
    ),
  );
}
