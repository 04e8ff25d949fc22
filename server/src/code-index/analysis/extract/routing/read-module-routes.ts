import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

type ModuleRoutes = Pick<RoutingFacts, "placed" | "held">;

/** What a file holds that puts modules below paths, or says which controllers a module has. */
export const placesModules = /\bRouterModule\.(?:register|forRoutes)\(|\bcontrollers\s*:\s*\[/;
const maxPlaced = 1_000;
const maxDepth = 20;

/** `RouterModule.register([{ path: "admin", module: AdminModule, children: […] }])` and `@Module({ controllers: […] })`. */
export function readModuleRoutes(view: CodeView): ModuleRoutes {
  const placed: NonNullable<RoutingFacts["placed"]> = [];
  const held = new Map<string, string[]>();
  const lists = new Map<string, SyntaxNode>();
  const itemsOf = (given: SyntaxNode | undefined): SyntaxNode[] => {
    const node = given === undefined ? -1 : view.unwrap(given);
    const named = lists.get(view.nameOf(node) ?? "");
    return view.itemsOf(named === undefined ? node : view.unwrap(named)) ?? [];
  };
  const readList = (given: SyntaxNode | undefined, above: string, depth: number): void => {
    for (const item of depth > maxDepth ? [] : itemsOf(given)) {
      if (placed.length >= maxPlaced) return;
      const node = view.unwrap(item);
      const entries = view.entriesOf(node);
      const module = view.nameOf(entries === null ? node : view.unwrap(entries.get("module") ?? -1));
      const path = `${above}/${entries === null ? "" : pathOf(view, entries.get("path"))}`;
      if (module !== null) placed.push({ module, path });
      if (entries?.has("children")) readList(entries.get("children"), path, depth + 1);
    }
  };
  const calls: SyntaxNode[] = [];
  for (let node = 0; node < view.s.size; node += 1) {
    for (const { target, value } of view.assignmentsOf(node) ?? []) {
      const name = view.nameOf(target);
      if (name !== null && view.itemsOf(view.unwrap(value)) !== null) lists.set(name, value);
    }
    const call = view.callOf(node);
    const member = call === null ? null : view.memberOf(view.unwrap(call.callee));
    if (
      member !== null &&
      /^(?:register|forRoutes)$/.test(member.name) &&
      view.nameOf(member.object) === "RouterModule"
    )
      calls.push(call?.args[0] ?? -1);
    const decorated = view.decoratedOf(node);
    const type = decorated === null ? null : view.classOf(decorated.definition);
    for (const decorator of type === null ? [] : (decorated?.decorators ?? [])) {
      const mark = view.callOf(decorator);
      if (mark === null || view.nameOf(view.unwrap(mark.callee)) !== "Module" || mark.args[0] === undefined) continue;
      const controllers = view.entriesOf(view.unwrap(mark.args[0]))?.get("controllers");
      const names = itemsOf(controllers).flatMap((one) => view.nameOf(view.unwrap(one)) ?? []);
      if (type !== null && names.length > 0) held.set(type.name, names);
    }
  }
  for (const given of calls) readList(given, "", 0);
  return { ...(placed.length > 0 && { placed }), ...(held.size > 0 && { held: Object.fromEntries(held) }) };
}

/** With the name of a constant marked, as in other paths. */
function pathOf(view: CodeView, given: SyntaxNode | undefined): string {
  const node = given === undefined ? -1 : view.unwrap(given);
  const mark = (one: SyntaxNode): string => `\u0001${view.nameOf(one) ?? view.memberOf(one)?.name ?? ""}\u0001`;
  return given === undefined ? "" : (view.textOf(node, mark) ?? mark(node)).replaceAll(/^\/+|\/+$/g, "");
}
