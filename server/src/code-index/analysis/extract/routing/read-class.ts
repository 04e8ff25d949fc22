import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { ClassFact, MarkFact, MethodFact } from "#server/code-index/ports/facts.ts";

import { readAnnotations } from "./read-annotations.ts";

const maxMethods = 1_000;
const maxTexts = 50;
const maxDepth = 40;
const maxTypeLength = 300;
/** Of a mark as it is shown. */
const maxShown = 120;

/** What the annotations of a class and of its methods say, as they are written. */
export function readClass(view: CodeView, type: ClassView, { node, fields = [] }: ReadClass): ClassFact {
  const { s } = view;
  const texts = fields.length === 0 ? [] : fieldTexts(view, type, fields);
  return {
    name: type.name,
    isAbstract: type.isAbstract === true,
    ...(type.isPart === true && { isPart: true as const }),
    bases: type.bases.map((base) => typeName(s.textOf(base))).filter((name) => name !== ""),
    marks: [...readMarks(view, type.decorators ?? []), ...marksAbove(view, node)],
    methods: methodsOf(view, type.body),
    ...(texts.length > 0 && { fields: Object.fromEntries(texts) }),
    line: s.line(node),
  };
}

interface ReadClass {
  node: SyntaxNode;
  /** Names of fields whose texts are wanted. */
  fields?: readonly string[];
}

function fieldTexts(view: CodeView, { body }: ClassView, names: readonly string[]): [string, string[]][] {
  return view
    .fieldsOf(body)
    .flatMap(({ name, value }) => (value === null || !names.includes(name) ? [] : [[name, textsOf(view, value, 0)]]));
}

/** Methods may stand below what is written above them. */
function methodsOf(view: CodeView, body: SyntaxNode): MethodFact[] {
  const found: MethodFact[] = [];
  for (const child of view.s.children(body)) {
    const node = view.decoratedOf(child)?.definition ?? child;
    const method = view.functionOf(node);
    if (method?.name && found.length < maxMethods) found.push(readMethod(view, method, child));
  }
  return found;
}

export function readMethod(view: CodeView, method: FunctionView, node: SyntaxNode): MethodFact {
  const { s } = view;
  return {
    name: method.name ?? "",
    arity: method.parameters.length,
    ...(method.parameters.some(({ name }) => name === "id") && { takesId: true as const }),
    isPublic: method.isPublic !== false,
    marks: [...readMarks(view, method.decorators ?? []), ...marksAbove(view, node)],
    returns: method.returns ? typeName(method.returns) : null,
    startLine: Math.min(s.line(node), ...(method.decorators ?? []).map((one) => s.line(one))),
    endLine: s.endLine(node),
  };
}

/** Those in the comment above a declaration. */
function marksAbove(view: CodeView, node: SyntaxNode): MarkFact[] {
  const comment = view.commentAbove?.(node) ?? null;
  return comment === null ? [] : readAnnotations(comment.text, comment.line);
}

function readMarks(view: CodeView, decorators: readonly SyntaxNode[], depth = 0): MarkFact[] {
  return decorators.flatMap((given) => {
    const node = view.unwrap(given);
    const call = view.callOf(node);
    const callee = view.unwrap(call?.callee ?? node);
    const name = view.nameOf(callee) ?? view.memberOf(callee)?.name ?? null;
    if (name === null) return [];
    const text = view.s.textOf(node).replace(/\s+/g, " ").slice(0, maxShown);
    const args: Record<string, string[]> = {};
    for (const [at, value] of (call?.args ?? []).entries()) readArgument(view, args, { name: String(at), value });
    for (const [key, value] of call?.named ?? []) readArgument(view, args, { name: key, value });
    const made = depth === 0 ? madeIn(view, call) : null;
    return [{ name, text, args, ...(made !== null && { made }), line: view.s.line(node) }];
  });
}

/** Of arguments that list objects; an empty list counts as one. */
function madeIn(view: CodeView, call: CallView | null): Record<string, MarkFact[]> | null {
  const lists = [...(call?.named ?? [])].flatMap(([name, value]): [string, MarkFact[]][] => {
    const items = view.itemsOf(view.unwrap(value));
    const areMade = items?.every((one) => view.s.type(view.unwrap(one)) === "object_creation_expression") === true;
    return areMade ? [[name, readMarks(view, items?.slice(0, maxTexts) ?? [], 1)]] : [];
  });
  return lists.length === 0 ? null : Object.fromEntries(lists);
}

/** The entries of a literal map count as named arguments: `@Controller({ path: "boats" })`. */
function readArgument(
  view: CodeView,
  args: Record<string, string[]>,
  { name, value }: { name: string; value: SyntaxNode },
): void {
  const entries = (/^\d+$/.test(name) ? view.entriesOf(view.unwrap(value)) : null) ?? new Map([[name, value]]);
  for (const [key, one] of entries) args[key] = textsOf(view, one, 0).slice(0, maxTexts);
}

/** Texts of an expression, with `\u0001NAME\u0001` for what is declared elsewhere. */
function textsOf(view: CodeView, given: SyntaxNode, depth: number): string[] {
  if (depth > maxDepth) return [];
  const node = view.unwrap(given);
  const items = view.itemsOf(node);
  if (items !== null) return items.slice(0, maxTexts).flatMap((item) => textsOf(view, item, depth + 1));
  const text = view.textOf(node, (part) => markOf(view, part));
  if (text !== null) return [text];
  const sum = view.sumOf(node);
  if (sum !== null) return [sum.map((side) => textsOf(view, side, depth + 1)[0] ?? "\u0001\u0001").join("")];
  const name = qualifiedName(view, node);
  if (name === null && /^(?:true|false)$/i.test(view.s.textOf(node))) return [view.s.textOf(node)];
  return name === null ? [] : [`\u0001${name}\u0001`];
}

function markOf(view: CodeView, expression: SyntaxNode): string {
  return `\u0001${qualifiedName(view, view.unwrap(expression)) ?? ""}\u0001`;
}

/** `API`, or `Paths.API` with the last two parts of longer names. */
export function qualifiedName(view: CodeView, node: SyntaxNode): string | null {
  const name = view.nameOf(node);
  if (name !== null) return name;
  const member = view.memberOf(node);
  if (member === null) return null;
  const object = view.unwrap(member.object);
  const of = view.nameOf(object) ?? view.memberOf(object)?.name ?? null;
  return of === null || of === "this" || of === "self" ? member.name : `${of}.${member.name}`;
}

/** Last part of a type's name; of one with arguments that wraps another, `Task<Boat>`, the name of the outer one. */
function typeName(written: string): string {
  return /^[\s\w.:\\]*?(\w+)\s*(?:[<[(?].*)?$/s.exec(written.slice(0, maxTypeLength))?.[1] ?? "";
}
