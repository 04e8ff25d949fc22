import type { ClassView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { ClassFact } from "#server/code-index/ports/facts.ts";

import { readClass, readMethod } from "./read-class.ts";
import type { RoutingRules } from "./routing-rules.ts";
import type { ViewRules } from "./view-rules.ts";

/** Classes of a file so far, and what they are read by. */
interface KeptClasses {
  view: CodeView;
  rules: Pick<RoutingRules, "controllers" | "views">;
  classes: ClassFact[];
}

const maxClasses = 200;

/** A class that may have to do with routes. */
export function keepClass({ view, rules, classes }: KeptClasses, type: ClassView, node: SyntaxNode): void {
  const { controllers, views } = rules;
  if (classes.length >= maxClasses) return;
  if (views !== null && isViewClass(view, type, { views, classes })) {
    const { methods, lookup } = views.fields;
    classes.push(readClass(view, type, { node, fields: [methods, ...lookup] }));
  }
  if (controllers === "none") return;
  const fact = readClass(view, type, { node });
  const isMarked = fact.marks.length > 0 || fact.methods.some(({ marks }) => marks.length > 0);
  if (isMarked || controllers === "all") classes.push(fact);
}

/** By its own name, or by what it extends. */
function isViewClass(
  view: CodeView,
  { name, bases, body }: ClassView,
  { views, classes }: { views: ViewRules; classes: readonly ClassFact[] },
): boolean {
  const { s } = view;
  if (views.classes.test(name)) return true;
  // Those that answer by names that nothing else has need no name of their own.
  if (
    s
      .children(body)
      .some((child) => views.methods.test(view.functionOf(view.decoratedOf(child)?.definition ?? child)?.name ?? ""))
  )
    return true;
  const extended = bases.map((base) => s.textOf(base));
  return extended.some((base) => views.classes.test(base) || classes.some((known) => known.name === base));
}

/** A function of the module that says above itself, or by its name, which methods it answers. */
export function keepViewFunction(
  { view, rules, classes }: KeptClasses,
  node: SyntaxNode,
  decorators: readonly SyntaxNode[],
): void {
  const { views } = rules;
  const method = views === null ? null : view.functionOf(node);
  if (views === null || method === null) return;
  const isNamed = views.methods.test(method.name ?? "");
  if (!isNamed && !decorators.some((one) => isListed(view, one, views.functions))) return;
  const known = classes.find(({ name }) => name === "");
  const module = known ?? { name: "", isAbstract: true, bases: [], marks: [], methods: [], line: 1 };
  if (known === undefined) classes.push(module);
  module.methods.push(readMethod(view, method, node));
}

function isListed(view: CodeView, decorator: SyntaxNode, functions: ViewRules["functions"]): boolean {
  const callee = view.unwrap(view.callOf(decorator)?.callee ?? decorator);
  return Object.hasOwn(functions, view.nameOf(callee) ?? view.memberOf(callee)?.name ?? "");
}
