import type { Expression, FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import { callbackElement, listCallback, listResult, parameterType, resultOf } from "./call-types.ts";
import type { Ref, Type, TypeContext } from "./resolution.ts";
import { elementOf, instance, partOf, union } from "./type-shapes.ts";
import { fromModule, fromResolution, fromTypeName, propertyOf } from "./type-sources.ts";
import { anything, lists, maps, narrower, promises, same } from "./well-known-types.ts";

/** The type of a value. */
export function typeOfValue(
  types: TypeContext,
  path: string,
  { graph, expression: e }: { graph: FileGraph; expression: Expression },
): Type | null {
  const own = (declaration: number): Ref => ({ path, declaration });
  switch (e.kind) {
    case "name":
      return fromResolution(types, types.names.resolveUse(path, e.a));
    case "builtin":
      return { kind: "external", isGuess: false };
    case "self":
      return instance(own(e.a));
    case "selfOf":
      return null;
    case "super":
      return union((graph.declarations[e.a]?.bases ?? []).map((base) => types.typeNamed(path, base)));
    case "object":
      return graph.declarations[e.a]?.kind === "class"
        ? { kind: "class", ref: own(e.a), isGuess: false }
        : instance(own(e.a));
    case "function":
      return graph.declarations[e.a]?.kind === "import"
        ? fromModule(types, path, graph, e.a)
        : { kind: "function", ref: own(e.a), isGuess: false };
    case "call":
    case "new":
      return listResult(types, path, graph, e.a) ?? resultOf(types, types.valueType(path, e.a));
    case "instanceOf":
      return types.typeNamed(path, e.a);
    case "await":
      return types.valueType(path, e.a);
    case "element":
      return elementOf(types, types.valueType(path, e.a));
    case "list":
      return { kind: "list", of: types.valueType(path, e.a), isGuess: false };
    case "tuple":
      return { kind: "tuple", of: e.list.map((part) => types.valueType(path, part)), isGuess: false };
    case "union":
      return union(e.list.map((part) => types.valueType(path, part)));
    case "part":
      return partOf(types.valueType(path, e.a), e.at);
    case "property":
      return propertyOf(types, types.valueType(path, e.a), e.name);
    case "argument":
      return listCallback(types, path, graph, e) ?? parameterType(types, types.valueType(path, e.a), e.at);
    case "parameterOf":
      return callbackElement(types, path, graph, e) ?? parameterType(types, types.valueType(path, e.a), e.at);
    case "parametersOf": {
      const of = types.valueType(path, e.a);
      return of === null || of.kind === "external" ? of : { kind: "parameters", of, isGuess: of.isGuess };
    }
    case "generic":
      return types.valueType(path, e.a);
    case "typeof":
      return types.valueType(path, e.a);
  }
}

/** The type that is written. */
export function typeOfName(
  types: TypeContext,
  path: string,
  { graph, expression: e }: { graph: FileGraph; expression: Expression },
): Type | null {
  if (e.kind === "name") {
    const type = fromTypeName(types, types.names.resolveUse(path, e.a));
    return type?.kind === "external" && anything.test(graph.uses[e.a]?.name ?? "") ? null : type;
  }
  if (e.kind === "generic") return generic(types, path, graph, e);
  if (e.kind === "list") return { kind: "list", of: types.typeNamed(path, e.a), isGuess: false };
  if (e.kind === "tuple") return { kind: "tuple", of: namedTypes(types, path, e.list), isGuess: false };
  if (e.kind === "union") return union(namedTypes(types, path, e.list));
  if (e.kind === "element") return elementOf(types, types.typeNamed(path, e.a));
  return typeOfValue(types, path, { graph, expression: e });
}

function namedTypes(types: TypeContext, path: string, list: readonly number[]): (Type | null)[] {
  return list.map((part) => types.typeNamed(path, part));
}

function generic(types: TypeContext, path: string, graph: FileGraph, e: Expression & { kind: "generic" }): Type | null {
  const base = graph.expressions[e.a];
  const name = base?.kind === "name" ? (graph.uses[base.a]?.name ?? "") : "";
  const first = (): Type | null => types.typeNamed(path, e.list[0] ?? -1);
  const own = types.typeNamed(path, e.a);
  if (own !== null && own.kind !== "external") return own;
  if (promises.test(name) || same.test(name))
    return name === "Union" ? union(e.list.map((part) => types.typeNamed(path, part))) : first();
  if (narrower.test(name)) {
    const of = first();
    return of && { ...of, isGuess: true };
  }
  if (lists.test(name)) return { kind: "list", of: first(), isGuess: false };
  if (maps.test(name)) return { kind: "list", of: types.typeNamed(path, e.list.at(-1) ?? -1), isGuess: false };
  if (name === "tuple" || name === "Tuple")
    return { kind: "tuple", of: e.list.map((part) => types.typeNamed(path, part)), isGuess: false };
  if (name === "ReturnType") return resultOf(types, first());
  if (name === "InstanceType") return first();
  if (name === "type" || name === "Type") {
    const of = first();
    return of?.kind === "instance" ? { ...of, kind: "class" } : of;
  }
  return own;
}
