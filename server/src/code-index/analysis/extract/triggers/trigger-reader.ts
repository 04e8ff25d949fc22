import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { DetailRule, TriggerRule } from "./trigger-framework.ts";
import { TriggerValues } from "./trigger-values.ts";

const maxLinks = 24;
const maxDepth = 60;
const timeWord =
  /^(?:every|cron|daily|hourly|weekly|monthly|quarterly|yearly|annually|twice|at|once|last|first|between|unless between|weekdays?|weekends?|\w{0,6}days?|(?:milli|micro)?seconds?|minutes?|hours?|weeks?|months?|years?|to)\b/i;

export function isTimeWord(text: string): boolean {
  return timeWord.test(chainWords(text).join(" "));
}

/** What a rule is applied to. */
export interface TriggerSite {
  framework: string;
  rule: TriggerRule;
  node: SyntaxNode;
  /** Arguments; null where there are none. */
  call: CallView | null;
  /** The function or class that is decorated or extends something. */
  target: { name: string | null; node: SyntaxNode; view: FunctionView | ClassView } | null;
  /** See `DeclaredTrigger`. */
  on: string | null;
  /** Types that the base is given. */
  baseTypes?: string | null;
}

export type TriggerDetails = Partial<Record<"name" | "topic" | "schedule" | "about", string>>;

/** What stands around a call or in a class: chains of calls, blocks that hold it, fields. */
export class TriggerReader {
  protected readonly s: Syntax;
  protected readonly view: CodeView;
  protected readonly constants = new Map<string, string>();
  protected readonly values: TriggerValues;

  constructor(view: CodeView) {
    this.s = view.s;
    this.view = view;
    this.values = new TriggerValues(view, this.constants);
  }

  /** The last part of a name. */
  protected lastName(given: SyntaxNode): string | null {
    const node = this.view.unwrap(given);
    return (
      this.view.nameOf(node) ??
      this.view.memberOf(node)?.name ??
      /(\w+)$/.exec(this.s.textOf(node).slice(-80))?.[1] ??
      null
    );
  }

  /** `every(5).minutes.do(job)` is "every 5 minutes", as is `job(x).everyMinute().at(3)`, given the call of the job. */
  protected chainText(given: SyntaxNode, isWhole = false): string | null {
    const words: string[] = [];
    const outermost = this.chainEnd(given);
    let node = outermost;
    for (let links = 0; links < maxLinks; links += 1) {
      const call = this.view.callOf(node);
      const callee = call === null ? node : this.view.unwrap(call.callee);
      const member = this.view.memberOf(callee);
      const name = member?.name ?? this.view.nameOf(callee);
      if (name !== null && (isWhole || node !== given || /^(?:at|every|cron|daily|hourly)/i.test(name)))
        words.unshift(this.chainWord(name, call));
      if (member === null) break;
      node = this.view.unwrap(member.object);
    }
    const at = words.findIndex((word) =>
      /^(?:every|cron|daily|hourly|weekly|monthly|quarterly|yearly|twice|once)\b/i.test(word),
    );
    const text = words
      .slice(Math.max(at, 0))
      .filter((word) => timeWord.test(word))
      .join(" ");
    return at < 0
      ? null
      : text.replace(/^(?:cron|cron with seconds) (?=\S)/i, "").replace(/^every 1 (\w+?)s?\b/, "every $1");
  }

  /** The text that a call of one of these names in the chain is given. */
  protected namedInChain(given: SyntaxNode, names: readonly string[] = []): string | null {
    let node = names.length === 0 ? -1 : this.chainEnd(given);
    for (let links = 0; node >= 0 && links < maxLinks; links += 1) {
      const call = this.view.callOf(node);
      const member = call === null ? null : this.view.memberOf(this.view.unwrap(call.callee));
      if (call === null || member === null) return null;
      const text = names.includes(member.name) ? this.values.text(call.args[0]) : null;
      if (text !== null) return text;
      node = this.view.unwrap(member.object);
    }
    return null;
  }

  private chainWord(name: string, call: CallView | null): string {
    const values = (call?.args ?? []).flatMap(
      (one) => this.values.text(one) ?? this.values.schedule(one)?.replace(/^every /, "") ?? [],
    );
    // `$boat->frequency` is "boat.frequency".
    return [...chainWords(name), ...values].join(" ").replaceAll("\u0001$", "\u0001").replaceAll("->", ".");
  }

  /** The last call of a chain that begins with this one. */
  private chainEnd(given: SyntaxNode): SyntaxNode {
    let node = given;
    for (let links = 0; links < maxLinks; links += 1) {
      const holder = this.s.parent(node);
      const next = [holder, this.s.parent(holder)].find((one) => {
        const call = one < 0 ? null : this.view.callOf(one);
        return call !== null && this.view.memberOf(this.view.unwrap(call.callee))?.object === node;
      });
      if (next === undefined) return node;
      node = next;
    }
    return node;
  }

  /** Calls of that name whose block holds the node, from the outermost one. */
  private callsAround(node: SyntaxNode, name: string): CallView[] {
    const found: CallView[] = [];
    for (let at = this.s.parent(node), depth = 0; at > 0 && depth < maxDepth; at = this.s.parent(at), depth += 1) {
      const call = this.view.callOf(at);
      if (call !== null && this.lastName(call.callee) === name) found.unshift(call);
    }
    return found;
  }

  protected detailsAround({ rule: { around }, node }: TriggerSite): TriggerDetails {
    if (around === undefined) return {};
    const found: TriggerDetails = {};
    const textsIn = (name: string | undefined): string[] =>
      name === undefined ? [] : this.callsAround(node, name).flatMap(({ args }) => this.values.text(args[0]) ?? []);
    const [names, topics] = [textsIn(around.name), textsIn(around.topic)];
    if (names.length > 0) found.name = `${names.join(":")}:`;
    if (topics.length > 0) found.topic = topics.at(-1);
    const timed = around.schedule === undefined ? undefined : this.callsAround(node, around.schedule).at(-1);
    const schedule = this.values.schedule(timed?.args[0]);
    if (schedule !== null) found.schedule = this.timeOfDay(schedule, timed?.named.get("at"));
    return found;
  }

  /** "every day at 4:30 am". */
  protected timeOfDay(schedule: string, at: SyntaxNode | undefined): string {
    const text = this.values.text(at);
    return text === null ? schedule : `${schedule} at ${text}`;
  }

  /** What the body of a class says. */
  protected detailsIn({ rule, target }: TriggerSite): TriggerDetails {
    const found: TriggerDetails = {};
    if (target === null || !("bases" in target.view)) return found;
    const { body } = target.view;
    if (rule.fields !== undefined) Object.assign(found, this.fieldsIn(body, rule.fields));
    if (rule.within !== undefined) this.readWithin(body, rule.within, found);
    return found;
  }

  protected fieldsIn(body: SyntaxNode, names: NonNullable<TriggerRule["fields"]>): TriggerDetails {
    const found: TriggerDetails = {};
    for (const field of this.view.fieldsOf(body)) {
      const into = Object.hasOwn(names, field.name) ? names[field.name] : undefined;
      if (into === undefined || field.value === null) continue;
      const text = into === "schedule" ? this.values.schedule(field.value) : this.values.text(field.value);
      if (text !== null) found[into] = text;
    }
    return found;
  }

  private readWithin(body: SyntaxNode, rules: Readonly<Record<string, DetailRule>>, found: TriggerDetails): void {
    const end = this.s.end(body);
    for (let node = body + 1; node < this.s.size && this.s.start(node) < end; node += 1) {
      const call = this.view.callOf(node);
      const name = call === null ? null : this.lastName(call.callee);
      const rule = name !== null && Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (call === null || rule === undefined) continue;
      for (const part of ["name", "topic", "schedule"] as const) {
        const position = rule[part];
        const given = position === undefined ? undefined : this.values.argument(call, position);
        const text = part === "schedule" ? this.values.schedule(given) : this.values.text(given);
        if (text !== null) found[part] ??= text;
      }
    }
  }
}

/** `everyFiveMinutes` is "every five minutes". */
export function chainWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .split(" ");
}
