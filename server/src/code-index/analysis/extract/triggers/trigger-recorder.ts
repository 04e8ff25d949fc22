import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { DeclaredTrigger, TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import type { DetailRule, TriggerRule } from "./trigger-framework.ts";
import { TriggerValues } from "./trigger-values.ts";

const maxFacts = 2_000;
const maxAboutLength = 300;

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

/** The facts that were found so far, and how one is made of a rule and the place that it fits. */
export class TriggerRecorder {
  protected readonly facts: TriggerDeclarations = { triggers: [], publishers: [], objects: {}, constants: {} };
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

  /** Whether anything was recorded. */
  protected record(site: TriggerSite): boolean {
    const { rule, call, on } = site;
    const get = (position: TriggerRule["name"]): SyntaxNode | undefined =>
      position === undefined || call === null ? undefined : this.values.argument(call, position);
    const details = this.detailsIn(site);
    const topics = this.topicsOf(site, details.topic ?? null);
    const handler = this.handlerOf(site, get(rule.handler));
    const name = this.values.text(get(rule.name)) ?? details.name ?? null;
    const schedule = this.scheduleOf(site, get(rule.schedule)) ?? details.schedule ?? null;
    const lacking = {
      topic: topics.length === 0,
      schedule: schedule === null,
      name: name === null,
      handler: handler === null,
    };
    if (rule.needs !== undefined && lacking[rule.needs]) return false;
    const lines = { startLine: this.s.line(site.node), endLine: this.s.endLine(site.target?.node ?? site.node) };
    if (rule.kind === "publisher") {
      for (const topic of topics) this.publish({ topic, framework: site.framework, on, ...lines });
      return topics.length > 0;
    }
    const job = this.values.text(get(rule.job));
    const own = rule.isNamedByFile === true && name === null ? "" : null;
    const made = name ?? own ?? spelled(handler, rule) ?? job;
    if ((made ?? topics[0] ?? schedule) === null) return false;
    const about = this.values.text(get(rule.about)) ?? details.about ?? null;
    for (const topic of topics.length === 0 ? [null] : topics)
      this.add({
        kind: rule.kind,
        name: firstWord(made ?? topic ?? schedule ?? "", rule),
        schedule, topic, framework: site.framework, handler, about: about?.slice(0, maxAboutLength) ?? null, ...lines,
        on, job, where: rule.where?.source ?? null, isNamedByFile: own !== null,
      }); // prettier-ignore
    return true;
  }

  protected add(fact: DeclaredTrigger): void {
    if (this.facts.triggers.length < maxFacts) this.facts.triggers.push(fact);
  }

  private publish(fact: TriggerDeclarations["publishers"][number]): void {
    if (this.facts.publishers.length < maxFacts) this.facts.publishers.push(fact);
  }

  private topicsOf({ rule, call, target, baseTypes }: TriggerSite, detail: string | null): string[] {
    if (rule.topicType === "base") return baseTypes ? [baseTypes] : [];
    if (rule.topicType === "parameter") {
      const type = target === null ? null : this.parameterType(target.view);
      if (type !== null) return [type];
    }
    if (rule.topic === undefined || call === null) return detail === null ? [] : [detail];
    if (rule.hasManyTopics === true && typeof rule.topic === "number")
      return call.args.slice(rule.topic).flatMap((one) => this.values.texts(one));
    const given = this.values.argument(call, rule.topic);
    if (rule.isTopicName === true) return this.namesOf(given);
    const texts = this.values.texts(given);
    return texts.length === 0 && detail !== null ? [detail] : texts;
  }

  private namesOf(given: SyntaxNode | undefined): string[] {
    if (given === undefined) return [];
    const items = this.view.itemsOf(this.view.unwrap(given)) ?? [given];
    return items.flatMap(
      (item) =>
        this.view.textOf(this.view.unwrap(item), () => "…") ?? this.values.typeName(item) ?? this.lastName(item) ?? [],
    );
  }

  /** Of a class: that of the method that gets messages. */
  private parameterType(view: FunctionView | ClassView): string | null {
    const method =
      "bases" in view
        ? this.methodsOf(view.body).find(({ name }) =>
            /^(?:__invoke|handle|Handle|consume|Consume|call|perform)$/.test(name ?? ""),
          )
        : view;
    const type = method?.parameters[0]?.type;
    return type ? (/(\w+)\W*$/.exec(type.replace(/[[<].*$/s, ""))?.[1] ?? null) : null;
  }

  protected methodsOf(body: SyntaxNode): FunctionView[] {
    return this.s.children(body).flatMap((child) => {
      const decorated = this.view.decoratedOf(child)?.definition ?? child;
      return this.view.functionOf(decorated) ?? [];
    });
  }

  private handlerOf({ target, call }: TriggerSite, given: SyntaxNode | undefined): string | null {
    if (given !== undefined) {
      const node = this.view.unwrap(given);
      const inner = this.view.callOf(node);
      const named = inner === null ? node : (this.view.literalOf?.(node)?.callee ?? inner.callee);
      const text = this.s.textOf(named);
      if (/^&?[\w.:$>\\-]{1,120}$/.test(text) && !/^[\d"'`]/.test(text)) return text.replace(/^&/, "");
      const literal = this.view.literalOf?.(node);
      if (literal) return this.lastName(literal.callee);
      return this.view.textOf(node, () => "…");
    }
    return target?.name ?? (call === null ? null : null);
  }

  private scheduleOf(site: TriggerSite, given: SyntaxNode | undefined): string | null {
    const { rule, call, node } = site;
    if (rule.isChain === true) return this.chainText(node);
    const own = this.values.schedule(given, rule.unit);
    // `add_job(tidy, "cron", hour=3)`: the fields stand beside it.
    if (call !== null && rule.schedule !== undefined && (own === null || /^(?:cron|interval|date)$/.test(own)))
      return this.timeBeside(call) ?? (own === "date" ? "once" : null);
    return own;
  }

  private timeBeside({ named }: CallView): string | null {
    const time = new Map(
      [...named].filter(([name]) => /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|day_of_week)$/.test(name)),
    );
    return this.values.timeOf(time);
  }

  /** `every(5).minutes.do(job)` is "every 5 minutes". */
  protected chainText(last: SyntaxNode, isWhole = false): string | null {
    const words: string[] = [];
    let node = last;
    for (let links = 0; links < 12; links += 1) {
      const call = this.view.callOf(node);
      const callee = call === null ? node : this.view.unwrap(call.callee);
      const member = this.view.memberOf(callee);
      const name = member?.name ?? this.view.nameOf(callee);
      if (name !== null && (isWhole || node !== last || /^(?:at|every|cron|daily|hourly)/i.test(name))) {
        const values = call === null ? [] : call.args.flatMap((one) => this.values.text(one) ?? []);
        words.unshift([...chainWords(name), ...values].join(" "));
      }
      if (member === null) break;
      node = this.view.unwrap(member.object);
    }
    const at = words.findIndex((word) => /^(?:every|cron|daily|hourly|weekly|monthly|once)\b/i.test(word));
    const text = words
      .slice(Math.max(at, 0))
      .filter((word) => !/^(?:do|tag|name|run|with|seconds?Job)\b/i.test(word))
      .join(" ");
    return at < 0
      ? null
      : text.replace(/^(?:cron|cron with seconds) (?=\S)/i, "").replace(/^every 1 (\w+?)s?\b/, "every $1");
  }

  /** What the body of a class says. */
  private detailsIn({ rule, target }: TriggerSite): {
    name?: string;
    topic?: string;
    schedule?: string;
    about?: string;
  } {
    const found: { name?: string; topic?: string; schedule?: string; about?: string } = {};
    if (target === null || !("bases" in target.view)) return found;
    const { body } = target.view;
    for (const field of rule.fields === undefined ? [] : this.view.fieldsOf(body)) {
      const into = Object.hasOwn(rule.fields ?? {}, field.name) ? rule.fields?.[field.name] : undefined;
      const text =
        field.value === null
          ? null
          : into === "schedule"
            ? this.values.schedule(field.value)
            : this.values.text(field.value);
      if (into !== undefined && text !== null) found[into] = text;
    }
    if (rule.within !== undefined) this.readWithin(body, rule.within, found);
    return found;
  }

  private readWithin(
    body: SyntaxNode,
    rules: Readonly<Record<string, DetailRule>>,
    found: { name?: string; topic?: string; schedule?: string },
  ): void {
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

function firstWord(name: string, { isFirstWord }: TriggerRule): string {
  return isFirstWord === true ? (/^\S+/.exec(name)?.[0] ?? name) : name;
}

/** `everyFiveMinutes` is "every five minutes". */
function chainWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .split(" ");
}

function spelled(handler: string | null, { spelling }: TriggerRule): string | null {
  if (handler === null || spelling === undefined) return handler;
  const last = /[^.]+$/.exec(handler)?.[0] ?? handler;
  return last.replaceAll("_", "-").replace(/-(?:command|cmd)$/, "");
}
