import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findHandlerMarks, type HandlerMarks } from "#server/engine/facts/code/handler-marks.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Refusal } from "#server/engine/retrieval/failure-lines.ts";
import { list, table, type ListItem, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { fold } from "#server/engine/text/wording.ts";

import { capitalize, conditionText, shownConditions } from "./flow-wording.ts";
import type { Flow, FlowEvent, FollowedBody } from "./followed-flow.ts";

/** Guards in front, refusals with their conditions, and lines that try again. */
export async function draftRefusals(scope: CodeScope, flow: Flow): Promise<Draft | null> {
  const guards = (await guardsOf(scope, flow)).map((guard): ListItem => ({
    text: `${codeSpan(guard.name)} stands in front of it.`,
    evidence: [scope.at(guard.path, guard.line)],
  }));
  const refusals = reachedRefusals(flow.root, deepestRefusal);
  const unique = [...new Map(refusals.map((one) => [`${one.status} ${one.text} ${one.condition}`, one])).values()];
  const decided = unique.filter(isDecided);
  const rows = [
    ...decided
      .filter((one) => !isMissing(one))
      .slice(0, mostRefusals)
      .map((one): TableRow => refusalRow(scope, one)),
    ...missingRow(scope, decided.filter(isMissing)),
  ];
  const again = await retryItems(scope, flow);
  const blocks = [
    ...(guards.length > 0 ? [list("Before it:", guards)] : []),
    ...(rows.length > 0 ? [table(null, ["When", "It answers", "In"], rows)] : []),
    ...(again.length > 0 ? [list("What is tried again, or kept together:", again)] : []),
  ];
  return blocks.length > 0 ? { blocks } : null;
}

/** How many refusals are told of a flow, and guards that its route names. */
export function countRefusals({ root, start }: Flow): number {
  return start.guards.length + reachedRefusals(root, deepestRefusal).filter(isDecided).length;
}

/** With the branches around it in its function. */
interface ReachedRefusal extends Refusal {
  conditions: FlowEvent["conditions"];
}

const mostRefusals = 12;
/** What is refused further below is told to the code above it, and by that in other words. */
const deepestRefusal = 2;

/** Those that whoever asked gets to know: none of a call whose error is dropped, or that is done later. */
function reachedRefusals(body: FollowedBody, left: number): ReachedRefusal[] {
  return body.events.flatMap((event) => {
    if (event.kind === "refusal") return [{ ...event.refusal, conditions: event.conditions }];
    if (event.kind === "effect" || event.inside === null || event.isSwallowed || event.by !== null || left === 0)
      return [];
    // What a call says where it fails may end in a log; its status is made for whoever asked.
    return reachedRefusals(event.inside, left - 1).filter(({ status }) => status !== null);
  });
}

/** What the routes name, and what decorates the function. */
async function guardsOf(scope: CodeScope, { start, root }: Flow): Promise<HandlerMarks["guards"]> {
  const marks = await findHandlerMarks(scope, root.symbol === null ? null : { path: root.path, symbol: root.symbol });
  return [...start.guards.map(({ name, file, line }) => ({ name, path: file, line })), ...marks.guards];
}

/** What the program itself broke on is no answer that it decides for; and nobody knows when a bare status comes. */
function isDecided({ status, text, condition, conditions }: ReachedRefusal): boolean {
  if (/^5\d\d$|InternalServerError|Internal Server|ServiceUnavailable/i.test(status ?? "")) return false;
  const decides = [...conditions.map((one) => one.text), ...(condition === null ? [] : [condition])];
  return text !== null || decides.some((one) => !ofError.test(one));
}

/** That something has to be given, be there, and be somebody's own, any request asks: its words say when. */
function isMissing({ text, condition, conditions }: ReachedRefusal): boolean {
  const decides = [
    ...conditions.filter(({ kind }) => kind !== "each").map((one) => one.text),
    ...(condition === null ? [] : [condition]),
  ];
  return (
    text !== null &&
    text.length <= longestPlain &&
    decides.length <= 2 &&
    decides.every((one) => isNothing.test(one) || ofError.test(one) || /\berr != nil$/.test(one))
  );
}

const longestPlain = 60;
const isNothing =
  /^(?:not |!)?\(?(?:await )?[\w.$?[\]"']+\)?$|^[\w.$?()]+\s*(?:===?|is)\s*(?:nil|null|undefined|None|""|'')$|^len\([\w.]+\)\s*===?\s*0$|^[\w.$]+\.(?:nil|blank|empty|isEmpty)\?*(?:\(\))?$/;

/** In one row what is asked of any request. */
function missingRow(scope: CodeScope, missing: readonly ReachedRefusal[]): TableRow[] {
  const shown = missing.slice(0, mostRefusals);
  if (shown.length === 0) return [];
  if (shown.length < leastMissing) return shown.map((one) => refusalRow(scope, one));
  const byStatus = [...Map.groupBy(shown, ({ status }) => status ?? "")].map(([status, own]) => {
    const texts = [...new Set(own.map(({ text }) => `“${text}”`))].join(", ");
    return status === "" ? texts : `${codeSpan(status)} ${texts}`;
  });
  const files = [...new Set(shown.map(({ path }) => codeSpan(scope.shorten(path))))];
  return [
    {
      cells: ["When what it needs is not given, or is not there", byStatus.join("; "), fold(files, 2)],
      evidence: shown.map((one) => evidenceOfRefusal(scope, one)),
    },
  ];
}

const leastMissing = 3;

const ofError =
  /^!?\(?(?:err\w*|error|e|ex|!ok)\b(?:\s*[!=]==?\s*(?:nil|null|undefined|None))?\)?$|^(?:except|catch|rescue)\b/;

function refusalRow(scope: CodeScope, refusal: ReachedRefusal): TableRow {
  const { status, text, condition, path, conditions } = refusal;
  const around = conditions.slice(-shownConditions);
  const written = around.map((one, at) => conditionText(one, around[at - 1]?.kind));
  // "return … if late" and "if (late) return …" decide on their own line.
  const isKnown = condition === null || around.some(({ text }) => text.includes(condition) || condition.includes(text));
  const when = capitalize([...written, ...(isKnown ? [] : [codeSpan(condition, 100)])].join(" and "));
  const answer = [...(status === null ? [] : [codeSpan(status)]), ...(text === null ? [] : [`“${text}”`])].join(" ");
  return {
    cells: [when, answer, codeSpan(scope.shorten(path))],
    evidence: [evidenceOfRefusal(scope, refusal), ...around.map(({ line }) => scope.at(path, line))],
  };
}

export function evidenceOfRefusal(scope: CodeScope, { path, startLine, endLine }: Refusal): Evidence {
  return scope.at(path, startLine, endLine);
}

const again: readonly [RegExp, string][] = [
  [
    /\b(?:sidekiq_options\b.*\bretry|retry_on|discard_on|sidekiq_retries_exhausted|max_?retries|autoretry_for|retry_?backoff|@retry|tries\s*=|attempts\s*[:=])/i,
    "tried again as",
  ],
  [/\bfor\b.*\b(?:attempt|retry|tries)\b/i, "tried again in a loop:"],
  [
    /(?:\.|\b)(?:transaction|withTransaction|atomic|BeginTx|Begin|with_lock|\$transaction|lockForUpdate|select_for_update)\b\s*(?:\(|do\b|\{|$)/,
    "locked or kept together by",
  ],
];

/** Settings of retries beside the work, loops of attempts, transactions and locks, as written. */
async function retryItems(scope: CodeScope, { bodies }: Flow): Promise<ListItem[]> {
  const items = new Map<string, ListItem>();
  for (const { path, startLine, endLine } of bodies.slice(0, maxBodies)) {
    const lines = codeLines((await scope.lines(path)) ?? []);
    const from = Math.max(1, startLine - linesAbove);
    for (let line = from; line <= Math.min(endLine, lines.length); line += 1) {
      const text = lines[line - 1] ?? "";
      const kind = /^\s*(?:\/\/|#|\*|def |func )/.test(text)
        ? undefined
        : again.find(([pattern]) => pattern.test(text));
      if (kind === undefined || (line < startLine && !/retry|discard|tries/i.test(text))) continue;
      items.set(`${path}:${line}`, {
        text: `${capitalize(kind[1])} ${codeSpan(text.trim(), 120)} in ${codeSpan(scope.shorten(path))}.`,
        evidence: [scope.at(path, line)],
      });
    }
  }
  return [...items.values()].slice(0, 6);
}

const maxBodies = 12;
const linesAbove = 12;
