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

/** Functions that give a path below the folder of the program, or below one of its folders. */
const programFolders: Readonly<Record<string, string>> = { base_path: "~", app_path: "~/app", basePath: "~" };
const maxFileDepth = 20;

/** The file that an expression names, `*` standing for what is put in; null for all others. */
export function phpFileOf(view: CodeView, given: SyntaxNode): string | null {
  const path = locationOf(view, given, 0);
  return path?.endsWith(".php") !== true ? null : /^[.~]/.test(path) ? path : `./${path}`;
}

function locationOf(view: CodeView, given: SyntaxNode, depth: number): string | null {
  if (depth > maxFileDepth) return null;
  const node = view.unwrap(given);
  if (view.s.textOf(node) === "__DIR__") return ".";
  const call = view.callOf(node);
  if (call !== null) {
    const name = view.nameOf(call.callee) ?? view.memberOf(call.callee)?.name ?? "";
    const [first = -1] = call.args;
    if (name === "dirname") return first >= 0 && view.s.textOf(view.unwrap(first)) === "__DIR__" ? "./.." : null;
    if (name === "realpath" && first >= 0) return locationOf(view, first, depth + 1);
    if (name === "sprintf" && first >= 0)
      return view.textOf(view.unwrap(first), () => "*")?.replaceAll("%s", "*") ?? null;
    const folder = Object.hasOwn(programFolders, name) ? programFolders[name] : undefined;
    if (folder === undefined) return null;
    const path = first < 0 ? "" : locationOf(view, first, depth + 1);
    return path === null ? null : `${folder}/${path.replace(/^\//, "")}`;
  }
  const sum = view.sumOf(node);
  if (sum !== null) {
    const [left, right] = sum.map((side) => locationOf(view, side, depth + 1));
    return !left || !right ? null : `${left}${right}`;
  }
  return view.textOf(node, (part) => (view.s.textOf(part) === "__DIR__" ? "." : "*"));
}
