import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { ListRuleApplier } from "./apply-list-rules.ts";

/** A function or class with a decorator. */
export interface Decorated {
  name: string | null;
  node: SyntaxNode;
}

/** A call on a router. */
export interface RouterCall {
  node: SyntaxNode;
  call: CallView;
  /** The router. */
  object: string;
  /** Name for a router that comes of it; null where it gets none. */
  hint: string | null;
  /** Null where the call is no decorator. */
  decorates: Decorated | null;
}

const maxGuardLength = 120;

/** What is asked before routes, where it is said behind them. */
export abstract class GuardRuleApplier extends ListRuleApplier {
  /** Routes by the call that makes them, or goes on from it. */
  protected readonly routesAt = new Map<SyntaxNode, RoutingFacts["routes"]>();

  /** What goes on from a call goes on from its routes: `app.MapGet("/boats", list).RequireAuthorization()`. */
  protected applyToChain(kind: "same" | "guard", { node, call, object }: RouterCall): string {
    const member = this.view.memberOf(this.view.unwrap(call.callee));
    const inner = member === null ? -1 : this.view.unwrap(member.object);
    const routes = this.routesAt.get(inner);
    if (routes !== undefined) this.routesAt.set(node, routes);
    if (kind === "same" || member === null) return object;
    const written = this.s.text
      .slice(this.s.end(inner), this.s.end(node))
      .trim()
      .replace(/^\??\.\s*/, "");
    const guard = { name: written.slice(0, maxGuardLength), line: this.s.endLine(node) };
    const group = routes === undefined ? this.facts.mounts.findLast(({ child }) => child === object) : undefined;
    for (const one of routes ?? (group === undefined ? [] : [group])) (one.guards ??= []).push(guard);
    return object;
  }

  /** `$app->group("/boats", …)->add(CrewMiddleware::class)`: in front of the routes before it, of the group, or of all. */
  protected applyNamedGuards(at: RouterCall): string {
    const guards = this.guardsAmong(at.call.args);
    const member = this.view.memberOf(this.view.unwrap(at.call.callee));
    const inner = member === null ? -1 : this.view.unwrap(member.object);
    const routes = this.routesAt.get(inner);
    if (routes !== undefined) this.routesAt.set(at.node, routes);
    if (guards.length === 0) return at.object;
    const isGroup = this.view.callOf(inner) !== null;
    const group = isGroup ? this.facts.mounts.findLast(({ child }) => child === at.object) : undefined;
    const router = this.facts.routers.find(({ name }) => name === at.object);
    for (const one of routes ?? [group ?? router]) if (one !== undefined) (one.guards ??= []).push(...guards);
    return at.object;
  }

  /** By the call without its block. */
  protected guardGroup(key: string, { callee, args }: CallView): void {
    const mount = this.facts.mounts.at(-1);
    if (mount?.child !== key) return;
    const last = args.findLast((one) => this.view.functionOf(this.view.unwrap(one)) === null);
    const written = this.s.text.slice(this.s.start(callee), this.s.end(last ?? callee));
    const name = `${written}${last === undefined ? "" : ")"}`.slice(0, maxGuardLength);
    (mount.guards ??= []).push({ name, line: this.s.line(callee) });
  }
}
