import type { ClassView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { DeclaredTrigger, TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import type { TriggerRule } from "./trigger-framework.ts";
import { TriggerPlaces } from "./trigger-places.ts";
import { chainWords, isTimeWord, type TriggerDetails, type TriggerSite } from "./trigger-reader.ts";
import { counted, isCronText } from "./trigger-values.ts";

const maxFacts = 2_000;
const maxAboutLength = 300;
const maxWritten = 200;
const maxMade = 4_000;
/** From a command to the one around it. */
const maxAround = 12;

/** The facts that were found so far, and how one is made of a rule and the place that it fits. */
export class TriggerRecorder extends TriggerPlaces {
  protected readonly facts: TriggerDeclarations = { triggers: [], publishers: [], objects: {}, constants: {} };
  /** Names of commands by what declares them. */
  private readonly commands = new Map<SyntaxNode, string>();
  /** First arguments of what made an object, by the object's name. */
  protected readonly objectTopics = new Map<string, string>();

  /** Whether anything was recorded. */
  protected record(site: TriggerSite): boolean {
    const { rule, on, target } = site;
    if (!this.fits(site)) return false;
    if (rule.isEachField === true) return this.recordFields(site);
    if (rule.isEachArgument === true) return this.recordArguments(site);
    const details = { ...this.detailsAround(site), ...this.detailsIn(site) };
    const topics = this.topicsOf(site, details.topic ?? null);
    const work = rule.hasKey === undefined ? undefined : this.values.workIn(site.call, rule.hasKey);
    // What is wrapped has no name of its own.
    const named = work === undefined || this.view.callOf(this.view.unwrap(work)) !== null ? undefined : work;
    const given = this.given(site, rule.handler);
    const handler =
      rule.isHandledByType === true
        ? this.typeOrCall(site, given)
        : (this.handlerOf(site, given ?? named) ?? this.holderOf(site));
    const name = this.nameOf(site, details);
    const schedule = this.scheduleOf(site, details);
    const lacking = {
      topic: topics.length === 0,
      schedule: schedule === null,
      name: name === null,
      handler: handler === null,
    };
    if (schedule !== null && (this.isHandedIn(site, schedule) || isMoment(site, schedule))) return false;
    if (rule.needs !== undefined && lacking[rule.needs]) return false;
    if ((rule.isNamed === true && name === null) || (rule.hasKey !== undefined && work === undefined)) return false;
    const lines = { startLine: this.s.line(site.node), endLine: this.s.endLine(target?.node ?? site.node) };
    if (rule.kind === "publisher") {
      for (const topic of topics) this.publish({ topic, framework: site.framework, on, ...lines });
      return topics.length > 0;
    }
    const job = this.values.text(this.given(site, rule.job));
    const own = rule.isNamedByFile === true && name === null ? "" : null;
    const assigned = rule.kind === "schedule" ? this.assignedName(site.node) : null;
    const made = name ?? own ?? spelled(this.withArgument(handler, site), rule) ?? job ?? assigned;
    if ((made ?? topics[0] ?? schedule) === null) return false;
    const whole = rule.kind === "command" ? this.underParent(site.node, firstWord(made ?? "", rule)) : made;
    const about = this.values.text(this.given(site, rule.about)) ?? details.about ?? null;
    for (const topic of topics.length === 0 ? [null] : topics)
      this.add({
        kind: rule.kind,
        name: rule.kind === "command" && whole ? whole : firstWord(made ?? topic ?? schedule ?? "", rule),
        schedule, topic, framework: site.framework, handler, about: about?.slice(0, maxAboutLength) ?? null, ...lines,
        on, job, where: rule.where?.source ?? null, isNamedByFile: own !== null,
        isBase: target !== null && "bases" in target.view && target.view.isAbstract === true,
      }); // prettier-ignore
    return true;
  }

  /** What is called by a name is one each. */
  private recordArguments(site: TriggerSite): boolean {
    const { isEachArgument: _, ...rule } = site.rule;
    const named = (site.call?.args ?? []).flatMap((one, at) => {
      const node = this.view.unwrap(one);
      return this.view.nameOf(node) !== null || this.view.memberOf(node) !== null ? [at] : [];
    });
    return named.map((handler) => this.record({ ...site, rule: { ...rule, handler } })).includes(true);
  }

  /** A command that is written within another one is called through that: "user add". */
  private underParent(node: SyntaxNode, name: string): string {
    if (!this.view.literalOf?.(node)) return name;
    let at = this.s.parent(node);
    for (let depth = 0; at > 0 && depth < maxAround && !this.commands.has(at); depth += 1) at = this.s.parent(at);
    const outer = this.commands.get(at);
    const whole = outer === undefined || name === "" ? name : `${outer} ${name}`;
    this.commands.set(node, whole);
    return whole;
  }

  private given({ call }: TriggerSite, position: TriggerRule["name"]): SyntaxNode | undefined {
    return position === undefined || call === null ? undefined : this.values.argument(call, position);
  }

  private fits(site: TriggerSite): boolean {
    const { rule, call, target, node } = site;
    const doer = target?.name ?? chainWords(this.holderOf(site)?.replace(/^.*\./, "") ?? "").join(" ");
    if (rule.except?.test(doer) === true) return false;
    if (rule.keyword !== undefined && target !== null && !this.beginsWith(target.node, rule.keyword)) return false;
    if (rule.written?.test(this.s.textOf(node).slice(0, maxWritten)) === false) return false;
    if (rule.loop !== undefined && !this.isLoop(node, rule.loop)) return false;
    if ((rule.repeats ?? rule.restarts) !== undefined && !this.isRepeated(site)) return false;
    if (rule.of !== undefined) {
      const object = call === null ? undefined : this.view.memberOf(this.view.unwrap(call.callee))?.object;
      const name = object === undefined ? null : this.lastName(this.view.callOf(object)?.callee ?? object);
      if (name === null || (typeof rule.of === "string" ? name !== rule.of : !rule.of.test(name))) return false;
    }
    if (rule.returns !== undefined) {
      const returned = target !== null && !("bases" in target.view) ? (target.view.returns ?? "") : "";
      if (!rule.returns.test(returned)) return false;
    }
    if (rule.hasMethod === undefined) return true;
    const body = target !== null && "bases" in target.view ? target.view.body : -1;
    return body >= 0 && this.methodsOf(body).some(({ name }) => name === rule.hasMethod);
  }

  /** `TidyJob` of `Enqueue<TidyJob>(…)` or `FromExpression<TidyJob>(…)`, or `mailer.Send` of `() => mailer.Send(…)`. */
  private typeOrCall({ call }: TriggerSite, given: SyntaxNode | undefined): string | null {
    if (call === null || given === undefined) return null;
    const written = this.s.textOf(this.view.unwrap(given)).slice(0, maxWritten);
    for (const text of [this.s.textOf(call.callee).slice(-maxWritten), written.split("(")[0] ?? ""]) {
      const type = /<\s*(?:\w+\.)*(\w+)\s*>$/.exec(text)?.[1];
      if (type !== undefined) return type;
    }
    return /^\([^()]{0,60}\)\s*=>\s*(?:await\s+)?([\w.]{1,80})\(/.exec(written)?.[1] ?? null;
  }

  /** Variants of an enumeration that are a command each, under the name that an attribute gives or their own. */
  private recordFields({ framework, rule, on, target }: TriggerSite): boolean {
    if (target === null || !("bases" in target.view) || rule.kind === "publisher") return false;
    for (const field of this.view.fieldsOf(target.view.body)) {
      if (field.decorators.some((one) => rule.fieldExcept?.test(this.s.textOf(one)) === true)) continue;
      const calls = field.decorators.flatMap((one) => this.view.callOf(one) ?? []);
      const given = calls.map(({ named }) => this.values.text(named.get("name"))).find((one) => one !== null);
      this.add({
        kind: rule.kind, name: given ?? spelled(field.name, rule) ?? field.name, schedule: null, topic: null, framework,
        handler: null, about: null, startLine: this.s.line(field.node), endLine: this.s.endLine(field.node), on, job: null,
        where: rule.where?.source ?? null, isNamedByFile: false, isBase: false,
      }); // prettier-ignore
    }
    return true;
  }

  private nameOf(site: TriggerSite, details: TriggerDetails): string | null {
    const { rule, call } = site;
    const own = this.namedInChain(site.node, rule.namedInChain) ?? this.values.text(this.given(site, rule.name));
    if (rule.isNamedByClass === true) {
      const [tag] = this.view.itemsOf(this.view.unwrap(this.given(site, rule.name) ?? -1)) ?? [];
      const message = own ?? this.values.text(tag);
      return message === null ? null : `${this.classAround(site.node) ?? ""} ${message}`.trim();
    }
    if (rule.around?.name === undefined) return own ?? details.name ?? null;
    const [pair] = call?.pairs ?? [];
    const key = call?.named.keys().next().value ?? (pair === undefined ? null : this.values.text(pair.key));
    const name = own ?? (rule.isNamedByKey === true ? (key ?? null) : null);
    return name === null ? null : `${details.name ?? ""}${name}`;
  }

  protected add(fact: DeclaredTrigger): void {
    if (this.facts.triggers.length < maxFacts) this.facts.triggers.push(fact);
  }

  protected publish(fact: TriggerDeclarations["publishers"][number]): void {
    if (this.facts.publishers.length < maxFacts) this.facts.publishers.push(fact);
  }

  private topicsOf({ rule, call, target, baseTypes }: TriggerSite, detail: string | null): string[] {
    if (rule.topicType === "base") return baseTypes ? [baseTypes] : [];
    if (rule.topicType === "parameter") {
      const type = target === null ? null : this.parameterType(target.view);
      if (type !== null) return [type];
    }
    if (rule.hasObjectTopic === true) {
      const object = call === null ? undefined : this.view.memberOf(this.view.unwrap(call.callee))?.object;
      const topic = object === undefined ? undefined : this.objectTopics.get(this.lastName(object) ?? "");
      return topic === undefined ? [] : [topic];
    }
    if (rule.topic === undefined || call === null) return detail === null ? [] : [detail];
    if (rule.hasManyTopics === true && typeof rule.topic === "number") {
      const many = call.args.slice(rule.topic);
      return many.flatMap((one) => (rule.isTopicName === true ? this.namesOf(one) : this.values.texts(one)));
    }
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
        this.view.textOf(this.view.unwrap(item), () => "…") ??
        this.values.typeName(item) ??
        this.nameWritten(this.view.callOf(this.view.unwrap(item))?.callee ?? item) ??
        [],
    );
  }

  /** `BoatSold` of `BoatSold.getName()` and `BoatSold.name`. */
  private nameWritten(node: SyntaxNode): string | null {
    const member = this.view.memberOf(this.view.unwrap(node));
    const isItsName = member !== null && /^(?:getName|eventName|name|NAME|toString)$/.test(member.name);
    return this.lastName(isItsName ? member.object : node);
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

  private handlerOf({ target, node: site }: TriggerSite, given: SyntaxNode | undefined): string | null {
    if (given === undefined) return target?.name ?? null;
    const node = this.view.unwrap(given);
    const inner = this.view.callOf(node);
    // `app()->make(Count::class)`: a container makes what it is told.
    const made = inner !== null && this.lastName(inner.callee) === "make" ? inner.args[0] : undefined;
    const madeType = made === undefined ? null : this.values.typeName(made);
    if (madeType !== null) return madeType;
    const named = inner === null ? node : (this.view.literalOf?.(node)?.callee ?? inner.callee);
    const text = this.s.textOf(named);
    if (text === "this") return this.classAround(site);
    const own = /^(?:this|self)(?:\.|::|->)(\w+)(?:\.bind)?$/.exec(text)?.[1];
    if (own !== undefined) return [this.classAround(site) ?? [], own].flat().join(".");
    const type = this.values.typeName(node);
    if (type !== null) return type;
    if (/^&?[\w.:$>\\-]{1,120}$/.test(text) && !/^[\d"'`]/.test(text))
      return this.ofOwner(text.replace(/^&|\.bind$/g, ""), site);
    const literal = this.view.literalOf?.(node);
    if (literal) return this.lastName(literal.callee);
    const called = this.view.textOf(node, () => "…") ?? this.calledIn(node);
    return called === null ? null : this.ofOwner(called, site);
  }

  /** "Boats.tidy" of `b.tidy` in a method that calls its own object `b`, as Go does. */
  private ofOwner(name: string, site: SyntaxNode): string {
    const [, object, method] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    const functions = this.functionsAround(site);
    const around = functions.find(({ view }) => view.self !== null && view.self === object);
    if (around?.view.owner) return `${around.view.owner}.${method}`;
    // What its constructor has just made.
    const made = object === undefined ? null : new RegExp(`\\b${object}\\s*:=\\s*&?(?:\\w+\\.)?([A-Z]\\w*)\\{`);
    const type = functions.flatMap(({ node }) => made?.exec(this.s.textOf(node).slice(0, maxMade))?.[1] ?? [])[0];
    return type === undefined ? name : `${type}.${method}`;
  }

  /** `new RunCommand("boats:tidy")`: one class does several jobs. */
  private withArgument(handler: string | null, site: TriggerSite): string | null {
    const given = site.rule.kind === "schedule" ? this.given(site, site.rule.handler) : undefined;
    const made = given === undefined ? null : this.view.callOf(this.view.unwrap(given));
    const text = made?.args[0] === undefined ? null : this.view.textOf(made.args[0], () => "…");
    return handler === null || !text ? handler : `${handler} ${text}`;
  }

  private scheduleOf(site: TriggerSite, details: TriggerDetails): string | null {
    const { rule, call, node } = site;
    if (rule.isChain === true) return this.chainText(node);
    if (rule.isAnySchedule === true) return call === null ? null : this.values.anySchedule(call);
    if (rule.isScheduleInName === true)
      return scheduleName.exec(this.lastName(call?.callee ?? node) ?? "")?.[1]?.toLowerCase() ?? null;
    const given = this.given(site, rule.schedule);
    const unit = this.values.unitName(this.given(site, rule.unitFrom)) ?? rule.unit;
    const own = this.values.schedule(given, unit);
    const number = given === undefined || rule.hasOpenUnit !== true ? null : this.values.text(given);
    if (number !== null && /^\d{1,3}$/.test(number)) return `\u0001${number}\u0001`;
    // `add_job(tidy, "cron", hour=3)`: the fields stand beside it.
    if (call !== null && rule.schedule !== undefined && (own === null || /^(?:cron|interval|date)$/.test(own)))
      return this.timeBeside(call) ?? (own === "date" ? "once" : (details.schedule ?? null));
    if (rule.isScheduleText === true && own !== null && !isScheduleText(own)) return null;
    if (own === null) return details.schedule ?? null;
    if (rule.hasScheduleArguments === true) return this.spokenArguments(own, call?.args.slice(2) ?? []);
    return this.timeOfDay(own, this.given(site, rule.at));
  }

  /** "every 5 minutes" of `"minutes", 5`; null where the first is no word for a time. */
  private spokenArguments(word: string, rest: readonly SyntaxNode[]): string | null {
    const texts = rest.flatMap((one) => this.values.text(one) ?? []);
    const [first] = texts;
    if (isCronText(word)) return word;
    if (!isTimeWord(word)) return null;
    const isUnit = /^(?:second|minute|hour|day|week|month)s$/.test(word) && first !== undefined && /^\d+$/.test(first);
    return isUnit ? `every ${counted(first, word)}` : [...chainWords(word), ...texts].join(" ");
  }

  /** Both when and what are parameters of the function around it: that one is called to schedule something. */
  private isHandedIn(site: TriggerSite, schedule: string): boolean {
    const given = this.given(site, site.rule.handler);
    if (site.call === null || given === undefined || site.rule.isChain === true) return false;
    const [before, name = ""] = schedule.split("\u0001");
    const inner = this.view.callOf(this.view.unwrap(given));
    const work = this.s.textOf(inner?.args[0] ?? given).slice(0, maxWritten);
    const names = this.functionsAround(site.node).flatMap(({ view }) => view.parameters.map((one) => one.name));
    return before === "" && name !== "" && names.includes(work);
  }

  private timeBeside({ named }: CallView): string | null {
    const time = new Map(
      [...named].filter(([name]) => /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|day_of_week)$/.test(name)),
    );
    return this.values.timeOf(time);
  }
}

const scheduleName = /(minutely|hourly|daily|nightly|weekly|monthly|yearly)$/i;

/** A loop that looks again at once waits for something. */
function isMoment({ rule }: TriggerSite, schedule: string): boolean {
  return (
    rule.repeats === "pause" && /^every (?:\d{1,3} milliseconds?|0(?:\.\d+)? \w+|\d+ microseconds?)$/.test(schedule)
  );
}

function isScheduleText(text: string): boolean {
  const [before, name = ""] = text.split("\u0001");
  return isCronText(text) || (before === "" && /(?:cron|sched|spec|interval|every|freq)\w*$/i.test(name));
}

function firstWord(name: string, { isFirstWord }: TriggerRule): string {
  return isFirstWord === true ? (/^\S+/.exec(name)?.[0] ?? name) : name;
}

function spelled(handler: string | null, { spelling }: TriggerRule): string | null {
  if (handler === null || spelling === undefined) return handler;
  const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  if (spelling === "mix")
    return handler
      .replace(/^Mix\.Tasks\./, "")
      .split(".")
      .map(snake)
      .join(".");
  const last = /[^.]+$/.exec(handler)?.[0] ?? handler;
  return snake(last)
    .replaceAll("_", "-")
    .replace(/-(?:command|cmd)$/, "");
}
