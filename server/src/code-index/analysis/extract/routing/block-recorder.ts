import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { BlockRouteRule } from "./block-rules.ts";
import { below, type RouteBlock } from "./route-block.ts";
import { RoutingRecorder } from "./routing-recorder.ts";

const maxFacts = 5_000;

/** What arguments of words say, and the routes that were found so far. */
export abstract class BlockRecorder extends RoutingRecorder {
  /** Modules by the names that the file calls them. */
  protected readonly aliases = new Map<string, string>();
  /** Routers by the names that the whole program knows them by. */
  protected readonly globals: Record<string, string> = {};

  protected addBlockRoute(
    block: RouteBlock,
    route: {
      method: string;
      path: string;
      handler: string | null;
      node: SyntaxNode;
      isPartly?: boolean;
      unless?: string;
    },
  ): void {
    const { isPartly = false, node, unless, ...said } = route;
    if (this.facts.routes.length >= maxFacts) return;
    this.facts.routes.push({
      router: block.router,
      ...said,
      startLine: this.s.line(node),
      endLine: this.s.endLine(node),
      ...((isPartly || block.isPartly) && { isPartly: true }),
      ...(unless !== undefined && { unless }),
      ...(block.guards.length > 0 && { guards: [...block.guards] }),
    });
  }

  /** Another router below what is around it, with what is asked there. */
  protected mountBlock(
    block: RouteBlock,
    { path, child, node }: { path: string; child: string; node: SyntaxNode },
  ): void {
    const before = this.facts.mounts.length;
    this.mount(block.router, below(block.path, path), child, node);
    const added = this.facts.mounts[before];
    if (added !== undefined && block.guards.length > 0) added.guards = [...block.guards];
  }

  protected itemPaths(node: SyntaxNode): string | null {
    const items = this.view.itemsOf(this.view.unwrap(node));
    return items === null || items.length !== 1 ? null : this.pathOf(items[0] ?? -1);
  }

  protected handlerOf(at: {
    rule: BlockRouteRule;
    call: CallView;
    written: string;
    node: SyntaxNode | undefined;
    block: RouteBlock;
  }): string | null {
    const { rule, call, written, node, block } = at;
    if (block.rules.handlers === "none") return null;
    if (block.rules.handlers === "Module.action") {
      const action = rule.action === undefined ? undefined : this.argument(call, rule.action);
      const name = node === undefined ? null : this.moduleName(node, block);
      const text = action === undefined ? null : this.pathOf(action);
      return name === null || text === null ? name : `${name}.${text}`;
    }
    const text = node === undefined ? null : this.pathOf(node);
    if (node !== undefined && text === null) return this.handlerName(node);
    if (text?.includes("#") === true) return this.inModules(text, block);
    const named = (option: string): string | null => {
      const value = call.named.get(option);
      return value === undefined ? null : this.pathOf(value);
    };
    const parts = written.replace(/^\/|\(.*\)$/g, "").split("/");
    const controller = named("controller") ?? block.controller ?? (parts.length === 2 ? (parts[0] ?? null) : null);
    const action = text ?? named("action") ?? parts.at(-1);
    return controller === null || !/^\w+$/.test(action ?? "") ? null : this.inModules(`${controller}#${action}`, block);
  }

  protected inModules(handler: string, { modules }: RouteBlock): string {
    return handler.startsWith("/") ? handler.slice(1) : [...modules, handler].join("/");
  }

  /** The whole name of a module that is written in short, or below those of the blocks around it. */
  protected moduleName(node: SyntaxNode, { modules, rules }: RouteBlock): string | null {
    const written = this.s
      .textOf(this.view.unwrap(node))
      .replace(/^::/, "")
      .replace(/(?:\.(?:new|freeze|app)\b)+(?:\([^()]*\))?$/, "");
    if (!/^[A-Z][\w.:]*$/.test(written)) return null;
    if (rules.handlers !== "Module.action") return written;
    if (modules.length > 0) return [...modules, written].join(".");
    return this.whole(written);
  }

  /** With the alias of its first part put in. */
  protected whole(written: string): string {
    const [first = "", ...rest] = written.split(".");
    return [this.aliases.get(first) ?? first, ...rest].join(".");
  }

  /** `path: nil` and `path: false`. */
  protected nothing(node: SyntaxNode): string | null {
    return /^(?:nil|false)$/.test(this.s.textOf(node)) ? "" : null;
  }

  protected modulesOf(node: SyntaxNode | undefined, { modules, rules }: RouteBlock): readonly string[] {
    if (node === undefined || this.nothing(node) !== null) return modules;
    if (rules.handlers !== "Module.action") return [...modules, this.pathOf(node) ?? this.s.textOf(node)];
    const written = this.s.textOf(this.view.unwrap(node));
    return /^[A-Z]/.test(written) ? [...modules, modules.length === 0 ? this.whole(written) : written] : modules;
  }

  /** Null where nothing is given; nothing where it cannot be read, so that no action is made up. */
  protected listed(node: SyntaxNode | undefined): string[] | null {
    return node === undefined ? null : this.textsOf(node);
  }

  protected textsOf(given: SyntaxNode): string[] {
    if (given < 0) return [];
    const node = this.view.unwrap(given);
    const items = this.view.itemsOf(node) ?? [node];
    return items.flatMap((one) => this.pathOf(one) ?? []);
  }

  protected isTrue(node: SyntaxNode | undefined): boolean {
    return node !== undefined && this.s.textOf(node) === "true";
  }

  protected pathNames(node: SyntaxNode | undefined): ReadonlyMap<string, string> {
    const entries = node === undefined ? null : this.view.entriesOf(this.view.unwrap(node));
    return new Map([...(entries ?? [])].map(([key, value]) => [key, this.pathOf(value) ?? key]));
  }
}
