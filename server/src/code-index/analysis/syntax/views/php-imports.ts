import type { CodeView, ImportedName } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** `use App\Boats\{Boat, Harbour as Port};` brings in the class Boat of the class file `App\Boats\Boat`. */
export function readPhpImports(s: Syntax, node: SyntaxNode): ImportedName[] | null {
  if (s.type(node) !== "namespace_use_declaration") return null;
  const group = s.child(node, "body");
  const prefix = group < 0 ? "" : `${s.textOf(s.childOfType(node, "namespace_name"))}\\`;
  return s.children(group < 0 ? node : group).flatMap((clause): ImportedName[] => {
    if (s.type(clause) !== "namespace_use_clause") return [];
    const specifier = `${prefix}${s.textOf(s.firstChild(clause))}`.replace(/^\\/, "");
    const name = /\w+$/.exec(specifier)?.[0] ?? specifier;
    const alias = s.child(clause, "alias");
    return [{ local: alias < 0 ? name : s.textOf(alias), specifier, name }];
  });
}

/**
 * `require __DIR__ . "/boats.php"` is "./boats.php"; what lies below the folder of the program (`base_path(…)`) is
 * "~/routes/boats.php". Null for all others.
 */
export function loadedPhpFile(view: CodeView, node: SyntaxNode): ImportedName | null {
  const { s } = view;
  if (!/^(?:require|include)(?:_once)?_expression$/.test(s.type(node))) return null;
  const specifier = phpFileOf(view, s.firstChild(node));
  return specifier === null ? null : { local: "", specifier, name: "*" };
}

/** The file that an expression names; null for all others. */
function phpFileOf(view: CodeView, given: SyntaxNode): string | null {
  const node = view.unwrap(given);
  const call = view.callOf(node);
  if (call !== null) {
    const path = view.nameOf(call.callee) === "base_path" ? view.textOf(call.args[0] ?? -1, () => "") : null;
    return path === null ? null : `~/${path.replace(/^\//, "")}`;
  }
  const sum = view.sumOf(node);
  if (sum !== null) {
    const path = view.textOf(view.unwrap(sum[1]), () => "");
    return view.s.textOf(sum[0]) === "__DIR__" && path !== null ? `.${path}` : null;
  }
  const path = view.textOf(node, () => "");
  return path?.endsWith(".php") === true ? `./${path.replace(/^\.\//, "")}` : null;
}
