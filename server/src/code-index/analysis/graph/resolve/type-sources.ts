import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import type { Ref, Resolution, Type, TypeContext } from "./resolution.ts";
import { declarationOf } from "./resolution.ts";
import { instance } from "./type-shapes.ts";

/** The type of what a name leads to, used as a value. */
export function fromResolution(types: TypeContext, { refs, isCertain, external }: Resolution): Type | null {
  if (external !== null) return { kind: "external", isGuess: !isCertain };
  // One name may be a type and a value.
  const ref = refs.find((one) => !isTypeAlone(types, one)) ?? refs[0];
  if (ref === undefined) return null;
  if (ref.declaration < 0) return { kind: "module", paths: refs.map(({ path }) => path), isGuess: !isCertain };
  const type = types.typeOfDeclaration(ref);
  return type === null || isCertain ? type : { ...type, isGuess: true };
}

/** The type of a name in the position of a type. */
export function fromTypeName(types: TypeContext, { refs, isCertain, external }: Resolution): Type | null {
  if (external !== null) return { kind: "external", isGuess: !isCertain };
  for (const ref of refs.toSorted((a, b) => Number(isTypeAlone(types, b)) - Number(isTypeAlone(types, a)))) {
    const declaration = declarationOf(types.around, ref);
    if (declaration === null) return { kind: "module", paths: refs.map(({ path }) => path), isGuess: !isCertain };
    if (/^(?:class|interface|struct|enum|type|object)$/.test(declaration.kind)) return instance(ref, !isCertain);
    if (declaration.kind === "typeParameter") return types.typeNamed(ref.path, declaration.type);
    if (declaration.value >= 0) return types.typeNamed(ref.path, declaration.value);
  }
  return null;
}

function isTypeAlone(types: TypeContext, ref: Ref): boolean {
  return /^(?:interface|type)$/.test(declarationOf(types.around, ref)?.kind ?? "");
}

/** A module that is a value: `import("./boat")`. */
export function fromModule(types: TypeContext, path: string, graph: FileGraph, declaration: number): Type | null {
  const binding = graph.imports[graph.declarations[declaration]?.importing ?? -1];
  if (binding === undefined) return null;
  const { paths, external } = types.around.resolveImport(path, binding.specifier, []);
  if (external !== null) return { kind: "external", isGuess: false };
  return paths.length === 0 ? null : { kind: "module", paths, isGuess: false };
}

/** The type of a member. */
export function propertyOf(types: TypeContext, type: Type | null, name: string): Type | null {
  if (type === null || type.kind === "external") return type;
  const found = types.members(type, name);
  return found === null ? null : fromResolution(types, found);
}
