import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { Decorated } from "./apply-guard-rules.ts";
import { typeOfValue, TypeRuleApplier, valueOf } from "./apply-type-rules.ts";
import { ownModuleMethod, type OwnModuleMethod } from "./find-class-groups.ts";
import { keepClass, keepViewFunction } from "./keep-classes.ts";
import { keepConnected } from "./keep-connected.ts";
import { longChain } from "./long-chain.ts";
import type { RoutingRules } from "./routing-rules.ts";

/** Code that is nested deeper is generated or hostile. */
const maxDepth = 400;

/** What a file says about routers. Names that have to do with none are left out. */
export function scanRouting(view: CodeView, rules: RoutingRules): RoutingFacts {
  const scan = new RoutingScan(view, rules);
  scan.visitAll(0);
  return scan.finish();
}

class RoutingScan extends TypeRuleApplier {
  /** What expressions were found to be, so that each counts once. */
  private readonly known = new Map<SyntaxNode, string | null>();
  /** Definitions that were read with what stands above them. */
  private readonly decorated = new Set<SyntaxNode>();
  private className: string | null = null;
  /** What fields of classes were set to that a class or function hands back. */
  private readonly instances = new Map<string, string>();
  /** Methods of the class that a library hands the program. */
  private moduleMethods: OwnModuleMethod[] = [];
  private readonly keeping = { view: this.view, rules: this.rules, classes: this.facts.classes };
  private depth = 0;

  visitAll(node: SyntaxNode): void {
    const children = this.s.children(node);
    // Functions may be called above their declaration.
    for (const child of children) {
      const node = this.view.unwrap(child);
      const name = this.view.functionOf(node)?.name;
      if (name) this.functions.add(name).add(`${this.className ?? ""}.${name}`);
      // Classes are handed on by their names alone: `module.exports = Boats`.
      const type = this.view.moduleOf === undefined ? null : this.view.classOf(node)?.name;
      if (type) this.bindName(type, type);
    }
    if (this.depth >= maxDepth) return;
    this.depth += 1;
    for (const child of children) this.visit(child);
    this.depth -= 1;
  }

  protected visit(node: SyntaxNode): void {
    if (this.decorated.has(node) || this.visitImport(node)) return;
    const decorated = this.view.decoratedOf(node);
    if (decorated !== null) {
      this.visitDecorated(decorated);
      if (this.view.functionOf(decorated.definition) !== null || this.view.classOf(decorated.definition) !== null)
        return;
    }
    this.visitDefinition(node);
  }

  private visitImport(node: SyntaxNode): boolean {
    const imported = this.view.importsOf(node);
    for (const { local, specifier, name } of imported ?? []) this.declareImport(local, `${specifier}#${name}`, node);
    return imported !== null;
  }

  private visitDefinition(node: SyntaxNode): void {
    const { view } = this;
    const method = view.functionOf(node);
    if (method !== null) {
      if (this.className === null && this.scopes.isModule()) keepViewFunction(this.keeping, node, []);
      this.visitFunction(method, this.functionName(node, method));
      return;
    }
    const type = view.classOf(node);
    if (type !== null) return this.visitClass(type, node);
    const assignments = view.assignmentsOf(node);
    if (assignments !== null) {
      for (const { target, value } of assignments) this.assign(target, value);
      return;
    }
    const returned = view.returnOf(node);
    if (returned !== null && returned >= 0) this.handBack(returned);
    else if (view.callOf(node) !== null) this.evaluate(node, null);
    else this.visitAll(node);
  }

  private visitClass(type: ClassView, node: SyntaxNode): void {
    const outer = { name: this.className, modules: this.moduleMethods };
    this.className = type.name;
    this.moduleMethods = this.rules.moduleMethods
      .filter(({ bases }) => type.bases.some((base) => bases.test(this.s.textOf(base))))
      .map((one) => ownModuleMethod(one, type.name, this.s.textOf(node)));
    keepClass(this.keeping, type, node);
    this.keepFields(type);
    this.readEndpointClass(type);
    this.visitAll(type.body);
    this.className = outer.name;
    this.moduleMethods = outer.modules;
  }

  private declareImport(local: string, ref: string, node: SyntaxNode): void {
    if (local === "*" && this.view.pathNames !== undefined) this.globs.add(ref.slice(0, -2));
    const framework = this.rules.modules.get(ref);
    if (framework !== undefined) this.addRouter(local, { framework, isRoot: true, path: "", node });
    this.bindName(local, framework === undefined ? ref : local);
  }

  private visitDecorated({ decorators, definition }: { decorators: SyntaxNode[]; definition: SyntaxNode }): void {
    const name = this.view.functionOf(definition)?.name ?? this.view.classOf(definition)?.name ?? null;
    if (this.className === null) keepViewFunction(this.keeping, definition, decorators);
    for (const decorator of decorators) {
      const call = this.view.callOf(decorator);
      if (this.s.textOf(decorator) === "cfg(test)") this.decorated.add(definition);
      if (call !== null && !this.readAttribute(decorator, call, definition))
        this.readCall(decorator, call, { hint: null, decorates: { name, node: definition } });
    }
    if (!this.decorated.has(definition) && !this.visitImport(definition)) this.visitDefinition(definition);
    this.decorated.add(definition);
  }

  protected functionName(node: SyntaxNode, { name, owner }: FunctionView): string {
    if (name === null) return `@${this.s.line(node)}:${this.s.column(node)}`;
    const type = owner ?? this.className;
    return type === null ? name : `${type}.${name}`;
  }

  private visitFunction({ owner, self, parameters, body, returns, decorators = [] }: FunctionView, name: string): void {
    this.keepReturned(name, { returns: returns ?? "", body, decorators });
    const variables = new Map<string, string>();
    const program = this.takeProgram(name, returns ?? "");
    for (const [at, parameter] of parameters.entries()) {
      const module = this.moduleMethods.find(({ method }) => method.test(name.slice(name.indexOf(".") + 1)));
      const found = at === 0 ? (module?.below ?? null) : null;
      const key = found === null ? `${name}(${at})` : this.mountFound(found, name, body);
      variables.set(parameter.name, this.holderOfType(parameter.type) ?? key);
      const typed = this.routerOfType(parameter.type) ?? (at === 0 ? program : null);
      const isRoot = found === null && (typed?.isRoot === true || module !== undefined);
      if (at === 0 && typed !== null) this.readFinder(name, key, body);
      if (typed !== null || ((parameter.type ?? "") === "" && this.rules.guessed.test(parameter.name)))
        this.addRouter(key, { framework: typed?.framework ?? "", isRoot, path: module?.path ?? "", node: body });
      for (const part of parameter.parts ?? []) {
        variables.set(part.local, `${key}.${part.name}`);
        if (this.rules.guessed.test(part.name))
          this.addRouter(`${key}.${part.name}`, { framework: "", isRoot: false, path: "", node: body });
      }
    }
    const outer = this.className;
    this.className = owner ?? outer;
    if (self !== null && this.className !== null) variables.set(self, valueOf(this.className));
    this.scopes.push({ name, variables });
    if (this.view.callOf(body) !== null) this.handBack(body);
    else this.visitAll(body);
    this.scopes.pop();
    this.className = outer;
  }

  private handBack(value: SyntaxNode): void {
    const scope = this.scopes.around();
    this.expectProgram(scope, value);
    const ref = this.evaluate(value, scope === "" ? null : `${scope}/return`);
    if (ref !== null && scope !== "") this.mount(`${scope}()`, "", ref, value);
    else if (ref === null && this.view.callOf(this.view.unwrap(value)) === null) this.visitAll(value);
  }

  private assign(target: SyntaxNode, value: SyntaxNode): void {
    const key = this.targetKey(target);
    const name = this.view.nameOf(target);
    const former = name === null ? undefined : this.variable(name);
    const text = this.pathOf(value);
    if (text !== null && this.completeParameter(target, text)) return;
    if (name !== null && text !== null)
      this.keepConstant(name, text, { type: this.scopes.isModule() ? this.className : null, node: value });
    if (name !== null) this.keepLiterals(name, this.view.unwrap(value));
    const ref = this.evaluate(value, key) ?? (key === null ? null : this.readRecord(value, key));
    if (ref === null) {
      // Lists of routes are made empty and filled later.
      if (name !== null && key !== null && this.view.pathNames !== undefined) this.bindName(name, key);
      if (this.view.callOf(this.view.unwrap(value)) === null) this.visit(value);
      return;
    }
    // `urlpatterns += router.urls` goes on with the list that was there.
    const isAdded = former !== undefined && former !== ref && /^\s*\+=/.test(this.s.textAfter(target, 8));
    if (isAdded) this.mount(former, "", ref, value);
    else if (name !== null) this.bindName(name, ref);
    // A field may be read before the method is seen that sets it.
    else if (key !== null && key !== ref) this.join(key, ref, value);
    if (name === null && key !== null && /^[^@]+\(\)$/.test(ref)) this.instances.set(key, ref);
  }

  private targetKey(target: SyntaxNode): string | null {
    const name = this.view.nameOf(target);
    if (name !== null) return this.keyIn(name);
    const member = this.view.memberOf(target);
    const type = member === null ? null : typeOfValue(this.evaluate(member.object, null));
    return member === null || type === null ? null : `${type}.${member.name}`;
  }

  private keyIn(name: string): string {
    const own = this.className === null ? name : `${this.className}.${name}`;
    return this.scopes.around() === "" ? own : `${this.scopes.around()}/${name}`;
  }

  protected within(router: string, other: string, node: SyntaxNode): string | null {
    return this.scopes.within(router, other, () => this.evaluate(node, null));
  }

  private bindName(name: string, ref: string): void {
    this.scopes.bind(name, ref);
  }

  protected variable(name: string): string | undefined {
    return this.scopes.find(name);
  }

  private lookUp(name: string): string | null {
    const found = this.variable(name);
    if (found !== undefined) return found;
    // Languages that see packages call methods of the class without naming it.
    const own = this.className === null ? name : `${this.className}.${name}`;
    if (this.functions.has(name)) return this.view.seesPackage && this.functions.has(own) ? own : name;
    return this.view.seesPackage ? `&#${name}` : null;
  }

  /** The name of the router, module or function that an expression is; null for all others. */
  protected evaluate(given: SyntaxNode, hint: string | null): string | null {
    const node = this.view.unwrap(given);
    for (const one of [...longChain(this.view, node, this.known), node])
      this.evaluateOnce(one, one === node ? hint : null);
    return this.known.get(node) ?? null;
  }

  private evaluateOnce(node: SyntaxNode, hint: string | null): void {
    if (this.known.has(node)) return;
    this.known.set(node, null);
    this.depth += 1;
    if (this.depth <= maxDepth) this.known.set(node, this.read(node, hint));
    this.depth -= 1;
  }

  private read(node: SyntaxNode, hint: string | null): string | null {
    const { view } = this;
    const module = view.moduleOf?.(node) ?? null;
    if (module !== null) return `${module.specifier}#${module.name}`;
    const name = view.nameOf(node);
    if (name !== null) return this.lookUp(name);
    const path = view.pathNames?.(node) ?? null;
    if (path !== null) return this.readPath(path);
    const member = view.memberOf(node);
    if (member !== null) {
      // `import boats.tides` is used as it is written.
      const written = this.variable(this.s.textOf(node));
      if (written !== undefined) return written;
      const of = this.evaluate(member.object, null);
      const type = typeOfValue(of);
      if (type !== null) return this.instances.get(`${type}.${member.name}`) ?? `${type}.${member.name}`;
      const isSame = this.rules.sameMembers.has(member.name) && of?.includes("#") === false;
      return of === null || isSame ? of : `${of}.${member.name}`;
    }
    const call = view.callOf(node);
    if (call !== null) return this.readCall(node, call, { hint, decorates: null });
    const items = view.itemsOf(node);
    if (items !== null) return this.readList(items, hint ?? `@${this.s.line(node)}:${this.s.column(node)}`);
    const sum = view.sumOf(node);
    if (sum !== null) return this.readSum(sum, hint);
    const literal = view.literalOf?.(node) ?? null;
    if (literal !== null) return this.readLiteral(node, literal, hint);
    const choices = view.choicesOf?.(node) ?? null;
    if (choices !== null) return this.readChoices(node, choices, hint);
    const method = view.functionOf(node);
    if (method !== null) {
      const own = this.functionName(node, method);
      this.visitFunction(method, own);
      return own;
    }
    const type = view.classOf(node);
    if (type === null || type.name === "") return null;
    this.visitDefinition(node);
    return type.name;
  }

  private readCall(
    node: SyntaxNode,
    call: CallView,
    { hint, decorates }: { hint: string | null; decorates: Decorated | null },
  ): string | null {
    const { view, rules } = this;
    const callee = view.unwrap(call.callee);
    const member = view.memberOf(callee);
    const name = view.nameOf(callee) ?? member?.name ?? "";
    const path = view.pathNames?.(callee)?.slice(-2).join("::");
    const router = this.routerRule(path ?? name, callee) ?? this.routerRule(name, callee);
    const isMapped = router?.hasProcedures === undefined || view.entriesOf(view.unwrap(call.args[0] ?? -1)) !== null;
    const isMacro = this.s.type(node) === "macro_invocation";
    if (router !== undefined && isMapped && this.hasChild(router, call) && (router.isMacro === undefined || isMacro))
      return this.makeRouter(node, call, { rule: router, hint });
    if (rules.wrappers.some((one) => one.test(this.evaluate(callee, null) ?? ""))) return this.readWrapped(call, hint);
    const procedure = this.readProcedure(node, hint) ?? this.laterOf(call);
    if (procedure !== null) return procedure;
    const item = rules.items.get(name);
    if (item !== undefined && hint?.startsWith("item of ") === true)
      return this.readItem(node, call, item, hint.slice(8));
    const listed = rules.listCalls.get(name);
    if (listed !== undefined) return this.readListCall(node, call, { rule: listed, hint });
    const include = rules.includes.get(name);
    if (include !== undefined) return this.readInclude(call, include);
    const object = member === null ? null : this.evaluate(member.object, null);
    if (object !== null && this.serveEndpointClasses(node, name, object)) return object;
    if (object !== null)
      for (const rule of rules.calls.get(name) ?? []) {
        const found = this.apply(rule, { node, call, object, hint, decorates });
        if (found !== undefined) {
          this.visitRest(call);
          return found;
        }
      }
    // What is not known of a chain hands back what it is called on.
    if (object !== null && view.pathNames?.(callee) === null) {
      this.visitRest(call);
      // `normalizer.layer(router)` serves the router.
      return this.addToChain(node, call, { object, hint });
    }
    return this.followCall(node, call);
  }

  /** Functions among the arguments, and what is called in them. */
  protected visitRest({ args, named }: CallView): void {
    for (const value of [...args, ...named.values()]) {
      const node = this.view.unwrap(value);
      if (!this.known.has(node)) this.evaluate(node, null);
      if (this.known.get(node) === null && this.view.callOf(node) === null) this.visitAll(node);
    }
  }

  finish(): RoutingFacts {
    this.facts.exports = { ...Object.fromEntries(this.scopes.exported()), ...this.facts.exports };
    this.serveUnmounted();
    return keepConnected(this.facts);
  }
}
