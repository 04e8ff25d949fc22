import type { CodeView, ImportedName } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { loadedFolder } from "./ecmascript-folders.ts";

/** What is asked of the view of the language. */
interface NamingView extends Pick<CodeView, "s" | "unwrap" | "textOf" | "nameOf" | "memberOf" | "callOf"> {
  /** Names of a destructuring pattern, as they are given out and as they are called here; null for others. */
  partsOf(pattern: SyntaxNode): { name: string; local: string }[] | null;
}

/** Names that a statement brings in; those that it hands on count too. Null for other statements. */
export function readEcmascriptImports(view: NamingView, node: SyntaxNode): ImportedName[] | null {
  const { s } = view;
  const type = s.type(node);
  if (type === "import_statement") return importedNames(view, node);
  if (type === "export_statement") return handedOn(view, node);
  if (type !== "variable_declarator") return null;
  const [pattern, value] = [s.child(node, "name"), s.child(node, "value")];
  const module = value < 0 ? null : requiredModule(view, view.unwrap(value));
  if (module === null) return null;
  const parts = view.partsOf(pattern);
  if (parts === null) return s.type(pattern) === "identifier" ? [{ ...module, local: s.textOf(pattern) }] : null;
  return parts.map(({ name, local }) => ({ local, specifier: module.specifier, name }));
}

/** `require("./boats")`, `import("./boats")`; null for all others. */
export function requiredModule(view: NamingView, node: SyntaxNode): ImportedName | null {
  const { s } = view;
  if (s.type(node) !== "call_expression") return null;
  const folder = loadedFolder(s, node);
  if (folder !== null) return { local: "", specifier: folder.specifier, name: folder.isByName ? "*" : "default" };
  const callee = s.child(node, "function");
  const isImport = s.type(callee) === "import";
  if (!isImport && s.textOf(callee) !== "require") return null;
  const first = s.firstChild(s.child(node, "arguments"));
  const specifier = s.type(first) === "string" ? view.textOf(first, () => "") : null;
  return specifier === null ? null : { local: "", specifier, name: isImport ? "*" : "default" };
}

function importedNames({ s }: NamingView, node: SyntaxNode): ImportedName[] {
  const required = s.childOfType(node, "import_require_clause");
  if (required >= 0) {
    const specifier = s.textOf(s.child(required, "source")).slice(1, -1);
    return [{ local: s.textOf(s.firstChild(required)), specifier, name: "default" }];
  }
  const specifier = s.textOf(s.child(node, "source")).slice(1, -1);
  return s.children(s.childOfType(node, "import_clause")).flatMap((part): ImportedName[] => {
    const type = s.type(part);
    if (type === "identifier") return [{ local: s.textOf(part), specifier, name: "default" }];
    if (type === "namespace_import") return [{ local: s.textOf(s.firstChild(part)), specifier, name: "*" }];
    return s.children(part).map((one) => specified(s, one, specifier));
  });
}

/** `export { boats as fleet } from "./boats"`, `export * from "./boats"`. */
function handedOn({ s }: NamingView, node: SyntaxNode): ImportedName[] | null {
  const source = s.child(node, "source");
  if (source < 0) return null;
  const specifier = s.textOf(source).slice(1, -1);
  const list = s.childOfType(node, "export_clause");
  if (list >= 0) return s.children(list).map((one) => specified(s, one, specifier));
  const namespace = s.childOfType(node, "namespace_export");
  return [{ local: namespace < 0 ? "*" : s.textOf(s.firstChild(namespace)), specifier, name: "*" }];
}

function specified(s: Syntax, node: SyntaxNode, specifier: string): ImportedName {
  const name = s.textOf(s.child(node, "name"));
  const alias = s.child(node, "alias");
  return { local: alias < 0 ? name : s.textOf(alias), specifier, name };
}
