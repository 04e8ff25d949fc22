import type { CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { RepeatedMessages } from "./repeated-messages.ts";
import { RepeatedWork } from "./repeated-work.ts";
import { TriggerReader, type TriggerSite } from "./trigger-reader.ts";

const maxHead = 200;
const maxLoop = 6_000;
const maxDepth = 60;
/** `scanner.run`: what is called on something that has a name. */
const dottedName = /^[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+){1,3}$/;
/** What a container of PHP makes of the name of its class. */
const made = /^\\?(?:app|resolve)\((?:\\?\w+\\)*(\w+)::class\)$/;
/** Calls that say what happens, and do nothing, or that the work is only given. */
const logging =
  /^(?:(?:this\.|self\.|s\.|c\.)?_?(?:log|logger|logging|console|slog|fmt|Box|Arc)\b|(?:context|errors|time|strings|strconv)\.[A-Z])/i;

/** Functions and classes that a call or a rule stands in, and what they are called. */
export class TriggerPlaces extends TriggerReader {
  private readonly repeated: RepeatedWork;
  private readonly messages: RepeatedMessages;

  constructor(view: CodeView) {
    super(view);
    this.repeated = new RepeatedWork(view);
    this.messages = new RepeatedMessages(view);
  }

  protected isRepeated({ rule, node, call }: TriggerSite): boolean {
    if (call === null) return false;
    if (rule.restarts !== undefined) return this.repeated.startsItself(node, this.values.argument(call, rule.restarts));
    if (rule.repeats === "pause") return this.repeated.isPause(node, this.lastName(call.callee) ?? "");
    const around = this.repeated.functionAround(node);
    return around !== null && this.messages.isSentAgain(call, around.node);
  }

  protected isLoop(node: SyntaxNode, loop: { with: RegExp; without: RegExp }): boolean {
    const text = this.s.textOf(this.functionsAround(node)[0]?.node ?? node).slice(0, maxLoop);
    return loop.with.test(text) && !loop.without.test(text);
  }

  /** From the nearest one on. */
  protected functionsAround(node: SyntaxNode): { node: SyntaxNode; view: FunctionView }[] {
    const found: { node: SyntaxNode; view: FunctionView }[] = [];
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const view = this.view.functionOf(at);
      if (view !== null) found.push({ node: at, view });
    }
    return found;
  }

  /** Name of the function or class around it, where that does the work. */
  protected holderOf({ rule, node }: TriggerSite): string | null {
    if (rule.isNamedByClass === true) return this.classAround(node);
    if (rule.isNamedByFunction !== true) return null;
    for (const { node: around, view } of this.functionsAround(node)) {
      const name = this.repeated.functionName(around, view);
      if (name === null) continue;
      const owner = view.owner ?? this.classAround(node);
      return `${owner === null ? "" : `${owner}.`}${name}`;
    }
    return null;
  }

  protected methodsOf(body: SyntaxNode): FunctionView[] {
    return this.s.children(body).flatMap((child) => {
      const decorated = this.view.decoratedOf(child)?.definition ?? child;
      return this.view.functionOf(decorated) ?? [];
    });
  }

  /** The one function that a function without a name calls; null where it calls none or several. */
  protected calledIn(node: SyntaxNode): string | null {
    const body = this.view.functionOf(node)?.body ?? -1;
    if (body < 0) return null;
    // All that it holds is a name, as Ruby calls without brackets.
    const only = /^(?:do|\{)\s*@?([\w.:]{1,80}[!?]?)\s*(?:end|\})$/.exec(this.s.textOf(node).slice(0, maxHead))?.[1];
    if (only !== undefined) return only;
    const names = new Set<string>();
    const end = this.s.end(body);
    for (let at = body; at < this.s.size && this.s.start(at) < end && names.size < 2; at += 1) {
      const call = this.view.callOf(at);
      if (call === null) continue;
      const callee = this.view.unwrap(call.callee);
      const text = this.nameCalled(callee);
      if (this.view.nameOf(callee) === null && logging.test(text)) continue;
      // What a container makes is what the call behind it is of.
      if (made.test(this.s.textOf(at)) && !made.test(this.s.textOf(callee))) continue;
      names.add(this.view.nameOf(callee) ?? dottedName.exec(text)?.[0] ?? "");
    }
    const [first] = names;
    return names.size === 1 && first !== "" ? (first ?? null) : null;
  }

  /** `boat.paint` of `$boat->paint()`, `Sums.run` of `app(Sums::class)->run()`. */
  private nameCalled(callee: SyntaxNode): string {
    const member = this.view.memberOf(callee);
    if (member === null) return this.s.textOf(callee).slice(0, maxHead);
    const object = this.s.textOf(member.object).slice(0, maxHead).replace(made, "$1");
    return `${object.replace(/^\$/, "").replaceAll("->", ".")}.${member.name}`;
  }

  /** What a call is assigned to for all to see. */
  protected assignedName(node: SyntaxNode): string | null {
    if (this.functionsAround(node).length > 0) return null;
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const target = this.view.assignmentsOf(at)?.[0]?.target;
      if (target !== undefined) return this.lastName(target);
    }
    return null;
  }

  /** Name of the class that holds a node. */
  protected classAround(node: SyntaxNode): string | null {
    for (let at = this.s.parent(node); at > 0; at = this.s.parent(at)) {
      const type = this.view.classOf(at);
      if (type !== null) return type.name;
    }
    return null;
  }

  /** Of a declaration, behind attributes and what says who may use it. */
  protected beginsWith(node: SyntaxNode, keyword: string): boolean {
    const head = this.s.textOf(node).slice(0, maxHead);
    return new RegExp(`^(?:pub(?:\\([^)]*\\))?\\s+)?${keyword}\\b`).test(head);
  }
}
