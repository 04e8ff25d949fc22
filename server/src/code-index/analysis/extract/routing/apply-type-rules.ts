import type { CallView, ClassView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { EndpointClassApplier } from "./apply-endpoint-classes.ts";
import type { RouterRule } from "./web-framework.ts";

/** In front of the name of a type: a value of it, such as the object that a method belongs to. */
const valueMark = "~";

export function valueOf(type: string): string {
  return `${valueMark}${type}`;
}

/** Null for what is not known as a value of a type. */
export function typeOfValue(ref: string | null): string | null {
  return ref?.startsWith(valueMark) === true ? ref.slice(valueMark.length) : null;
}

interface TypedRouter {
  framework: string;
  isRoot: boolean;
}

/** Routers by the types that are written for them, and values that hold routers in their fields. */
export abstract class TypeRuleApplier extends EndpointClassApplier {
  /** Frameworks that call what a function hands back, by its name. */
  private readonly callers = new Map<string, string>();
  /** What the function is called with that is read next. */
  private program: TypedRouter | null = null;

  /** A function that is handed back as a type of functions is called with the program. */
  protected expectProgram(scope: string, value: SyntaxNode): void {
    const framework = this.callers.get(scope);
    if (framework === undefined || this.view.functionOf(this.view.unwrap(value)) === null) return;
    this.program = { framework, isRoot: true };
  }

  /** What a function is called with; null for all that are called otherwise. */
  protected takeProgram(name: string, returns: string): TypedRouter | null {
    const { program } = this;
    this.program = null;
    const framework = this.rules.functionTypes.get(typeNames(returns).at(-1) ?? "");
    if (framework !== undefined) this.callers.set(name, framework);
    return program;
  }

  /** Null for types that are no routers. */
  protected routerOfType(written: string | null): TypedRouter | null {
    const { types, rootTypes } = this.rules;
    const [type] = typeNames(written ?? "").filter((name) => types.has(name));
    return type === undefined ? null : { framework: types.get(type) ?? "", isRoot: rootTypes.has(type) };
  }

  /** A value of a type of the program's own, whose methods and fields may have to do with routers; null for all others. */
  protected holderOfType(written: string | null): string | null {
    const named = written === null || this.routerOfType(written) !== null ? null : this.view.structNamed?.(written);
    if (!named) return null;
    if (named.module === null) return valueOf(named.name);
    const module = this.variable(named.module);
    return module?.endsWith("#*") === true ? `${module}.${named.name}` : null;
  }

  protected hasChild({ needsChild, child }: RouterRule, call: CallView): boolean {
    const given = needsChild === undefined || child === undefined ? undefined : this.argument(call, child);
    const ref = given === undefined ? null : this.evaluate(given, null);
    return needsChild === undefined || (ref !== null && (this.isOwnRouter(ref) || /\(\)$|^@/.test(ref)));
  }

  /** What a type extends, and fields of it that are routers in languages whose values are written with their fields. */
  protected keepFields(declared: ClassView): void {
    const { name: type, body, bases } = declared;
    this.keepBase(declared);
    if (this.view.literalOf === undefined) return;
    for (const base of bases)
      if (this.lastName(base) === "Handler") this.mount(valueOf(type), "", `${type}.Handler`, base);
    for (const field of this.view.fieldsOf(body)) {
      const typed = this.routerOfType(field.type);
      if (typed !== null) this.addRouter(`${type}.${field.name}`, { ...typed, path: "", node: field.node });
      const held = this.holderOfType(field.type);
      if (held !== null) (this.facts.fields ??= {})[`${type}.${field.name}`] = typeOfValue(held) ?? held;
    }
  }

  /** Classes whose methods may put routes on a router of the class that they extend: `this.get("/boats", list)`. */
  private keepBase({ name, bases }: ClassView): void {
    const [base] = this.view.seesPackage ? [] : bases;
    const ref = base === undefined || name === "" ? null : this.evaluate(base, null);
    if (ref !== null && ref !== name) (this.facts.inherits ??= {})[name] = ref;
  }

  /** `&Harbour{router: r}`: the field is the router, whichever of both is served and whichever gets the routes. */
  protected readLiteral(node: SyntaxNode, literal: CallView, hint: string | null): string | null {
    const callee = this.view.unwrap(literal.callee);
    const name = this.lastName(callee) ?? "";
    const rule = this.routerRule(name, callee);
    if (rule?.isLiteral === true) return this.makeRouter(node, literal, { rule, hint });
    const type = this.evaluate(callee, null);
    for (const [field, value] of literal.named) {
      const ref = this.evaluate(value, null);
      if (type !== null && ref !== null && !/^(?:&#|~)\w+$/.test(ref)) this.join(`${type}.${field}`, ref, value);
    }
    this.visitRest(literal);
    return type?.startsWith("&#") === true ? valueOf(type.slice(2)) : null;
  }

  /** Two names of one thing. */
  protected join(one: string, other: string, node: SyntaxNode): void {
    this.mount(one, "", other, node);
    this.mount(other, "", one, node);
  }
}

/** `Router` of `axum::Router<State>`, first with the package in front where there is one: `fiber.App`. */
function typeNames(type: string): string[] {
  const [written] = /(?:\w+\.)?\w+(?=\W*$)/.exec(type.replace(/\[.*\]|<.*>/s, "")) ?? [];
  return written === undefined ? [] : [written, written.slice(written.indexOf(".") + 1)];
}
