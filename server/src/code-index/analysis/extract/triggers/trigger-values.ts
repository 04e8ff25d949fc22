import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { ValuePosition } from "./trigger-framework.ts";

const maxTextLength = 200;
const maxWrittenLength = 60;
const maxDepth = 20;
const cronFields = ["minute", "hour", "day", "month", "day_of_week"];
const cronFieldOf: Readonly<Record<string, string>> = {
  day_of_month: "day", month_of_year: "month", minute: "minute", hour: "hour", day: "day", month: "month",
  day_of_week: "day_of_week", weekday: "day_of_week",
}; // prettier-ignore
const scheduleKeys = ["cron", "pattern", "cronTime", "rule", "every", "interval"];
/** Keys that definitions of a program's own give schedules by, and maps that these may stand in. */
const anyScheduleKeys = [
  ...scheduleKeys,
  "schedule",
  "crontab",
  "cron_expression",
  "cronExpression",
  "run_every",
  "period",
];
const scheduleMaps = ["trigger", "triggers", "repeat", "options", "opts", "config"];
const unit = /^(milli|micro)?(?:second|sec|minute|min|hour|day|week|month|year)s?$/i;
const cronText =
  /^(?:@(?:every \S+|yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)|(?:[\d*?/,\-LW#A-Za-z]+\s+){4,6}[\d*?/,\-LW#A-Za-z]+)$/;

/** Whether a text says when, as cron does. */
export function isCronText(text: string): boolean {
  return text.length < maxWrittenLength && cronText.test(text) && /[\d*@]/.test(text[0] ?? "");
}

/** Values of arguments as they are written; constants that are declared elsewhere stay names. */
export class TriggerValues {
  readonly view: CodeView;
  private readonly s: Syntax;
  private readonly constants: ReadonlyMap<string, string>;

  constructor(view: CodeView, constants: ReadonlyMap<string, string>) {
    this.view = view;
    this.s = view.s;
    this.constants = constants;
  }

  argument(call: CallView, position: ValuePosition): SyntaxNode | undefined {
    if (typeof position === "number") return call.args.at(position);
    if (position === "block") return call.block;
    if (typeof position !== "string") return this.argument(call, position[1]) ?? call.args.at(position[0]);
    const named = call.named.get(position);
    if (named !== undefined) return named;
    for (const one of call.args) {
      const value = this.view.entriesOf(this.view.unwrap(one))?.get(position);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Null for what is no text and no constant. */
  text(given: SyntaxNode | undefined, depth = 0): string | null {
    if (given === undefined || depth > maxDepth) return null;
    const node = this.view.unwrap(given);
    const text = this.view.textOf(node, (expression) => this.constant(expression));
    if (text !== null) return text.length > maxTextLength ? null : text;
    const sum = this.view.sumOf(node);
    if (sum !== null) {
      const [left, right] = sum.map((side) => this.text(side, depth + 1) ?? "\u0001…\u0001");
      return `${left}${right}`;
    }
    const written = this.s.textOf(node);
    if (/^-?\d[\d_.]*$/.test(written)) return written;
    const named = /^:["']?(\w+)["']?$/.exec(written)?.[1] ?? typeName(written);
    if (named !== null) return named;
    if (this.view.nameOf(node) === null && this.view.memberOf(node) === null && !/^[\w.:\\]{1,80}$/.test(written))
      return null;
    return this.constant(node);
  }

  /** `Order` of `Order::class` and its like. */
  typeName(node: SyntaxNode): string | null {
    return typeName(this.s.textOf(node).slice(0, maxTextLength));
  }

  /** Texts of a literal list, or the one text. */
  texts(given: SyntaxNode | undefined): string[] {
    if (given === undefined) return [];
    const items = this.view.itemsOf(this.view.unwrap(given));
    return (items ?? [given]).flatMap((item) => this.text(item) ?? []);
  }

  /** A text or a name as it is written. */
  name(given: SyntaxNode | undefined): string | null {
    const text = this.text(given);
    return text !== null && given !== undefined && text.includes("\u0001") && this.view.nameOf(given) !== null
      ? this.s.textOf(given)
      : text;
  }

  /** "every 5 minutes" of `5 * time.Minute` and its like; null for what is no time, or not known here. */
  duration(node: SyntaxNode): string | null {
    const written = this.s.textOf(node).slice(0, maxWrittenLength + 1);
    if (written.length > maxWrittenLength || /^\d[\d_]*$/.test(written)) return null;
    const text = this.schedule(node);
    return text !== null && text.startsWith("every ") && !text.includes("\u0001") && /[A-Za-z]/.test(written)
      ? text
      : null;
  }

  private constant(node: SyntaxNode): string {
    const written = this.s.textOf(node);
    if (!/^@?[\w.:$\\>-]{1,80}$/.test(written)) return "\u0001…\u0001";
    return this.constants.get(written) ?? `\u0001${written}\u0001`;
  }

  /** A schedule as written, or in words; null where it says nothing. */
  schedule(given: SyntaxNode | undefined, plainUnit = "seconds", depth = 0): string | null {
    if (given === undefined || depth > maxDepth) return null;
    const node = this.view.unwrap(given);
    const text = this.view.textOf(node, (expression) => this.constant(expression));
    if (text !== null) return text.length > maxTextLength ? null : text;
    const written = this.s.textOf(node).replaceAll(/\s+/g, " ");
    const call = this.view.callOf(node);
    const timed = call === null ? null : (this.formatted(call) ?? this.timedCall(call, plainUnit, depth));
    if (timed !== null) return timed;
    const plain = plainDuration(this.constants.get(written) ?? written, plainUnit);
    if (plain !== null) return plain;
    const predefined = /\b(?:CronExpression|Cron|Frequency)\.([A-Z]\w*)(?:\(([\d, ]*)\))?$/.exec(written);
    if (predefined !== null) return spokenName(`${predefined[1]} ${predefined[2] ?? ""}`);
    const inMap = this.scheduleKey(node);
    if (inMap !== undefined) return this.schedule(inMap, plainUnit, depth + 1);
    if (/^@?[\w.:$\\>-]{1,80}$/.test(written)) return this.constant(node);
    return written.length <= maxWrittenLength ? `\u0001${written}\u0001` : "\u0001…\u0001";
  }

  /** `fmt.Sprintf("0 *\/%d * * *", hours)`: what is put in stays a name. */
  private formatted({ callee, args }: CallView): string | null {
    const name = this.view.memberOf(callee)?.name ?? this.view.nameOf(callee) ?? "";
    const [first, ...rest] = args;
    if (!/^(?:sprintf|format)$/i.test(name) || first === undefined) return null;
    const text = this.view.textOf(this.view.unwrap(first), (expression) => this.constant(expression));
    if (text === null || text.length > maxTextLength) return null;
    let at = 0;
    return text.replaceAll(/%[dsv]/g, () => {
      const given = rest[at];
      at += 1;
      return given === undefined ? "\u0001…\u0001" : this.constant(this.view.unwrap(given));
    });
  }

  /** `{ pattern: "0 3 * * *" }`, `{ every: 5000 }`. */
  private scheduleKey(node: SyntaxNode): SyntaxNode | undefined {
    const map = this.view.entriesOf(node);
    const key = scheduleKeys.find((one) => map?.has(one));
    return key === undefined ? undefined : map?.get(key);
  }

  /** What is under one of the usual keys, also in an inner map, or the text of cron in front of them. */
  anySchedule(call: CallView): string | null {
    const maps = [call.named, ...call.args.flatMap((one) => this.view.entriesOf(this.view.unwrap(one)) ?? [])];
    const inner = maps.flatMap((map) => scheduleMaps.flatMap((key) => map.get(key) ?? []));
    for (const map of [...maps, ...inner.flatMap((one) => this.view.entriesOf(this.view.unwrap(one)) ?? [])])
      for (const key of anyScheduleKeys) {
        const text = this.schedule(map.get(key));
        if (text !== null && isAnySchedule(text)) return text;
      }
    const [first] = call.args;
    const text = first === undefined ? null : this.view.textOf(this.view.unwrap(first), () => "…");
    return text !== null && isCronText(text) ? text : this.timeOf(call.named);
  }

  /** What is called when the work is to be done, by one of several keys of a definition. */
  workIn(call: CallView | null, keys: readonly string[]): SyntaxNode | undefined {
    if (call === null) return undefined;
    const maps = [call.named, ...call.args.flatMap((one) => this.view.entriesOf(this.view.unwrap(one)) ?? [])];
    return maps
      .flatMap((map) => keys.flatMap((key) => map.get(key) ?? []))
      .find((given) => {
        const node = this.view.unwrap(given);
        const isNamed = this.view.nameOf(node) !== null || this.view.memberOf(node) !== null;
        const isValue = /^(?:undefined|null|true|false|None|True|False)$/.test(this.s.textOf(node));
        return this.view.functionOf(node) !== null || this.view.callOf(node) !== null || (isNamed && !isValue);
      });
  }

  /** "minutes" of `TimeUnit.MINUTES`. */
  unitName(given: SyntaxNode | undefined): string | undefined {
    const last = given === undefined ? undefined : /\w+$/.exec(this.s.textOf(given))?.[0].toLowerCase();
    return last !== undefined && unit.test(last) ? last : undefined;
  }

  /** `crontab(minute=0)`, `timedelta(hours=1)`, `CronTrigger.from_crontab("…")`, `gocron.DurationJob(time.Hour)`. */
  private timedCall(call: CallView, plainUnit: string, depth: number): string | null {
    const [first] = call.args;
    const name = this.view.memberOf(call.callee)?.name ?? this.view.nameOf(call.callee) ?? "";
    const fromNames = this.timeOf(call.named, name === "crontab" ? "any" : "least");
    if (fromNames !== null) return fromNames;
    const ownUnit = /(?:from|of|^)_?(milli|micro)?(seconds?|secs?|millis|mins?|minutes?|hours?|days?)$/i.exec(
      name.replace(/To(?:Milliseconds|Millis|Ms|Seconds)$/, ""),
    );
    if (/^crontab$/.test(name) && call.args.length === 0) return "* * * * *";
    if (
      first === undefined ||
      !/cron|interval|period|schedule|duration|every|delta|time|from|of$|day|hour|minute|second/i.test(name)
    )
      return null;
    const inner = this.schedule(
      first,
      ownUnit === null
        ? plainUnit
        : `${ownUnit[1] ?? ""}${ownUnit[2]}`
            .toLowerCase()
            .replace(/sec(?=s?$)/, "second")
            .replace(/min(?=s?$)/, "minute")
            .replace(/^millis$/, "milliseconds"),
      depth + 1,
    );
    // `timer(state)`: what it is given is no time.
    const isName = inner?.startsWith("\u0001") === true && inner.endsWith("\u0001");
    return isName && ownUnit === null && !/cron|interval|period|schedule|every|delta/i.test(name) ? null : inner;
  }

  /**
   * `minute=0, hour=3` as cron text, `minutes=5` in words; null where other names are among them. Fields that are not
   * given are any value, or the least one in front of a given one.
   */
  timeOf(named: ReadonlyMap<string, SyntaxNode>, missing: "any" | "least" = "least"): string | null {
    const values = new Map<string, string>();
    for (const [name, node] of named) {
      if (/^(?:timezone|tz|jitter|start_date|end_date|id|name|replace_existing|args|kwargs|max_instances)$/.test(name))
        continue;
      const written = this.s.textOf(node);
      // `hour=str(randint(0, 23))` is known when it runs.
      const text = this.text(node) ?? (/[(\n]/.test(written) ? "\u0001…\u0001" : written);
      if (text.length < maxWrittenLength) values.set(name, text);
    }
    if (values.size === 0) return null;
    const names = [...values.keys()];
    if (names.every((name) => Object.hasOwn(cronFieldOf, name))) {
      const fields = new Map([...values].map(([name, value]) => [cronFieldOf[name], value]));
      const last = cronFields.findLastIndex((field) => fields.has(field));
      const hasSmaller = (at: number): boolean => cronFields.slice(0, at).some((field) => fields.has(field));
      return cronFields
        .map(
          (field, at) =>
            fields.get(field) ?? (missing === "least" && at < Math.min(last, 2) && !hasSmaller(at) ? "0" : "*"),
        )
        .join(" ");
    }
    if (!names.every((name) => unit.test(name))) return null;
    const [[name = "", value = ""] = []] = values;
    if (values.size === 1 && /^\d+$/.test(value)) return inUnit(Number(value), name.toLowerCase());
    return `every ${[...values].map(([name, value]) => counted(value, name)).join(" ")}`;
  }
}

/** Whether it says when, and is no other value under a usual name. */
export function isAnySchedule(text: string): boolean {
  const [before, name = "", behind] = text.split("\u0001");
  if (before === "" && behind === "" && /^[A-Za-z_][\w.:]*$/.test(name))
    return !/^(?:undefined|null|true|false|None|True|False)$/.test(name);
  return isCronText(text) || /^(?:every|@|\d+ ?[a-z]+$)/i.test(text);
}

/** "every day at 3am" of `EVERY_DAY_AT_3AM`, "daily 3" of `Daily 3`. */
function spokenName(name: string): string {
  const words = /[a-z]/.test(name) ? name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2") : name.replaceAll("_", " ");
  return words.trim().toLowerCase();
}

/** `Order::class`, `Order.class`, `typeof(Order)`, `nameof(Order)`. */
function typeName(written: string): string | null {
  return (
    /^(?:[\w\\.]*?(\w+)(?:::|\.)class|(?:typeof|nameof)\([\w.]*?(\w+)\))$/.exec(written)?.slice(1).find(Boolean) ?? null
  );
}

/** `5 * time.Minute`, `5.minutes`, `60_000`, `60 * 1000`, `Duration::from_secs(60)`. */
export function plainDuration(written: string, plainUnit: string): string | null {
  const go = /^(?:(\d+) ?\* ?)?time\.(Millisecond|Second|Minute|Hour)(?: ?\* ?(\d+))?$/.exec(written);
  if (go !== null) return `every ${counted(go[1] ?? go[3] ?? "1", `${go[2]?.toLowerCase()}s`)}`;
  const ruby = /^(\d+)\.(\w+)(?:\(\))?$/.exec(written);
  if (ruby !== null && unit.test(ruby[2] ?? "")) return `every ${counted(ruby[1] ?? "", ruby[2] ?? "")}`;
  const factors = written.replaceAll(/(?<=\d)[_lLfFmMdD]+(?=\d|$)/g, "").split(/ ?\* ?/);
  if (factors.length > 6 || !factors.every((factor) => /^\d+(?:\.\d+)?$/.test(factor))) return null;
  const product = factors.reduce((all, factor) => all * Number(factor), 1);
  return inUnit(product, plainUnit);
}

/** The largest unit that needs no fraction. */
function inUnit(amount: number, plainUnit: string): string {
  let [value, name] = [amount, plainUnit.endsWith("s") ? plainUnit : `${plainUnit}s`];
  for (const [from, factor, to] of [
    ["milliseconds", 1000, "seconds"],
    ["seconds", 60, "minutes"],
    ["minutes", 60, "hours"],
    ["hours", 24, "days"],
  ] as const)
    if (name === from && value >= factor && value % factor === 0) [value, name] = [value / factor, to];
  return `every ${counted(String(value), name)}`;
}

/** "1" and "minutes" is "minute". */
export function counted(value: string, name: string): string {
  const plural = name.endsWith("s") ? name : `${name}s`;
  return value === "1" ? plural.slice(0, -1) : `${value} ${plural}`;
}
