import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { type Statement } from "#server/engine/evidence/cited-text.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asked =
  /\b(?:which|what) (?:\w+ )?files?\b.*\b(?:must|should|may|can|do|shall)(?: (?:i|we|you|one|nobody|people))? ?(?:not|never|n['’]t|nobody)?\b.*\b(?:edit|change|touch|modify|alter)\w*\b/i;
const asksOfNot = /\b(?:not|never|nobody|n['’]t)\b/i;
const says = String.raw`\b(?:do not|don't|never|NB: do not) (?:edit|modify|change|touch)\b`;
/** It speaks of the file itself, and of no single value in it. */
const ofWhole =
  /\b(?:edit|modify|change|touch)\b\s*(?:$|[.,;:!)]|(?:(?:any(?:thing)? in )?(?:this|the) (?:\w+ )?file|it|anything)\b(?! (?:below|above)))/i;
/** What a program wrote says so for another reason. */
const ofProgram = /generated|auto-?gen|by hand|@generated/i;
const maxFiles = 8;
const lastLine = 14;
const maxComment = 4;
const lookMs = 600;
const comment = /^\s*(?:\/\/|#|\*|\/\*|--|;|<!--)+\s?/;

/** Files that say at their head that they are not to be edited, with what is to be edited instead. */
export async function tellKeptFiles(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!asked.test(text) || !asksOfNot.test(text)) return [];
  const { files } = await codebase.index.findLines(
    { pattern: says, isRegex: true, ignoreCase: true, isWord: false },
    { maxFiles: 60, maxLinesPerFile: 2, deadlineMs: lookMs },
  );
  const statements: Statement[] = [];
  for (const { path, lines } of files) {
    const kind = codebase.index.files().find((one) => one.path === path)?.kind ?? "vendored";
    const first = lines.find(({ line }) => line <= lastLine);
    if (!first || !/^(?:source|config|other)$/.test(kind) || isBesideCode(path)) continue;
    const all = await context.lines({ codebase, path });
    const length = all.slice(first.line - 1, first.line - 1 + maxComment).findIndex((line) => !comment.test(line));
    const to = first.line - 1 + (length < 0 ? maxComment : Math.max(1, length));
    const said = all.slice(first.line - 1, to).map((line) => line.replace(comment, "").trim()).join(" "); // prettier-ignore
    if (ofProgram.test(said) || !ofWhole.test(said)) continue;
    const place = { codebase, path };
    statements.push({ text: `- ${shownPath(context, place)}: “${said}”`, evidence: [linesOf(place, first.line, to)] });
  }
  if (statements.length === 0) return [];
  const lead = { text: "These say at their head that they are not to be edited:", evidence: [] };
  return [{ heading: null, statements: [lead, ...statements.slice(0, maxFiles)] }];
}
