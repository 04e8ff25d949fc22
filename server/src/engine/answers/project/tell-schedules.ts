import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asked =
  /\b(?:which|what)\b(?:\s+\w+)?\s+(?:jobs|tasks)\b.*\b(?:clock|schedul\w*|regularly|periodic\w*|cron)\b.*\b(?:switch\w*|turn\w*|disabl\w*)\b/i;
const settingName = /["'`]([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)["'`]/;
const leavesOut = /(?:===?|!==?|\bin\b|\bis\b).*["'](disabled?|off|none|never)["']/;
/** Below such a line nothing is started. */
const passesOver = /^\s*(?:continue|return|pass|next|skip|break)\b/;
const maxJobs = 20;

/** Which jobs run by the clock, by which setting each is timed, and the value that switches one off. */
export async function tellSchedules(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!asked.test(text)) return [];
  const jobs = codebase.index.triggers().filter(({ kind, schedule }) => kind === "schedule" && schedule !== null);
  const items: Statement[] = [];
  const timed = new Set<string>();
  for (const { name, schedule, path, startLine, endLine } of jobs.slice(0, maxJobs)) {
    const place = { codebase, path };
    const lines = (await context.lines(place)).slice(startLine - 1, endLine);
    const setting = lines.flatMap((line) => settingName.exec(line)?.[1] ?? [])[0];
    if (setting !== undefined) timed.add(path);
    const by = setting === undefined ? "" : `, set by ${codeSpan(setting)}`;
    const when = /^\{.*\}$/.test(schedule ?? "") ? "at an interval that is worked out" : codeSpan(schedule ?? "");
    items.push({
      text: `- **${name}**: ${when}${by} (${shownPath(context, place)})`,
      evidence: [linesOf(place, startLine, endLine)],
    });
  }
  if (timed.size === 0) return [];
  const off = await offStatements(context, codebase, timed);
  return [{ heading: null, statements: [{ text: "By the clock run:", evidence: [] }, ...items, ...off] }];
}

/** The line that leaves a job out for a value of its setting, where nothing is started behind it. */
async function offStatements(
  context: AnswerContext,
  codebase: Codebase,
  paths: ReadonlySet<string>,
): Promise<Statement[]> {
  const found: Statement[] = [];
  for (const path of paths) {
    const lines = await context.lines({ codebase, path });
    const at = lines.findIndex(
      (line, index) => leavesOut.test(line) && lines.slice(index + 1, index + 4).some((next) => passesOver.test(next)),
    );
    const value = leavesOut.exec(lines[at] ?? "")?.[1];
    if (value === undefined) continue;
    const text = `To switch one of them off, set its setting to ${codeSpan(value)} (${shownPath(context, { codebase, path })}, line ${at + 1}).`;
    found.push({ text, evidence: [linesOf({ codebase, path }, Math.max(1, at), Math.min(lines.length, at + 3))] });
  }
  return found;
}
