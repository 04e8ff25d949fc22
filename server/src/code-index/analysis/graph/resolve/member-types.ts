import { functionOf } from "./call-types.ts";
import { findMembers } from "./find-members.ts";
import type { Resolution, Type, TypeContext } from "./resolution.ts";
import { underlying } from "./type-shapes.ts";
import { fromResolution } from "./type-sources.ts";

/** Null where nothing is known; without refs where the type is known to have no such member in the repository. */
export function membersOf(types: TypeContext, type: Type, name: string): Resolution | null {
  switch (type.kind) {
    case "external":
    case "list":
    case "tuple":
      return { refs: [], isCertain: true, external: "" };
    case "module":
      return ofModule(types, type.paths, name);
    case "union":
      return ofUnion(types, type.of, name);
    case "parameters":
      return ofParameters(types, type.of, name);
    case "instance":
    case "class":
    case "function":
      return ofDeclared(types, type, name);
  }
}

/** Of an intersection one part has it; of a union each may, and without narrowing it is unknown which one is meant. */
function ofUnion(types: TypeContext, parts: readonly (Type | null)[], name: string): Resolution | null {
  const found = parts.flatMap((part) => (part === null ? [] : [types.members(part, name)]));
  const known = found.filter((one) => one !== null);
  const having = known.filter(({ refs }) => refs.length > 0);
  const [first] = known;
  if (having.length === 0) return first !== undefined && known.length === parts.length ? first : null;
  const sure = having.filter(({ isCertain }) => isCertain);
  const best = sure.length > 0 ? sure : having;
  const isCertain = sure.length > 0 && new Set(sure.map(({ refs }) => JSON.stringify(refs[0]))).size === 1;
  return { refs: best.flatMap(({ refs }) => refs), isCertain, external: null };
}

function ofModule(types: TypeContext, paths: readonly string[], name: string): Resolution | null {
  const wanted = paths.length > 1 ? types.around.declaring(paths, name) : paths;
  types.around.graphs(wanted);
  for (const path of wanted) {
    const found = types.names.exported(path, name);
    if (found.refs.length > 0 || found.external !== null) return found;
  }
  if (paths.length > 1 && paths.length <= 40 && wanted.length < paths.length) {
    types.around.graphs(paths);
    for (const path of paths) {
      const found = types.names.exported(path, name);
      if (found.refs.length > 0) return found;
    }
  }
  const [path = ""] = paths;
  if (paths.length === 1) {
    const whole = types.names.exported(path, "default");
    const type = whole.refs.length > 0 ? fromResolution(types, whole) : null;
    const inside = types.around.resolveImport(path, `.`, [name]).paths.find((file) => file !== path);
    if (path.endsWith("__init__.py") && inside !== undefined)
      return { refs: [{ path: inside, declaration: -1 }], isCertain: true, external: null };
    if (type !== null && type.kind !== "module") return types.members(type, name);
  }
  return null;
}

function ofParameters(types: TypeContext, type: Type, name: string): Resolution | null {
  const called = functionOf(types, type);
  const found = called?.declaration.parameters.find(
    (at) => types.around.graph(called.ref.path)?.declarations[at]?.name === name,
  );
  if (called !== null && found !== undefined)
    return { refs: [{ path: called.ref.path, declaration: found }], isCertain: !called.isGuess, external: null };
  return type.kind === "class" && called === null
    ? ofDeclared(types, type, name)
    : { refs: [], isCertain: false, external: null };
}

function ofDeclared(
  types: TypeContext,
  type: Type & { kind: "instance" | "class" | "function" },
  name: string,
): Resolution | null {
  const found = findMembers(types, { ref: type.ref, name });
  if (found !== null && (found.refs.length > 0 || found.external !== null))
    return type.isGuess ? { ...found, isCertain: false } : found;
  const alias = underlying(types, type.ref);
  return alias === null ? null : types.members(alias, name);
}
