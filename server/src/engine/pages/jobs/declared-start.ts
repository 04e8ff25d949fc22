import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

/** What the class of a job says itself of when it runs. */
export interface DeclaredStart {
  kind: "schedule" | "event-listener";
  /** The time as it is written, or the names of the events that it waits for. */
  said: string[];
  evidence: Evidence;
}

const modifiers = String.raw`^\s*(?:(?:public|protected|private|static|readonly|override|final|const|get|def|function|var|val)\s+)*(?:self\.)?\$?`;
/** `get cron() {`, `schedule = "@daily"`, `def interval`. */
const times = new RegExp(
  `${modifiers}(?:cron|schedule|cron_?[Tt]ime|cron_?[Ee]xpression|interval|run_?[Ee]very|frequency)\\b\\s*(?:\\(\\s*(?:self)?\\s*\\))?[^(=]{0,60}?(?:[={:]|$)`,
);
/** `static applicableEvents: Event["name"][] = [`. */
const events = new RegExp(
  `${modifiers}(?:applicable|subscribed|handled|supported|observed|listened)_?[Ee]vents\\b|${modifiers}(?:listens_?[Tt]o|subscribes_?[Tt]o|event_?[Nn]ames|event_?[Tt]ypes)\\b`,
);
/** A text of cron or of words for a time, a constant that is named after one, or so many of a unit. */
const time =
  /(?:return|[:=]|=>)\s*(?:(["'`])([\d*@][^"'`\n]{2,40}|(?:hour|dai|week|month|year)ly|every [^"'`\n]{2,30})\1|((?:\d+\s*\*\s*)?[A-Za-z_]\w*(?:\.\w+)+))/g;
const ofTime = /(?:day|daily|hour|minute|week|month|night|year|second|cron)/i;

const longestClass = 400;
const longestTime = 8;
const longestEvents = 60;

/** Null where the class says nothing, or where it only promises that those that extend it will. */
export async function declaredStart(scope: CodeScope, trigger: IndexedTrigger): Promise<DeclaredStart | null> {
  const path = trigger.handlerPath ?? trigger.path;
  const names = [trigger.handler ?? trigger.name, trigger.name].flatMap((one) => one.split(/[.:#]+/));
  const own = (scope.facts(path)?.symbols ?? []).find(({ kind, name }) => kind === "class" && names.includes(name));
  if (own === undefined) return null;
  const lines = codeLines((await scope.lines(path)) ?? []).slice(
    own.startLine - 1,
    Math.min(own.endLine, own.startLine + longestClass),
  );
  const found = memberIn(lines, times, timeIn) ?? memberIn(lines, events, eventsIn);
  if (found === null) return null;
  const { at, end, said, isTime } = found;
  const evidence = scope.at(path, own.startLine + at, own.startLine + end);
  return { kind: isTime ? "schedule" : "event-listener", said, evidence };
}

interface SaidStart {
  said: string[];
  isTime: boolean;
  /** Lines from the first one of the class. */
  at: number;
  end: number;
}

function memberIn(
  lines: readonly string[],
  member: RegExp,
  read: (lines: readonly string[], at: number) => SaidStart | null,
): SaidStart | null {
  for (const [at, line] of lines.entries()) {
    const found = member.test(line) && !/\babstract\b/.test(line) ? read(lines, at) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Up to where the member ends: at a line of its own depth. */
function endOf(lines: readonly string[], at: number, longest: number): number {
  const depth = (line: string) => line.length - line.trimStart().length;
  const own = depth(lines[at] ?? "");
  const next = lines.findIndex((line, one) => one > at && line.trim() !== "" && depth(line) <= own);
  return Math.min(next < 0 ? lines.length - 1 : next, at + longest);
}

function timeIn(lines: readonly string[], at: number): SaidStart | null {
  const end = endOf(lines, at, longestTime);
  for (let line = at; line <= end; line += 1) {
    for (const [, , text, constant] of (lines[line] ?? "").matchAll(time))
      if (text !== undefined || (constant !== undefined && ofTime.test(constant)))
        return { said: [text ?? constant ?? ""], isTime: true, at, end: line };
  }
  return null;
}

function eventsIn(lines: readonly string[], at: number): SaidStart | null {
  const end = endOf(lines, at, longestEvents);
  const text = lines.slice(at, end + 1).join("\n");
  const from = Math.max(text.indexOf("="), text.indexOf("return"), 0);
  const list = /\[([^\]]*)\]/.exec(text.slice(from))?.[1] ?? "";
  const said = Array.from(list.matchAll(/["'`]([\w.:*/-]{2,80})["'`]/g), ([, name = ""]) => name);
  return said.length === 0 ? null : { said: [...new Set(said)], isTime: false, at, end };
}
