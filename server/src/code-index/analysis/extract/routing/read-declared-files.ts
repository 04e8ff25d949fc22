import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

/** What a file holds that says itself which files are routes. */
export const declaresFiles = /from ["']@react-router\/dev\/routes["']/;
const maxDeclared = 2_000;
const maxDepth = 20;

/** `route("boats/:id", "./boat.tsx", [index("./boats.tsx")])`, `layout("./shell.tsx", […])`, `prefix("api", […])`. */
export function readDeclaredFiles(view: CodeView): NonNullable<RoutingFacts["declared"]> {
  const found: NonNullable<RoutingFacts["declared"]> = [];
  const textOf = (node: SyntaxNode | undefined): string | null =>
    node === undefined ? null : view.textOf(view.unwrap(node), () => "{…}");
  const readList = (given: SyntaxNode | undefined, above: string, depth: number): void => {
    const items = given === undefined || depth > maxDepth ? null : view.itemsOf(view.unwrap(given));
    for (const item of items ?? []) if (found.length < maxDeclared) readItem(view.unwrap(item), above, depth);
  };
  const readItem = (node: SyntaxNode, above: string, depth: number): void => {
    const call = view.callOf(node);
    const name = call === null ? null : view.nameOf(view.unwrap(call.callee));
    const [first, second, third, fourth] = call?.args ?? [];
    const own = textOf(first);
    const path = own === null || own === "" ? above : `${above}/${own.replaceAll(/^\/+|\/+$/g, "")}`;
    const file = name === "index" ? own : textOf(second);
    if (name === "prefix") readList(second, path, depth + 1);
    if (name === "layout") for (const one of [second, third]) readList(one, above, depth + 1);
    if ((name !== "route" && name !== "index") || file === null) return;
    found.push({ path: name === "index" ? above || "/" : path || "/", file });
    for (const one of name === "route" ? [third, fourth] : []) readList(one, path, depth + 1);
  };
  for (const node of view.s.children(0))
    for (const { target, value } of view.assignmentsOf(node) ?? [])
      if (view.nameOf(target) === "default") readList(value, "", 0);
  return found;
}
