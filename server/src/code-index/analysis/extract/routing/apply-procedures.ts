import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { GuardRecorder } from "./guard-recorder.ts";
import type { ProcedureRules } from "./procedure-rules.ts";
import type { RoutingRules } from "./routing-rules.ts";

/** Longer chains of calls are generated. */
const maxChain = 40;
/** Of literal maps in literal maps. */
const maxDepth = 8;

interface Procedure {
  method: string;
  /** What its calls begin with. */
  begin: SyntaxNode;
  /** What the call for an address is given. */
  address: SyntaxNode | null;
  rule: ProcedureRules;
}

/** Operations that are values, which routers and plain maps hold by their names. */
export abstract class ProcedureApplier extends GuardRecorder {
  protected readonly rules: RoutingRules;
  /** Names of literal maps that hold operations. */
  private readonly records = new Set<string>();

  constructor(view: CodeView, rules: RoutingRules) {
    super(view);
    this.rules = rules;
  }

  protected abstract evaluate(node: SyntaxNode, hint: string | null): string | null;

  /** `export const listBoats = procedure.query(…)`: a route that a router mounts under a name. */
  protected readProcedure(node: SyntaxNode, hint: string | null): string | null {
    const found = hint === null ? null : this.procedureAt(node);
    if (found === null || hint === null || !found.rule.begins.test(this.s.textOf(found.begin))) return null;
    this.addProcedure(hint, "", { ...found, node });
    this.records.add(hint);
    return hint;
  }

  /** `router({ list: procedure.query(…), docks: dockRouter })`; `path` is of a map within. */
  protected readProcedures(key: string, given: SyntaxNode, { path = "", depth = 0 } = {}): void {
    for (const [name, value] of this.view.entriesOf(this.view.unwrap(given)) ?? []) {
      const whole = path === "" ? name : `${path}/${name}`;
      const procedure = this.procedureAt(value);
      if (procedure !== null) this.addProcedure(key, whole, { ...procedure, node: value });
      else if (this.view.entriesOf(this.view.unwrap(value)) === null) {
        const child = this.evaluate(value, `${key}.${whole.replaceAll("/", ".")}`);
        if (child !== null) this.mount(key, whole, child, value);
      } else if (depth < maxDepth) this.readProcedures(key, value, { path: whole, depth: depth + 1 });
    }
  }

  /** Routers as entries of a literal map: `module.exports = { boats, tides: tideRouter }`. */
  protected readRecord(value: SyntaxNode, key: string, depth = 0): string | null {
    let found: string | null = null;
    for (const [name, entry] of this.view.entriesOf(this.view.unwrap(value)) ?? []) {
      const own = `${key}.${name}`;
      const isMap = depth < maxDepth && this.view.entriesOf(this.view.unwrap(entry)) !== null;
      const ref = isMap ? this.readRecord(entry, own, depth + 1) : this.evaluate(entry, own);
      if (ref === null) continue;
      if (ref !== own) this.mount(own, "", ref, entry);
      found = key;
      if (!this.records.has(own)) continue;
      this.records.add(key);
      this.mount(key, name, own, entry);
    }
    return found;
  }

  /** What is handed on, or what a function hands back: `lazy(() => import("./boats"))`. */
  protected readWrapped({ args: [given = -1] }: CallView, hint: string | null): string | null {
    const ref = this.evaluate(given, hint);
    const method = this.view.functionOf(this.view.unwrap(given));
    const handsBack = method !== null && this.view.callOf(this.view.unwrap(method.body)) !== null;
    return ref === null || !handsBack ? ref : `${ref}()`;
  }

  /** `import("./boats").then((module) => module.boats)`. */
  protected laterOf({ callee, args: [given = -1] }: CallView): string | null {
    const member = this.view.memberOf(this.view.unwrap(callee));
    const method = member?.name === "then" ? this.view.functionOf(this.view.unwrap(given)) : null;
    const module = member === null || method === null ? null : this.evaluate(member.object, null);
    const [parameter] = method?.parameters ?? [];
    if (module?.endsWith("#*") !== true || method === null) return null;
    const body = this.view.unwrap(method.body);
    const taken = this.view.memberOf(body)?.name ?? this.view.nameOf(body);
    const named = parameter?.parts?.find(({ local }) => local === taken)?.name ?? taken;
    return named === null ? null : `${module.slice(0, -1)}${named}`;
  }

  private procedureAt(given: SyntaxNode): Procedure | null {
    let node = this.view.unwrap(given);
    let ending: string | null = null;
    const calls = new Map<string, SyntaxNode>();
    for (let length = 0; length < maxChain; length += 1) {
      const call = this.view.callOf(node);
      const member = this.view.memberOf(this.view.unwrap(call?.callee ?? -1));
      if (call === null || member === null) break;
      ending ??= member.name;
      const [first] = call.args;
      if (first !== undefined) calls.set(member.name, first);
      node = this.view.unwrap(member.object);
    }
    for (const rule of this.rules.procedures) {
      const method = Object.hasOwn(rule.endings, ending ?? "") ? rule.endings[ending ?? ""] : undefined;
      const address = calls.get(rule.address.call) ?? null;
      if (method !== undefined && (method !== "" || address !== null)) return { method, begin: node, address, rule };
    }
    return null;
  }

  private addProcedure(router: string, path: string, at: Procedure & { node: SyntaxNode }): void {
    const { method, begin, address, rule, node } = at;
    const before = this.facts.routes.length;
    if (method !== "") this.addRoute(router, { method, path, handler: null, node });
    const written = address === null ? null : this.addressOf(address, rule.address.entry);
    if (written !== null) {
      const { servedBy } = rule.address;
      this.addRoute(router, { ...written, handler: null, node, servedBy });
    }
    const first = this.lastName(this.view.callOf(begin)?.callee ?? begin) ?? "";
    const guard = { name: first, line: this.s.line(node) };
    for (const one of rule.guards.test(first) ? this.facts.routes.slice(before) : []) one.guards = [guard];
  }

  /** `{ openapi: { method: "GET", path: "/boats" } }`, or a name for that. */
  private addressOf(given: SyntaxNode, entry: string | null): { method: string; path: string } | null {
    const node = this.view.unwrap(given);
    const name = this.view.nameOf(node);
    if (name !== null) return { method: "ANY", path: `\u0001${name}\u0001` };
    const inner = entry === null ? node : this.view.entriesOf(node)?.get(entry);
    const entries = inner === undefined ? null : this.view.entriesOf(this.view.unwrap(inner));
    const [method, path] = [this.pathOf(entries?.get("method") ?? -1), this.pathOf(entries?.get("path") ?? -1)];
    return method === null || path === null ? null : { method: method.toUpperCase(), path };
  }

  /** Literal lists and maps; what holds an address of HTTP is given to operations of other files. */
  protected keepLiterals(name: string, value: SyntaxNode): void {
    const items = this.view.itemsOf(value);
    if (items !== null) this.namedLists.set(name, items);
    if (this.view.entriesOf(value) === null) return;
    this.objects.set(name, value);
    for (const { address } of this.rules.procedures) {
      const entries = this.view.entriesOf(this.view.unwrap(value));
      const isAddress = address.entry !== null && entries?.has(address.entry) === true;
      const written = isAddress ? this.addressOf(value, address.entry) : null;
      if (written !== null) this.facts.constants[name] = `${written.method} ${written.path}`;
    }
  }
}
