import type { FileGraph, NameUse } from "#server/code-index/analysis/graph/model/file-graph.ts";

import { chooseMembers } from "./choose-members.ts";
import { followImport } from "./follow-import.ts";
import type { NameContext, NameResolver, Ref, Resolution, Surroundings, TypeResolver } from "./resolution.ts";
import { isSameRef, nothing } from "./resolution.ts";
import { resolveFree } from "./resolve-free.ts";

/** Re-exports of re-exports are followed this far. */
const maxDepth = 8;

/** Leads names to their declarations: scopes first, then imports, the package around, members by type. */
export function createNameResolver(around: Surroundings, types: () => TypeResolver): NameResolver {
  const known = new Map<string, Resolution>();
  const active = new Set<string>();

  /** A question that leads back to itself has no answer. */
  function guarded(key: string, resolve: () => Resolution): Resolution {
    if (active.has(key)) return nothing;
    active.add(key);
    try {
      return resolve();
    } finally {
      active.delete(key);
    }
  }

  const context: NameContext = {
    around,
    types,
    resolveUse: (path, use) => {
      const key = `${path} ${use}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      return guarded(key, () => {
        const found = resolveUse(context, path, use);
        known.set(key, found);
        return found;
      });
    },
    overridden: (ref) => findOverridden(context, ref),
    exported: (path, name, depth = 0) =>
      guarded(`export ${path} ${name}`, () =>
        depth > maxDepth ? nothing : findExported(context, { path, name, depth }),
      ),
  };
  return context;
}

function resolveUse(context: NameContext, path: string, at: number): Resolution {
  const graph = context.around.graph(path);
  const use = graph?.uses[at];
  if (!graph || use === undefined) return nothing;
  if (use.isMember && use.target < 0) return resolveMember(context, path, use);
  // A key of an object or a struct's literal is the member that is expected there.
  const expected = use.of < 0 ? null : resolveKnownMember(context, path, use);
  if (expected !== null && expected.refs.length > 0) return expected;
  if (use.target >= 0) return resolveDeclared(context, { path, graph, target: use.target });
  return resolveFree(context, { path, graph, use });
}

function resolveDeclared(
  context: NameContext,
  { path, graph, target }: { path: string; graph: FileGraph; target: number },
): Resolution {
  const declaration = graph.declarations[target];
  if (declaration === undefined) return nothing;
  if (declaration.importing >= 0) return followImport(context, { path, graph, target });
  return { refs: sameThing(path, graph, target), isCertain: true, external: null };
}

/** Overloads, and a narrowed variable with the one it narrows. */
function sameThing(path: string, graph: FileGraph, target: number): Ref[] {
  const one = graph.declarations[target];
  const refs = [{ path, declaration: target }];
  if (one === undefined || one.name === "") return refs;
  for (const [declaration, other] of graph.declarations.entries()) {
    if (declaration === target || other.name !== one.name || other.ownerName !== one.ownerName) continue;
    const isSameLocation = other.line === one.line && other.column === one.column;
    const isOverload =
      other.reach === one.reach && one.reach !== "local" && other.owner === one.owner && other.kind !== "import";
    if (isSameLocation || isOverload) refs.push({ path, declaration });
  }
  return refs;
}

/** Classes on top of each other that are climbed. */
const maxClimb = 6;
const overrides = /^(?:typescript|tsx|javascript|java|csharp|php)$/;

/** Languages whose classes say what they are built on; elsewhere a member is itself. */
function findOverridden(context: NameContext, ref: Ref): Ref {
  const types = context.types();
  let top = ref;
  for (let climbed = 0; climbed < maxClimb; climbed += 1) {
    const graph = context.around.graph(top.path);
    const member = graph?.declarations[top.declaration];
    const owner = member?.reach === "member" ? graph?.declarations[member.owner] : undefined;
    if (!graph || !member || !owner || !overrides.test(graph.language)) return top;
    const { path } = top;
    const bases = owner.bases.map((base) => types.typeNamed(path, base));
    const found = bases.map((base) => (base === null ? null : types.members(base, member.name)?.refs[0]));
    const above = found.find((one) => one !== null && one !== undefined);
    if (!above || isSameRef(above, top)) return top;
    top = above;
  }
  return top;
}

/** Null where the type of what it is a member of is not known. */
function resolveKnownMember(context: NameContext, path: string, use: NameUse): Resolution | null {
  const types = context.types();
  const type = types.valueType(path, use.of);
  const found = type === null ? null : types.members(type, use.name);
  return found !== null && type?.isGuess === true ? { ...found, isCertain: false } : found;
}

function resolveMember(context: NameContext, path: string, use: NameUse): Resolution {
  const found = use.of < 0 ? null : resolveKnownMember(context, path, use);
  return found ?? chooseMembers(context.around, path, use);
}

/** What other files get under that name from this one. */
function findExported(
  context: NameContext,
  { path, name, depth }: { path: string; name: string; depth: number },
): Resolution {
  const { around } = context;
  const graph = around.graph(path);
  if (graph === null) return nothing;
  for (const entry of graph.exports)
    if (entry.name === name && entry.use >= 0) return context.resolveUse(path, entry.use);
  const target = graph.declarations.findIndex(
    (declaration) => declaration.name === name && declaration.reach === "file",
  );
  if (target >= 0) return resolveDeclared(context, { path, graph, target });
  for (const { specifier, isExport } of graph.stars) {
    if (!isExport) continue;
    for (const file of around.resolveImport(path, specifier, []).paths) {
      const found = context.exported(file, name, depth + 1);
      if (found.refs.length > 0) return found;
    }
  }
  return nothing;
}
