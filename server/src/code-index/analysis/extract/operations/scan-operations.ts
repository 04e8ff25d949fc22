import { marksNoGuard } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import type { ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { GuardFact } from "#server/code-index/ports/facts.ts";
import type { OperationFacts, OperationField, OperationKind } from "#server/code-index/ports/operation-facts.ts";

import type { OperationFramework } from "./operation-framework.ts";

const maxFields = 2_000;
const maxHeadLength = 400;
/** Of a guard as it is shown. */
const maxGuardLength = 120;
const maxCalleeLength = 200;
const rootNames: Readonly<Record<OperationKind, string>> = {
  QUERY: "Query",
  MUTATION: "Mutation",
  SUBSCRIPTION: "Subscription",
};

/** The operations that classes and calls of a file declare, and the types that may hold some. */
export function scanOperations(view: CodeView, framework: OperationFramework): OperationFacts {
  const scan = new OperationScan(view, framework);
  for (let node = 0; node < view.s.size; node += 1) scan.visit(node);
  return scan.facts;
}

class OperationScan {
  readonly facts: OperationFacts = { operations: [], types: [], roots: [] };
  private readonly view: CodeView;
  private readonly framework: OperationFramework;
  private count = 0;

  constructor(view: CodeView, framework: OperationFramework) {
    this.view = view;
    this.framework = framework;
  }

  visit(node: SyntaxNode): void {
    if (this.count >= maxFields) return;
    const type = this.view.classOf(node);
    if (type !== null) this.visitClass(type);
    else if (this.view.callOf(node) !== null) this.visitCall(node);
    else this.visitMerge(node);
  }

  private visitClass(type: ClassView): void {
    const { types, schema, methods } = this.framework;
    const name = lastPart(type.name);
    const bases = type.bases.map((base) => lastPart(this.view.s.textOf(base)));
    if (methods !== undefined && type.isAbstract !== true) this.readMethods(type, methods);
    if (schema?.bases !== undefined && type.bases.some((base) => schema.bases?.test(this.view.s.textOf(base))))
      this.readRoots(type.body);
    if (types === undefined) return;
    const marked = this.rootOf(type, types);
    if (marked === null && !types.names.test(name)) return;
    const owner = marked ?? name;
    this.facts.types.push({ name: owner, bases, fields: this.fieldsOf(type, types) });
  }

  /** The root that a mark of the class says it is, or adds to. */
  private rootOf({ decorators = [] }: ClassView, { marks = {}, extends: extending }: TypeRules): string | null {
    for (const one of decorators) {
      const call = this.view.callOf(one);
      const name = this.nameAt(call?.callee ?? one);
      if (Object.hasOwn(marks, name)) return rootNames[marks[name] ?? "QUERY"];
      if (name !== extending || call === null) continue;
      const [given] = [...call.args, ...call.named.values()];
      const text = given === undefined ? "" : this.view.s.textOf(given);
      return /\b(Query|Mutation|Subscription)\b/.exec(text)?.[1] ?? null;
    }
    return null;
  }

  private readMethods(type: ClassView, methods: Readonly<Record<string, OperationKind>>): void {
    for (const { method, node } of this.methodsOf(type)) {
      const guards = this.guardsAmong([...(type.decorators ?? []), ...(method.decorators ?? [])]);
      for (const one of method.decorators ?? []) {
        const call = this.view.callOf(one);
        const mark = this.nameAt(call?.callee ?? one);
        const kind = Object.hasOwn(methods, mark) ? methods[mark] : undefined;
        if (kind === undefined || method.name === null) continue;
        this.count += 1;
        const field = this.fieldAt(method.name, call?.args ?? [], call?.named, node);
        if (field === null) continue;
        const { name, ...lines } = field;
        this.facts.operations.push({
          protocol: "graphql",
          isSchema: false,
          method: kind,
          name,
          http: [],
          ...lines,
          handler: method.name,
          ...(guards.length > 0 && { guards }),
        });
      }
    }
  }

  private guardsAmong(decorators: readonly SyntaxNode[]): GuardFact[] {
    const { view, framework } = this;
    return decorators.flatMap((one) => {
      const name = this.nameAt(view.callOf(one)?.callee ?? one);
      const text = view.s.textOf(one).replace(/\s+/g, " ").slice(0, maxGuardLength);
      return framework.guards?.test(name) === true && !marksNoGuard(text)
        ? [{ name: text, line: view.s.line(one) }]
        : [];
    });
  }

  private methodsOf(type: ClassView): { method: FunctionView; node: SyntaxNode }[] {
    return this.view.s.children(type.body).flatMap((child) => {
      const node = this.view.decoratedOf(child)?.definition ?? child;
      const method = this.view.functionOf(node);
      return method === null || method.name === null ? [] : [{ method, node: child }];
    });
  }

  private fieldsOf(type: ClassView, rules: TypeRules): OperationField[] {
    const found: OperationField[] = [];
    for (const { method, node } of this.methodsOf(type)) {
      const marks = (method.decorators ?? []).map((one) => ({ one, call: this.view.callOf(one) }));
      const known = marks.find(({ one, call }) => rules.decorators?.includes(this.nameAt(call?.callee ?? one)));
      const isField = rules.decorators === undefined ? this.isPublic(node) : known !== undefined;
      if (isField && method.name !== null && method.name !== type.name)
        found.push(...this.listed(this.fieldAt(method.name, [], known?.call?.named, node)));
    }
    for (const { name, type: declared, value, decorators, node } of this.view.fieldsOf(type.body)) {
      const call = rules.calls === undefined ? this.view.callOf(this.view.unwrap(value ?? -1)) : null;
      const isTyped = rules.hasTypedFields === true && value === null && declared !== null;
      const isCalled = rules.hasCalledFields === true && call !== null && !name.startsWith("_");
      const isDeclared = rules.calls?.includes(declared ?? "") === true && decorators.length > 0;
      if (isTyped || isCalled || isDeclared) found.push(...this.listed(this.fieldAt(name, [], call?.named, node)));
    }
    this.count += found.length;
    return found;
  }

  /** Also those of the class itself, which no object has. */
  private isPublic(node: SyntaxNode): boolean {
    return /\bpublic\s/.test(this.view.s.textOf(node).slice(0, maxHeadLength));
  }

  /** Null where its name is put together while it runs. */
  private fieldAt(
    name: string,
    args: readonly SyntaxNode[],
    named: ReadonlyMap<string, SyntaxNode> | undefined,
    node: SyntaxNode,
  ): OperationField | null {
    const { view } = this;
    const options = args.flatMap((one) => view.entriesOf(view.unwrap(one))?.get("name") ?? []);
    const explicit = named?.get("name") ?? options[0];
    const text = this.literal(explicit ?? args[0]);
    if (text === null && explicit !== undefined) return null;
    return {
      name: text ?? this.framework.nameOf(name),
      handler: name,
      startLine: view.s.line(node),
      endLine: view.s.endLine(node),
    };
  }

  /** Null for texts with parts that are put in, too. */
  private literal(node: SyntaxNode | undefined): string | null {
    let isWhole = true;
    const text = this.view.textOf(this.view.unwrap(node ?? -1), () => {
      isWhole = false;
      return "";
    });
    return isWhole && text !== "" ? text : null;
  }

  /** `query Types::QueryType` in the body of a schema. */
  private readRoots(body: SyntaxNode): void {
    for (const node of this.view.s.children(body)) {
      const call = this.view.callOf(node);
      if (call?.args[0] !== undefined) this.addRoot(this.nameAt(call.callee), call.args[0]);
    }
  }

  private addRoot(kind: string, type: SyntaxNode): void {
    const upper = kind.toUpperCase();
    const name = lastPart(this.view.s.textOf(type));
    if ((upper === "QUERY" || upper === "MUTATION" || upper === "SUBSCRIPTION") && /^\w+$/.test(name))
      this.facts.roots.push({ kind: upper, type: name });
  }

  private visitCall(node: SyntaxNode): void {
    const { view, framework } = this;
    const call = view.callOf(node);
    if (call === null) return;
    const { schema, fieldCalls = {}, entryCalls = {} } = framework;
    const callee = this.endOf(call.callee);
    if (schema?.calls?.test(callee) === true) {
      for (const [key, value] of call.named) this.addRoot(key, value);
      if (call.args[0] !== undefined) this.addRoot("query", call.args[0]);
    }
    const [, generic = "", type = ""] = /(\w+)<(\w+)>$/.exec(callee) ?? [];
    const kind =
      schema?.generic !== undefined && Object.hasOwn(schema.generic, generic) ? schema.generic[generic] : null;
    if (kind) this.facts.roots.push({ kind, type });
    const name = this.nameAt(call.callee);
    const [first] = call.args;
    if (first === undefined) return;
    const field = Object.hasOwn(fieldCalls, name) ? fieldCalls[name] : undefined;
    const text = field === undefined ? null : this.literal(first);
    if (field !== undefined && text !== null) this.addOperation(field, text, node);
    const entries = Object.hasOwn(entryCalls, name) ? entryCalls[name] : undefined;
    if (entries === undefined) return;
    const body = view.functionOf(view.unwrap(first))?.body ?? -1;
    for (const [key, value] of view.entriesOf(view.unwrap(body)) ?? []) this.addOperation(entries, key, value);
  }

  private addOperation(method: OperationKind, name: string, node: SyntaxNode): void {
    this.count += 1;
    const lines = { startLine: this.view.s.line(node), endLine: this.view.s.endLine(node) };
    this.facts.operations.push({
      protocol: "graphql",
      isSchema: false,
      method,
      name,
      handler: null,
      http: [],
      ...lines,
    });
  }

  /** `Query = merge_types("Query", (BoatQuery, DockQuery))`, `BoatMutations = create_type("BoatMutations", [add_boat])`. */
  private visitMerge(node: SyntaxNode): void {
    const { view, framework } = this;
    if (framework.merges === undefined) return;
    for (const { target, value } of view.assignmentsOf(node) ?? []) {
      const call = view.callOf(view.unwrap(value));
      const name = view.nameOf(target);
      if (call === null || name === null) continue;
      const callee = this.endOf(call.callee);
      const listed = call.args.flatMap((one) => view.itemsOf(view.unwrap(one)) ?? []);
      if (framework.merges.test(callee))
        this.facts.types.push({ name, bases: listed.map((one) => lastPart(view.s.textOf(one))), fields: [] });
      if (framework.collects?.test(callee) !== true) continue;
      const fields = listed.flatMap((one) =>
        view.nameOf(one) === null ? [] : this.listed(this.fieldAt(view.s.textOf(one), [], undefined, one)),
      );
      this.facts.types.push({ name, bases: [], fields });
    }
  }

  private listed(field: OperationField | null): OperationField[] {
    return field === null ? [] : [field];
  }

  /** Chains of calls are long, and what is called is their end. */
  private endOf(callee: SyntaxNode): string {
    const { s } = this.view;
    const end = s.end(callee);
    return s.text.slice(Math.max(s.start(callee), end - maxCalleeLength), end);
  }

  private nameAt(node: SyntaxNode): string {
    const inner = this.view.unwrap(node);
    return this.view.nameOf(inner) ?? this.view.memberOf(inner)?.name ?? "";
  }
}

type TypeRules = NonNullable<OperationFramework["types"]>;

function lastPart(name: string): string {
  return /(\w+)(?:\W*)$/.exec(name.replace(/[<[].*$/s, "").slice(-300))?.[1] ?? "";
}
