import type { Declaration, Expression, FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import { typeOfName, typeOfValue } from "./expression-types.ts";
import { membersOf } from "./member-types.ts";
import type { NameResolver, Ref, Surroundings, Type, TypeContext, TypeResolver } from "./resolution.ts";
import { declarationOf } from "./resolution.ts";
import { instance } from "./type-shapes.ts";

/** Types that rest on each other deeper than this are given up. */
const maxDepth = 96;

type TypeOf = (types: TypeContext, path: string, found: { graph: FileGraph; expression: Expression }) => Type | null;

/** Types as far as the syntax tells, followed through files. Null when unknown. */
export function createTypeResolver(around: Surroundings, names: NameResolver): TypeResolver {
  const known = new Map<string, Type | null>();
  const active = new Set<string>();

  /** Each question once; one that leads back to itself has no answer. */
  function once(key: string, make: () => Type | null): Type | null {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (active.has(key) || active.size > maxDepth) return null;
    active.add(key);
    try {
      const made = make();
      known.set(key, made);
      return made;
    } finally {
      active.delete(key);
    }
  }

  function typeAt(kind: string, read: TypeOf): (path: string, at: number) => Type | null {
    return (path, at) => {
      const graph = at < 0 ? null : around.graph(path);
      const expression = graph?.expressions[at];
      if (!graph || !expression) return null;
      return once(`${kind} ${path} ${at}`, () => read(types, path, { graph, expression }));
    };
  }

  const types: TypeContext = {
    around,
    names,
    valueType: typeAt("value", typeOfValue),
    typeNamed: typeAt("name", typeOfName),
    typeOfDeclaration: (ref) =>
      once(`declaration ${ref.path} ${ref.declaration}`, () => {
        const declaration = declarationOf(around, ref);
        return declaration === null
          ? { kind: "module", paths: [ref.path], isGuess: false }
          : declaredType(types, ref, declaration);
      }),
    members: (type, name) => {
      if (!("ref" in type)) return membersOf(types, type, name);
      // Classes may be built on each other in a circle.
      const key = `member ${type.kind} ${type.ref.path} ${type.ref.declaration} ${name}`;
      if (active.has(key)) return null;
      active.add(key);
      try {
        return membersOf(types, type, name);
      } finally {
        active.delete(key);
      }
    },
  };
  return types;
}

function declaredType(types: TypeContext, ref: Ref, declaration: Declaration): Type | null {
  const { kind, type, value, reach, ownerName } = declaration;
  switch (kind) {
    case "class":
    case "struct":
    case "enum":
    case "interface":
    case "type":
    case "import":
    case "module":
      return { kind: "class", ref, isGuess: false };
    case "object":
      return instance(ref);
    case "function":
    case "method": {
      // A function set on an object: what it was set to says more.
      const set = reach === "member" && ownerName !== null ? types.valueType(ref.path, value) : null;
      return set?.kind === "function" ? set : { kind: "function", ref, isGuess: false };
    }
    case "field":
    case "parameter":
    case "variable":
    case "constant":
    case "typeParameter":
      return type >= 0 ? types.typeNamed(ref.path, type) : types.valueType(ref.path, value);
  }
}
