import type { Declaration, FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import { findMembers } from "./find-members.ts";
import type { Ref, Type, TypeContext } from "./resolution.ts";
import { declarationOf } from "./resolution.ts";
import { instance, underlying } from "./type-shapes.ts";
import { elementCallbacks, keepsList, takesElement } from "./well-known-types.ts";

/** The function behind a value that can be called; null where there is none. */
export function functionOf(
  types: TypeContext,
  type: Type | null,
): { ref: Ref; declaration: Declaration; isGuess: boolean } | null {
  if (type === null) return null;
  if (type.kind === "union") {
    for (const part of type.of) {
      const found = functionOf(types, part);
      if (found !== null) return found;
    }
    return null;
  }
  if (type.kind === "function") {
    const declaration = declarationOf(types.around, type.ref);
    return declaration === null ? null : { ref: type.ref, declaration, isGuess: type.isGuess };
  }
  if (type.kind !== "instance" && type.kind !== "class") return null;
  const alias = underlying(types, type.ref);
  if (alias !== null) return functionOf(types, alias);
  for (const name of type.kind === "class" ? ["constructor", "__init__"] : ["()", "__call__"]) {
    const [ref] = findMembers(types, { ref: type.ref, name })?.refs ?? [];
    const declaration = ref === undefined ? null : declarationOf(types.around, ref);
    if (ref !== undefined && declaration !== null) return { ref, declaration, isGuess: type.isGuess };
  }
  return null;
}

/** What a call of it gives. */
export function resultOf(types: TypeContext, type: Type | null): Type | null {
  if (type === null || type.kind === "external") return type;
  if (type.kind === "class") {
    const alias = underlying(types, type.ref);
    return alias ?? instance(type.ref, type.isGuess);
  }
  const called = functionOf(types, type);
  if (called === null) return null;
  const { ref, declaration } = called;
  const result =
    declaration.type >= 0 ? types.typeNamed(ref.path, declaration.type) : types.valueType(ref.path, declaration.value);
  const single = result?.kind === "tuple" && result.of.length === 1 ? (result.of[0] ?? null) : result;
  return single !== null && called.isGuess ? { ...single, isGuess: true } : single;
}

/** The type of the parameter at an index. */
export function parameterType(types: TypeContext, type: Type | null, at: number): Type | null {
  if (type?.kind === "external") return type;
  const called = functionOf(types, type);
  const parameter = called === null ? undefined : called.declaration.parameters[at];
  if (called === null || parameter === undefined) return null;
  return types.typeOfDeclaration({ path: called.ref.path, declaration: parameter });
}

/** The member that is called, with the list it is called of. */
function calledOfList(
  types: TypeContext,
  path: string,
  graph: FileGraph,
  at: number,
): { name: string; of: Type & { kind: "list" } } | null {
  const callee = graph.expressions[at];
  const use = callee?.kind === "name" ? graph.uses[callee.a] : undefined;
  const of = use?.isMember === true && use.of >= 0 ? types.valueType(path, use.of) : null;
  return of?.kind === "list" ? { name: use?.name ?? "", of } : null;
}

/** What methods of lists give. */
export function listResult(types: TypeContext, path: string, graph: FileGraph, at: number): Type | null {
  const called = calledOfList(types, path, graph, at);
  if (called === null) return null;
  if (keepsList.has(called.name)) return called.of;
  return takesElement.has(called.name) ? called.of.of : null;
}

/** What methods of lists take is nothing of the repository. */
export function listCallback(
  types: TypeContext,
  path: string,
  graph: FileGraph,
  e: { a: number; at: number },
): Type | null {
  const called = calledOfList(types, path, graph, e.a);
  return called === null ? null : { kind: "external", isGuess: false };
}

/** `list.map((element) => …)`. */
export function callbackElement(
  types: TypeContext,
  path: string,
  graph: FileGraph,
  e: { a: number; at: number },
): Type | null {
  const expected = graph.expressions[e.a];
  if (expected?.kind !== "argument" || e.at !== 0) return null;
  const called = calledOfList(types, path, graph, expected.a);
  return called !== null && elementCallbacks.has(called.name) ? called.of.of : null;
}
