import type { CallView, ClassView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { PathRuleApplier } from "./apply-path-rules.ts";
import type { EndpointClassRules } from "./endpoint-class-rules.ts";
import { foundName, foundPlaces, prefixOfFound } from "./find-class-groups.ts";
import { unknownPart } from "./unknown-part.ts";

const maxGuardLength = 120;

interface NamedCall {
  name: string;
  node: SyntaxNode;
  call: CallView;
}

/** Classes that are an endpoint each, and groups of them, which a program serves without naming them. */
export abstract class EndpointClassApplier extends PathRuleApplier {
  protected readEndpointClass(type: ClassView): void {
    const rules = this.rules.endpointClasses;
    const bases = type.bases.map((base) => this.s.textOf(base));
    if (rules === undefined || type.isAbstract === true) return;
    if (bases.some((base) => rules.bases.test(base))) this.readEndpoint(type, rules);
    const [group] = bases.flatMap((base) => rules.groupBases.exec(base) ?? []).slice(0, 2);
    if (group !== undefined) this.readEndpointGroup(type, bases, rules);
  }

  private readEndpoint(type: ClassView, rules: EndpointClassRules): void {
    const calls = this.callsIn(type, rules.method);
    const key = `${type.name}.${rules.method}`;
    const group = calls.find(({ name }) => name === rules.group);
    const written = group === undefined ? undefined : /<\s*(?:\w+\.)*(\w+)\s*>/.exec(this.s.textOf(group.call.callee));
    const before = this.facts.routes.length;
    for (const { name, node, call } of calls) {
      const method = Object.hasOwn(rules.verbs, name) ? rules.verbs[name] : undefined;
      for (const at of method === undefined ? [] : call.args.keys()) {
        const path = this.pathAt(call, at) ?? unknownPart;
        this.addRoute(key, { method: method ?? "", path, handler: type.name, node });
      }
    }
    const guards = calls
      .filter(({ name }) => rules.guards.test(name))
      .map(({ node }) => ({ name: this.s.textOf(node).slice(0, maxGuardLength), line: this.s.line(node) }));
    const added = this.facts.routes.slice(before);
    for (const one of guards.length === 0 ? [] : added) one.guards = guards;
    if (added.length > 0) this.mount(aroundOf(rules, written?.[1]), "", key, type.body);
  }

  private readEndpointGroup(type: ClassView, bases: readonly string[], rules: EndpointClassRules): void {
    const configured = this.callsIn(type, type.name).find(({ name }) => name === rules.method);
    if (configured === undefined) return;
    const around = bases.flatMap((base) => rules.groupBases.exec(base)?.[1] ?? [])[0];
    const key = `group ${type.name}`;
    this.addRouter(key, { framework: "", isRoot: false, path: "", node: configured.node });
    this.mount(aroundOf(rules, around), this.pathAt(configured.call, 0) ?? unknownPart, key, configured.node);
    this.facts.globals = { ...this.facts.globals, [nameOf(rules, type.name)]: key };
  }

  /** The router that a class gets which the program finds: of its own, as methods of many classes have that name. */
  protected mountFound({ router, path }: { router: string; path: string }, name: string, body: SyntaxNode): string {
    const key = `@${this.s.line(body)} ${name}`;
    this.mount(router, path, key, body);
    return key;
  }

  /** The function hands groups of its router to classes that it finds. */
  protected readFinder(name: string, router: string, body: SyntaxNode): void {
    const prefix = prefixOfFound(this.rules.moduleMethods, { name, text: this.s.textOf(body), file: this.s.text });
    for (const [found, path] of prefix === null ? [] : [[foundName, prefix] as const, [foundPlaces, ""] as const]) {
      const key = `@${this.s.line(body)} ${found}`;
      this.mount(router, path, key, body);
      this.facts.globals = { ...this.facts.globals, [found]: key };
    }
  }

  /** `app.UseFastEndpoints(c => c.Endpoints.RoutePrefix = "api")`. */
  protected serveEndpointClasses(node: SyntaxNode, name: string, object: string): boolean {
    const rules = this.rules.endpointClasses;
    if (rules?.server.call !== name) return false;
    const key = `@${this.s.line(node)}:${this.s.column(node)} endpoints`;
    this.mount(object, rules.server.prefix.exec(this.s.textOf(node))?.[1] ?? "", key, node);
    this.facts.globals = { ...this.facts.globals, [nameOf(rules)]: key };
    return true;
  }

  /** Calls of plain names that are statements of a method of the class. */
  private callsIn(type: ClassView, method: string): NamedCall[] {
    return this.s.children(type.body).flatMap((child) => {
      const own = this.view.functionOf(child);
      if (own?.name !== method || own.body < 0) return [];
      const isCall = this.view.callOf(this.view.unwrap(own.body)) !== null;
      return (isCall ? [own.body] : this.s.children(own.body)).flatMap((one): NamedCall[] => {
        const node = this.view.unwrap(one);
        const call = this.view.callOf(node);
        const name = call === null ? null : this.view.nameOf(this.view.unwrap(call.callee));
        return call === null || name === null ? [] : [{ name, node, call }];
      });
    });
  }
}

function aroundOf(rules: EndpointClassRules, group?: string): string {
  return `^#${nameOf(rules, group)}`;
}

/** What the whole program knows a group by, or all endpoints. */
function nameOf({ server }: EndpointClassRules, group?: string): string {
  return group === undefined ? server.call : `${server.call} ${group}`;
}
