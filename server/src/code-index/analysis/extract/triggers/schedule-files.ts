import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type YAMLMap } from "yaml";

import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { DeclaredTrigger, TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import { isCronText } from "./trigger-values.ts";

const maxLength = 200_000;
const maxAliases = 100;
const maxFound = 500;
const maxDepth = 8;

interface ScheduleFileReader {
  languages: readonly (string | null)[];
  read: (text: string) => DeclaredTrigger[];
}

const readers: readonly ScheduleFileReader[] = [
  { languages: ["yaml"], read: fromYaml },
  { languages: ["json"], read: fromPlatform },
  { languages: ["toml"], read: fromWorker },
  { languages: [null, "text", "ini"], read: fromTimer },
  { languages: [null, "text"], read: fromCrontab },
];

/** Lists of schedules that are no code: crontabs, YAML of job libraries, of clusters and of clouds; null for others. */
export function extractScheduleFile({ text, language }: SourceText): TriggerDeclarations | null {
  if (text.length > maxLength) return null;
  const triggers = readers.flatMap((one) => (one.languages.includes(language) ? one.read(text) : []));
  return triggers.length === 0
    ? null
    : { triggers: triggers.slice(0, maxFound), publishers: [], objects: {}, constants: {} };
}

/** A line of a crontab: five fields or a name, then (in the system's own) a user, then the command. */
const crontabLine =
  /^((?:(?:[\d*][\d*/,-]*|[A-Z]{3}(?:[-,][A-Z]{3})*)[ \t]+){5}|@(?:reboot|yearly|annually|monthly|weekly|daily|hourly)[ \t]+)(?:(?:root|www-data|nobody)[ \t]+)?(\S.*)$/i;

function fromCrontab(text: string): DeclaredTrigger[] {
  const lines = text.split("\n");
  const found: DeclaredTrigger[] = [];
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:#|$|\w+\s*=)/.test(line)) continue;
    const [, schedule, command] = line.length > 500 ? [] : (crontabLine.exec(line.trim()) ?? []);
    // Every line of a crontab is one: anything else is another kind of file.
    if (schedule === undefined || command === undefined) return [];
    found.push(scheduled({ name: command, schedule: schedule.trim(), framework: "cron", lines: [at + 1, at + 1] }));
  }
  return found;
}

function scheduled(of: {
  name: string;
  schedule: string;
  framework: string;
  lines: readonly [number, number];
  job?: string | null;
  about?: string | null;
}): DeclaredTrigger {
  return {
    kind: "schedule", name: of.name.slice(0, 200), schedule: of.schedule, topic: null, framework: of.framework, handler: null,
    about: of.about ?? null, startLine: of.lines[0], endLine: of.lines[1], on: null, job: of.job ?? null, where: null,
    isNamedByFile: false, isBase: false,
  }; // prettier-ignore
}

/** `crons` of Vercel: paths that are called. */
function fromPlatform(text: string): DeclaredTrigger[] {
  const start = /"crons"\s*:\s*\[/.exec(text)?.index ?? -1;
  if (start < 0) return [];
  const found: DeclaredTrigger[] = [];
  for (const { 0: entry, index } of text.slice(start).matchAll(/\{[^{}]{1,1000}\}/g)) {
    const valueOf = (key: string): string | null =>
      new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(entry)?.[1] ?? null;
    const [path, schedule] = [valueOf("path"), valueOf("schedule")];
    const line = lineAt(text, start + index);
    if (path !== null && schedule !== null && isCronText(schedule))
      found.push(
        scheduled({ name: path, schedule, framework: "Vercel", lines: [line, line + lineAt(entry, entry.length) - 1] }),
      );
  }
  return found;
}

/** `crons` of Cloudflare's workers, which start the worker itself. */
function fromWorker(text: string): DeclaredTrigger[] {
  const list = /^\[triggers\]\s*\ncrons\s*=\s*\[([^\]]{1,1000})\]/m.exec(text);
  if (list === null) return [];
  const name = /^name\s*=\s*"([^"\n]{1,100})"/m.exec(text)?.[1] ?? "worker";
  const line = lineAt(text, list.index) + 1;
  return [...(list[1] ?? "").matchAll(/"([^"\n]{1,60})"/g)].flatMap(([, schedule = ""]) =>
    isCronText(schedule) ? [scheduled({ name, schedule, framework: "Cloudflare Workers", lines: [line, line] })] : [],
  );
}

/** A timer of systemd, which starts the unit of its own name where it names none. */
function fromTimer(text: string): DeclaredTrigger[] {
  if (!/^\[Timer\]\s*$/m.test(text)) return [];
  const when = /^(?:OnCalendar|OnUnitActiveSec|OnUnitInactiveSec)\s*=\s*(\S[^\n]{0,100})$/m.exec(text);
  if (when === null) return [];
  const line = lineAt(text, when.index);
  const schedule = when[0].startsWith("OnCalendar") ? (when[1] ?? "") : `every ${when[1]}`;
  const unit = /^Unit\s*=\s*(\S{1,100})/m.exec(text)?.[1] ?? "";
  return [
    {
      ...scheduled({ name: unit, schedule: schedule.trim(), framework: "systemd", lines: [line, line] }),
      isNamedByFile: unit === "",
    },
  ];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

const mayBeSchedule =
  /^\s*(?:- )?:?["']?(?:cron|schedule|every|rate|scheduleExpression|ScheduleExpression|kind)["']?:/m;

function fromYaml(text: string): DeclaredTrigger[] {
  if (!mayBeSchedule.test(text)) return [];
  // Charts are templates, which no YAML parser reads.
  if (/^kind:\s*CronJob\b/m.test(text)) return fromCluster(text);
  if (text.includes("{{") || !/\b(?:class|command|rate|handler|url|cron|schedule)\b/.test(text)) return [];
  const counter = new LineCounter();
  try {
    return parseAllDocuments(text, { lineCounter: counter, logLevel: "silent" }).flatMap((document) => {
      if (!("contents" in document) || document.errors.length > 0 || !isMap(document.contents)) return [];
      document.toJS({ maxAliasCount: maxAliases });
      const lineOf = (offset: number): number => counter.linePos(offset).line;
      return productionOf(document.contents).flatMap((one) => fromMap(one, { lineOf, depth: 0, outer: null }));
    });
  } catch {
    return [];
  }
}

/** Of lists by environment, those of production: its own, and what it shares with others. */
function productionOf(map: YAMLMap): YAMLMap[] {
  const own = map.get("production", true);
  if (!isMap(own) || !map.items.every(({ value }) => isMap(value))) return [map];
  const shared = own.items.flatMap(({ key, value }) =>
    isScalar(key) && key.value === "<<" && isAlias(value)
      ? map.items.flatMap(({ value: other }) => (isMap(other) && other.anchor === value.source ? other : []))
      : [],
  );
  return [...shared, own];
}

interface OuterMap {
  lineOf: (offset: number) => number;
  depth: number;
  /** Key that the map is found under. */
  outer: string | null;
}

/** Entries of sidekiq-cron and sidekiq-scheduler, of Solid Queue, of the Serverless Framework, of App Engine. */
function fromMap(map: YAMLMap, { lineOf, depth, outer }: OuterMap): DeclaredTrigger[] {
  if (depth > maxDepth) return [];
  const own = (map.range ?? [0, 0, 0]) as readonly [number, number, number];
  const lines = [lineOf(own[0]), lineOf(Math.max(own[0], own[1] - 1))] as const;
  const text = (key: string): string | null => {
    const value = map.get(key) ?? map.get(`:${key}`);
    return typeof value === "string" ? value : null;
  };
  const isClass = /^[A-Z]\w*(?:::[A-Z]\w*)*$/.test(outer ?? "") && text("cron") !== null;
  const [job, command, schedule] = [
    text("class") ?? text("job_class") ?? (isClass ? outer : null),
    text("command"),
    text("cron") ?? text("schedule") ?? text("every"),
  ];
  if (schedule !== null && (job ?? command) !== null) {
    const name = outer ?? job ?? command ?? "";
    const framework = text("cron") === null ? "Solid Queue" : "Sidekiq";
    return [scheduled({ name, schedule, framework, job: job ?? null, about: text("description"), lines })];
  }
  const url = text("url");
  if (url !== null && schedule !== null)
    return [scheduled({ name: url, schedule, framework: "App Engine", about: text("description"), lines })];
  const events = map.get("events");
  const handler = text("handler");
  if (isSeq(events) && handler !== null && outer !== null)
    return eventsOf(outer, handler, { items: events.items, lines });
  return map.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value).replace(/^:/, "") : null;
    if (isMap(value)) return fromMap(value, { lineOf, depth: depth + 1, outer: name });
    return isSeq(value)
      ? value.items.flatMap((item) => (isMap(item) ? fromMap(item, { lineOf, depth: depth + 1, outer: null }) : []))
      : [];
  });
}

/** Of a function of the Serverless Framework. */
function eventsOf(
  name: string,
  handler: string,
  { items, lines }: { items: readonly unknown[]; lines: readonly [number, number] },
): DeclaredTrigger[] {
  return items.flatMap((item) => {
    const [pair] = isMap(item) ? item.items : [];
    const [kind, value] = [isScalar(pair?.key) ? String(pair.key.value) : "", pair?.value];
    const of = (key: string): string | null => {
      const given = isMap(value) ? value.get(key) : isScalar(value) ? value.value : null;
      const first = isSeq(given) ? given.get(0) : given;
      return typeof first === "string" ? first : null;
    };
    const base = { framework: "Serverless Framework", lines, job: handler };
    if (kind === "schedule") {
      const schedule = of("rate");
      return schedule === null ? [] : [{ ...scheduled({ name, schedule, ...base }), handler }];
    }
    const topic = /^(?:sqs|sns|stream|kafka|msk|eventBridge|rabbitmq|activemq)$/.test(kind)
      ? (of("arn") ?? of("topic") ?? of("queue"))
      : null;
    return topic === null
      ? []
      : [
          {
            ...scheduled({ name, schedule: "", ...base }),
            kind: "consumer" as const,
            schedule: null,
            topic: topic.replace(/^.*:/, ""),
            handler,
            job: null,
          },
        ];
  });
}

/** `kind: CronJob` of a cluster: its name and schedule, by lines. */
function fromCluster(text: string): DeclaredTrigger[] {
  const found: DeclaredTrigger[] = [];
  let line = 1;
  for (const part of text.split(/^---.*$/m)) {
    const lines = part.split("\n");
    const at = lines.findIndex((one) => /^\s{2}schedule:/.test(one));
    if (/^kind:\s*CronJob\b/m.test(part) && at >= 0) {
      const valueOf = (pattern: RegExp): string | null =>
        lines.map((one) => pattern.exec(one)?.[1]?.trim()).find((one) => one !== undefined) ?? null;
      const name = valueOf(/^\s{2}name:\s*["']?([^"'#\n]+)/) ?? "CronJob";
      const written = valueOf(/^\s{2}schedule:\s*["']?([^"'#\n]+)/) ?? "";
      const schedule = isCronText(written) ? written : `\u0001${written.replaceAll(/[{}]/g, "").trim()}\u0001`;
      const plain = name.includes("{{") ? name.replaceAll(/\{\{-?\s*|\s*-?\}\}/g, "").trim() : name;
      found.push(scheduled({ name: plain, schedule, framework: "Kubernetes", lines: [line + at, line + at] }));
    }
    line += lines.length - 1;
  }
  return found;
}
