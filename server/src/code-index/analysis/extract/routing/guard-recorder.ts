import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { GuardFact } from "#server/code-index/ports/facts.ts";

import { isCertainGuardName, isGuardName } from "./guard-names.ts";
import { RoutingRecorder } from "./routing-recorder.ts";

interface RouterGuard {
  /** Of what it is in front. */
  path: string;
  guard: GuardFact;
}

const maxGuards = 20;
const maxNameLength = 120;
/** Entries of options that list what is asked before the handler. */
const guardEntries = ["preHandler", "onRequest", "preValidation", "middleware", "middlewares", "beforeHandle"];
/** Calls whose argument is asked: FastAPI's `Depends(get_current_user)`. */
const asking = /^(?:Depends|Security)$/;

/** What lets only some through: it protects what a router gets after it, and the routes that name it. */
export abstract class GuardRecorder extends RoutingRecorder {
  private readonly routerGuards = new Map<string, RouterGuard[]>();

  protected override addRoute(router: string, route: Parameters<RoutingRecorder["addRoute"]>[1]): void {
    const before = this.facts.routes.length;
    super.addRoute(router, route);
    for (const added of this.facts.routes.slice(before)) this.protect(added, router, added.path);
  }

  protected override mount(parent: string, path: string, child: string, node: SyntaxNode): void {
    const before = this.facts.mounts.length;
    super.mount(parent, path, child, node);
    for (const added of this.facts.mounts.slice(before)) this.protect(added, parent, path);
  }

  private protect(added: { guards?: GuardFact[] }, router: string, path: string): void {
    const own = (this.routerGuards.get(router) ?? []).filter((one) => isBelow(path, one.path));
    if (own.length > 0) added.guards = [...own.map(({ guard }) => guard), ...(added.guards ?? [])];
  }

  /** Of all that the router gets from here on. */
  protected guardRouter(router: string, path: string, guards: readonly GuardFact[]): void {
    const known = this.routerGuards.get(router) ?? [];
    for (const guard of guards) if (known.length < maxGuards) known.push({ path: path.replace(/\*\w*$/, ""), guard });
    if (known.length > 0) this.routerGuards.set(router, known);
  }

  /** Those among arguments, also in lists, and in options that name them. */
  protected guardsAmong(nodes: readonly (SyntaxNode | undefined)[], isCertain = false): GuardFact[] {
    const found = nodes.flatMap((given): GuardFact[] => {
      if (given === undefined) return [];
      const node = this.view.unwrap(given);
      const items = this.view.itemsOf(node);
      if (items !== null) return this.guardsAmong(items, isCertain);
      const entries = this.view.entriesOf(node);
      if (entries !== null)
        return this.guardsAmong(
          guardEntries.map((key) => entries.get(key)),
          isCertain,
        );
      const name = this.guardedBy(node);
      const isGuard = name !== null && (isCertain ? isCertainGuardName(name) : isGuardName(name));
      const text = this.s.textOf(node).replace(/\s+/g, " ").slice(0, maxNameLength);
      return isGuard ? [{ name: text, line: this.s.line(node) }] : [];
    });
    return found.slice(0, maxGuards);
  }

  /** The name of what is asked; null for what is no name and no call of one. */
  private guardedBy(node: SyntaxNode): string | null {
    const call = this.view.callOf(node);
    const callee = this.view.unwrap(call?.callee ?? node);
    const isName = this.view.nameOf(callee) !== null || this.view.memberOf(callee) !== null;
    if (call !== null && asking.test(this.lastName(callee) ?? "")) {
      const [asked] = call.args;
      return asked === undefined ? null : this.s.textOf(this.view.callOf(this.view.unwrap(asked))?.callee ?? asked);
    }
    return isName && this.view.functionOf(callee) === null ? this.s.textOf(callee).slice(0, maxNameLength) : null;
  }

  /** What stands above a function beside its route, and what its parameters ask for. */
  protected guardsOf(definition: SyntaxNode, route: CallView | null): GuardFact[] {
    const method = this.view.functionOf(definition);
    if (method === null) return [];
    const marks = (method.decorators ?? []).filter((one) => this.view.callOf(one)?.callee !== route?.callee);
    const head = this.s.text.slice(this.s.start(definition), this.s.start(method.body)).slice(0, maxHeadLength);
    const asked = [...head.matchAll(/\b(?:Depends|Security)\(\s*([\w.]{1,80})/g)].filter(([, name]) =>
      isGuardName(name ?? ""),
    );
    const line = this.s.line(definition);
    return [
      ...this.guardsAmong(marks.filter((one) => this.isPlainMark(one))),
      ...asked.map(([text]) => ({ name: `${text})`, line })),
      ...method.parameters.flatMap(({ type }) =>
        /^Current\w*User$/.test(type ?? "") ? [{ name: type ?? "", line }] : [],
      ),
    ];
  }

  /** No route itself: `@router.get("/auth")`. */
  private isPlainMark(mark: SyntaxNode): boolean {
    const call = this.view.callOf(mark);
    return call === null || call.args.every((one) => this.pathOf(one)?.startsWith("/") !== true);
  }
}

const maxHeadLength = 4_000;

function isBelow(path: string, prefix: string): boolean {
  return prefix === "" || prefix === "/" || path === prefix || path.startsWith(prefix.replace(/\/*$/, "/"));
}
