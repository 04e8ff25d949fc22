import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { HandlerFact } from "#server/code-index/ports/facts.ts";

const maxHandlers = 50;
const comparedMethod =
  /\bmethod\s*[!=]==?\s*["'](GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["']|\bcase\s+["'](GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)["']/g;

/** What a module gives out under one of the names. */
export function readHandlers(view: CodeView, names: ReadonlySet<string>): HandlerFact[] {
  const found: HandlerFact[] = [];
  const methods = methodsIn(view.s.text);
  for (const node of view.s.children(0))
    for (const { name, value } of exportsOf(view, node)) {
      if (!names.has(name) || found.length >= maxHandlers || found.some((one) => one.name === name)) continue;
      const handler = view.functionOf(view.unwrap(value))?.name ?? view.nameOf(view.unwrap(value));
      const shown = declaredAs(view, handler) ?? node;
      found.push({
        name,
        handler: handler ?? (name === "default" ? null : name),
        methods,
        startLine: view.s.line(shown),
        endLine: view.s.endLine(shown),
      });
    }
  return found;
}

interface ExportedValue {
  name: string;
  value: SyntaxNode;
}

function exportsOf(view: CodeView, node: SyntaxNode): ExportedValue[] {
  const { s } = view;
  if (s.type(node) === "expression_statement") {
    const [set] = view.assignmentsOf(s.firstChild(node)) ?? [];
    return set !== undefined && view.nameOf(set.target) === "default" ? [{ name: "default", value: set.value }] : [];
  }
  if (s.type(node) !== "export_statement") return [];
  const handedOn = view.importsOf(node);
  if (handedOn !== null) return handedOn.map(({ local }) => ({ name: local, value: node }));
  const named = view.assignmentsOf(node);
  const list = s.childOfType(node, "export_clause");
  if (list >= 0)
    return s.children(list).flatMap((one) => {
      const [name, alias] = [s.child(one, "name"), s.child(one, "alias")];
      return { name: s.textOf(alias < 0 ? name : alias), value: name };
    });
  if (named !== null) return named.map(({ value }) => ({ name: "default", value }));
  return declaredIn(view, s.child(node, "declaration"));
}

function declaredIn(view: CodeView, declaration: SyntaxNode): ExportedValue[] {
  const { s } = view;
  const own = view.functionOf(declaration)?.name;
  if (own) return [{ name: own, value: declaration }];
  return s.children(declaration).flatMap((one): ExportedValue[] => {
    if (s.type(one) !== "variable_declarator") return [];
    const [target, value] = [s.child(one, "name"), s.child(one, "value")];
    const parts = view.partsOf?.(target) ?? null;
    return (parts ?? [{ local: s.textOf(target) }]).map(({ local }) => ({ name: local, value }));
  });
}

/** The statement of the module that declares a name; null where it has none. */
function declaredAs(view: CodeView, name: string | null): SyntaxNode | null {
  const found = view.s
    .children(0)
    .find((node) => declaredIn(view, node).some((one) => one.name === name) || view.functionOf(node)?.name === name);
  return found ?? null;
}

/** HTTP methods that a module tells apart. */
function methodsIn(text: string): string[] {
  if (!/\bmethod\b/.test(text)) return [];
  return [...new Set([...text.matchAll(comparedMethod)].map(([, compared, chosen]) => compared ?? chosen ?? ""))];
}
