import type { Node, Tree } from "web-tree-sitter";

const maxLevels = 12;
const routeType = /\bfunc\s*\(|Handler|HandleFunc|HandlerFn|Controller|(?:Route|Endpoint)s?\b/;

/**
 * Whether the type of a Go literal says that it holds routes or handlers; null in languages whose literals have no
 * type.
 */
export function isRouteType(literal: Node): boolean | null {
  let node: Node | null = literal;
  let isGo = literal.type === "literal_value";
  for (let level = 0; node !== null && level < maxLevels; level += 1) {
    if (node.type === "composite_literal") {
      isGo = true;
      const type = node.childForFieldName("type");
      if (type !== null && routeType.test(`${type.text} ${declarationOf(type)}`)) return true;
      // A row's own type says what it is; a table of another type does not change it.
      if (type !== null) return false;
    }
    node = node.parent;
  }
  return isGo ? false : null;
}

/** Types that a file declares, by name; read once for a tree. */
const declared = new WeakMap<Tree, Map<string, string>>();

/** How the same file declares the innermost named type: `struct { path string; run func() }`. */
function declarationOf(type: Node): string {
  const name = /(?<![\w.])(\w+)$/.exec(type.text)?.[1] ?? "";
  const types = declared.get(type.tree) ?? readDeclarations(type.tree.rootNode);
  declared.set(type.tree, types);
  return types.get(name) ?? "";
}

function readDeclarations(root: Node): Map<string, string> {
  const specs = root.namedChildren
    .filter(({ type }) => type === "type_declaration")
    .flatMap((declaration) => declaration.namedChildren);
  return new Map(
    specs.map((spec) => [
      spec.childForFieldName("name")?.text ?? "",
      (spec.childForFieldName("type")?.text ?? "").slice(0, maxDeclaration),
    ]),
  );
}

const maxDeclaration = 2000;
