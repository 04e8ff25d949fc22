import type { Ref, Type, TypeContext } from "./resolution.ts";
import { declarationOf } from "./resolution.ts";

/** A value of a declared type. */
export function instance(ref: Ref, isGuess = false): Type {
  return { kind: "instance", ref, isGuess };
}

/** Several types at once; those from outside are left out where others are known. */
export function union(types: readonly (Type | null)[]): Type | null {
  const list = types.filter((type) => type !== null);
  const own = list.filter((type) => type.kind !== "external");
  if (own.length === 0) return list.length > 0 && list.length === types.length ? (list[0] ?? null) : null;
  return own.length === 1 ? (own[0] ?? null) : { kind: "union", of: own, isGuess: own.some((type) => type.isGuess) };
}

/** What is in a list, or comes out of a loop over it. */
export function elementOf(types: TypeContext, type: Type | null): Type | null {
  if (type === null || type.kind === "external") return type;
  if (type.kind === "list") return type.of;
  if (type.kind === "tuple" || type.kind === "union")
    return union(type.of.map((part) => (type.kind === "union" ? elementOf(types, part) : part)));
  if (type.kind === "instance") return elementOf(types, underlying(types, type.ref));
  return null;
}

/** Names for names for types are followed this far. */
const maxAliases = 8;

/** The type behind a type alias; null for other types and for circular aliases. */
export function underlying(types: TypeContext, ref: Ref): Type | null {
  let at = ref;
  for (let followed = 0; followed < maxAliases; followed += 1) {
    const declaration = declarationOf(types.around, at);
    if (declaration?.kind !== "type") return null;
    const type = types.typeNamed(at.path, declaration.type);
    if (type?.kind !== "instance" || declarationOf(types.around, type.ref)?.kind !== "type") return type;
    at = type.ref;
  }
  return null;
}

/** One of several results. */
export function partOf(type: Type | null, at: number): Type | null {
  if (type === null || type.kind === "external") return type;
  if (type.kind === "tuple") return type.of[at] ?? null;
  if (type.kind === "list") return type.of;
  return at === 0 ? type : null;
}
