import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { TriggerFramework, TriggerRule } from "./trigger-framework.ts";
import { TriggerRecorder } from "./trigger-recorder.ts";
import { isCronText } from "./trigger-values.ts";

const maxConstants = 3_000;
const maxShared = 500;
const maxConstantLength = 200;
/** Constants that messages and schedules are called by. */
const kept =
  /topic|queue|channel|subject|event|exchange|stream|routing|cron|schedule|interval|period|delay|minutes|seconds|job|task|message|command|cmd|kind|type|name/i;
/** Constants that hold times. */
const timed = /interval|period|delay|every|freq|duration|cycle|tick|rate|sleep|pause|ttl|time/i;

/** What the names of a file stand for, and so whether a call is one of a framework. */
export class TriggerNames extends TriggerRecorder {
  /** Those that the file may speak of. */
  protected readonly frameworks: readonly TriggerFramework[];
  /** Imports by the name they have here. */
  protected readonly locals = new Map<string, string>();
  protected readonly objects = new Map<string, string>();
  /** Constants that other files may use. */
  protected readonly shared = new Map<string, string>();
  /** Names that stand for several texts. */
  private readonly ambiguous = new Set<string>();
  /** Frameworks that the file imports. */
  private readonly imported = new Set<string>();

  constructor(view: CodeView, frameworks: readonly TriggerFramework[]) {
    super(view);
    this.frameworks = frameworks.filter(({ mayTrigger }) => mayTrigger.test(view.s.text));
  }

  /** Imports, constants, and the objects of frameworks. */
  collect(): void {
    for (let node = 0; node < this.s.size; node += 1) {
      for (const { local, specifier, name } of this.view.importsOf(node) ?? []) {
        this.locals.set(local, `${specifier}#${name}`);
        for (const one of this.frameworks) if (one.from?.test(`${specifier}#${name}`)) this.imported.add(one.name);
      }
      for (const { target, value } of this.view.assignmentsOf(node) ?? []) this.keep(target, value);
      const type = this.view.classOf(node);
      if (type !== null) for (const field of this.view.fieldsOf(type.body)) this.keepField(type.name, field);
      for (const { name, type: given } of this.view.functionOf(node)?.parameters ?? []) this.keepTyped(name, given);
    }
  }

  private keep(target: SyntaxNode, value: SyntaxNode): void {
    const name = this.lastName(target);
    if (name === null) return;
    const expression = this.view.unwrap(value);
    const made = this.view.callOf(expression) ?? this.view.literalOf?.(expression) ?? null;
    if (made !== null) {
      const maker = this.lastName(made.callee);
      const framework = this.frameworks.find(
        (one) => maker !== null && one.objects?.includes(maker) === true && this.mayMake(one, made.callee),
      );
      if (framework === undefined) {
        // `checkCron("* * * * *")` hands on what it is given.
        const given = made.args[0] === undefined ? null : this.constantText(this.view.unwrap(made.args[0]));
        const text = given !== null && isCronText(given) ? given : this.constantText(expression, name);
        if (text !== null) this.keepConstant([name], text, this.isInFunction(target));
        return;
      }
      this.objects.set(name, framework.name);
      const topic = this.values.text(made.args[0]);
      if (topic !== null) this.objectTopics.set(name, topic);
      return;
    }
    const text = this.constantText(expression, name);
    if (text !== null && this.view.nameOf(target) !== null) this.keepConstant([name], text, this.isInFunction(target));
  }

  /** A maker is that of the framework where it is imported from it, or where nothing is said of it. */
  private mayMake(framework: TriggerFramework, callee: SyntaxNode): boolean {
    if (framework.from === undefined) return true;
    const ref = this.locals.get(this.rootName(callee) ?? "");
    return ref === undefined ? this.imported.has(framework.name) : framework.from.test(ref) || /^\.|^\w*$/.test(ref);
  }

  private keepField(owner: string, field: { name: string; type: string | null; value: SyntaxNode | null }): void {
    this.keepTyped(field.name, field.type);
    const text = field.value === null ? null : this.constantText(this.view.unwrap(field.value), field.name);
    if (text !== null) this.keepConstant([`${owner}.${field.name}`, `${owner}::${field.name}`], text, false);
  }

  /** Also of a number, a product of numbers, or a time in a constant that is called so. */
  private constantText(node: SyntaxNode, name = ""): string | null {
    const text = this.view.textOf(node, () => "\u0001…\u0001");
    const written = this.s.textOf(node);
    if (text !== null) return text;
    if (/^\d[\d_]*[lL]?(?: ?\* ?\d[\d_]*[lL]?){0,5}$/.test(written)) return written;
    return timed.test(name) ? this.values.duration(node) : null;
  }

  private keepTyped(name: string, type: string | null): void {
    const last = /(\w+)\W*$/.exec(type?.replace(/[[<].*$/s, "") ?? "")?.[1];
    const framework = this.frameworks.find(
      (one) => last !== undefined && one.objects?.includes(last) === true && this.isProven(one),
    );
    if (framework !== undefined) this.objects.set(name, framework.name);
  }

  private keepConstant(names: readonly string[], text: string, isInner: boolean): void {
    const isKept = kept.test(names[0] ?? "");
    const isLocal = isInner && names[0]?.startsWith("@") !== true;
    if (text.length > maxConstantLength || (isLocal && !isKept) || this.constants.size >= maxConstants) return;
    const isShort =
      !isLocal &&
      (this.view.seesPackage || /^[A-Z][A-Z\d_]*$/.test(names[0] ?? "")) &&
      (isCronText(text) || /^\S{1,60}(?: \S{1,30})?$/.test(text));
    for (const name of names) {
      if ((this.constants.get(name) ?? text) !== text) this.ambiguous.add(name);
      if (this.ambiguous.has(name)) {
        this.constants.delete(name);
        this.shared.delete(name);
        continue;
      }
      this.constants.set(name, text);
      // Attributes of modules are theirs alone.
      if ((isKept || isShort) && !name.startsWith("@") && this.shared.size < maxShared) this.shared.set(name, text);
    }
  }

  private isInFunction(node: SyntaxNode): boolean {
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < 60; at = this.s.parent(at), depth += 1)
      if (this.view.functionOf(at) !== null) return true;
    return false;
  }

  /** Null where it is not of the framework. */
  protected prove(framework: TriggerFramework, rule: TriggerRule, callee: SyntaxNode): { on: string | null } | null {
    if (rule.proof === "plain") return { on: null };
    const member = this.view.memberOf(callee);
    const root = this.rootName(callee);
    const ref = root === null ? undefined : this.locals.get(root);
    if (ref !== undefined && framework.from?.test(ref) === true && (member !== null || rule.proof !== "object"))
      return { on: null };
    if (member !== null) {
      const object = this.objects.get(this.lastName(member.object) ?? "");
      if (object !== undefined) return object === framework.name ? { on: null } : null;
      const isOwn = framework.objects !== undefined && ref !== undefined && ref !== "";
      if (isOwn) return { on: this.memberRef(member.object, ref) };
    }
    if (rule.proof === "object") return null;
    return (ref === undefined || this.view.seesPackage) && this.imported.has(framework.name) ? { on: null } : null;
  }

  /** `tasks.app` of `import tasks` is `tasks#app`. */
  private memberRef(object: SyntaxNode, ref: string): string {
    const inner = this.view.memberOf(this.view.unwrap(object));
    return ref.endsWith("#*") && inner !== null ? `${ref.slice(0, -1)}${inner.name}` : ref;
  }

  /** The first name of a chain of members and calls. */
  protected rootName(given: SyntaxNode): string | null {
    let node = this.view.unwrap(given);
    for (let links = 0; links < 30; links += 1) {
      const name = this.view.nameOf(node);
      if (name !== null) return name;
      const next = this.view.memberOf(node)?.object ?? this.view.callOf(node)?.callee;
      if (next === undefined) return null;
      node = this.view.unwrap(next);
    }
    return null;
  }

  protected isProven(framework: TriggerFramework): boolean {
    return framework.from === undefined || this.imported.has(framework.name);
  }
}
