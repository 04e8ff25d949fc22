import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { isStopWord, isWeakWord, splitWords, stem, stemsOf } from "#server/engine/intent/words.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { count } from "#server/engine/text/wording.ts";

import type { ReviewedChange, ChangedHunk } from "./reviewed-change.ts";

/** What a question asks of a change itself. */
const subjects = {
  merge: /\b(?:merg\w*|ship\w*|block\w*|ready|conflict\w*)\b/i,
  risks: /\b(?:risk\w*|danger\w*|careful|safe\w*|secur\w*|break\w*|worr\w*|watch|look at|attention|permission\w*)\b/i,
  checks: /\b(?:tests?|tested|proven?|prove|checks?|checked|criteri\w*|verified|build|lint)\b/i,
  whole: /\b(?:what|summar\w*|explain|describe|overview|why|changes?|changed|do|does|did)\b/i,
} as const;
/** Say that something is asked of a change, and nothing of what is asked. */
const aboutChanges =
  /^(?:chang|modif|edit|updat|add|remov|delet|touch|diff|commit|review|implement|affect|explain|summar|describ|overview|file|line|code|happen|new|old)/;
const maxRows = 8;
const maxHunks = 3;
const maxHunkLines = 24;

/**
 * What a change says to a question that was asked from its review. Null where its lines hold nothing of what is asked: the
 * product may.
 */
export function explainReviewedChange(change: ReviewedChange, question: string): StatementBlock[] | null {
  const terms = searchedStems(question, change);
  const found = terms.length === 0 ? [] : findHunks(change.hunks, terms);
  if (found.length > 0)
    return [{ heading: null, statements: found.flatMap((hunk) => showHunk(hunk, change.reader.repositoryId)) }];
  if (subjects.merge.test(question)) return [sayMergeability(change)];
  if (subjects.risks.test(question))
    return [list("To look at twice:", change.risks, "Nothing in this change has to be looked at twice.")];
  if (subjects.checks.test(question))
    return [list("What it was checked with:", change.checks.map(plainly), "Nothing was run yet.")];
  if (terms.length === 0 && subjects.whole.test(question)) return [sayWhole(change)];
  return null;
}

/** Words of a question that a line of the change may hold. */
function searchedStems(question: string, { title }: ReviewedChange): string[] {
  const ofTitle = new Set(stemsOf(title.split(" ", 1)[0] ?? ""));
  const words = splitWords(question).filter((word) => !isStopWord(word) && !isWeakWord(word));
  const all = Object.values(subjects);
  return [...new Set(words.filter((word) => !all.some((subject) => subject.test(word))).map(stem))].filter(
    (root) => root.length > 1 && !ofTitle.has(root) && !aboutChanges.test(root),
  );
}

/** Hunks that hold all of the words in their lines or their path, or else most of several; the best first. */
function findHunks(hunks: readonly ChangedHunk[], terms: readonly string[]): ChangedHunk[] {
  const scored = hunks.map((hunk) => {
    const stems = new Set(stemsOf([hunk.path, ...hunk.added, ...hunk.deleted].join("\n")));
    return { hunk, hits: terms.filter((term) => stems.has(term)).length };
  });
  const best = Math.max(0, ...scored.map(({ hits }) => hits));
  if (best === 0 || best * 2 <= terms.length - 1) return [];
  return scored
    .filter(({ hits }) => hits === best)
    .slice(0, maxHunks)
    .map(({ hunk }) => hunk);
}

function showHunk({ path, lines, added, deleted }: ChangedHunk, repositoryId: string): Statement[] {
  const text = [...deleted.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const left = text.length - maxHunkLines;
  const size = [
    added.length > 0 && `${count(added.length, "line")} added`,
    deleted.length > 0 && `${count(deleted.length, "line")} deleted`,
    left > 0 && `of which ${maxHunkLines} are shown`,
  ];
  const about = `${codeSpan(path)}: ${size.filter(Boolean).join(", ")}.`;
  return [
    { text: about, evidence: lines === null ? [] : [{ repositoryId, path, ...lines }] },
    { text: fence(text.slice(0, maxHunkLines), "diff"), plain: "", evidence: [] },
  ];
}

function sayMergeability({ obstacles }: ReviewedChange): StatementBlock {
  return list("It cannot be merged now:", obstacles.map(plainly), "It can be merged now.");
}

function sayWhole({ changes, risks, files, title }: ReviewedChange): StatementBlock {
  const [added, deleted] = [sum(files, "additions"), sum(files, "deletions")];
  const size = `${cleanProse(title)} changes ${count(files.length, "file")}: ${count(added, "line")} added, ${deleted} deleted.`;
  const paths = files.slice(0, maxRows).map(({ path }) => plainly(codeSpan(path)));
  const does = changes.length > 0 ? changes : paths;
  const careful = risks.length === 0 ? [] : [said("To look at twice:"), ...risks.slice(0, maxRows).map(item)];
  return { heading: null, statements: [said(size), ...does.slice(0, maxRows).map(item), ...careful] };
}

const sum = (files: ReviewedChange["files"], side: "additions" | "deletions") =>
  files.reduce((all, file) => all + file[side], 0);
const plainly = (text: string) => ({ text, evidence: [] });
const said = (text: string): Statement => ({ text, evidence: [] });
const item = ({ text, evidence }: ReviewedChange["changes"][number]): Statement => ({
  text: `- ${text}`,
  evidence: [...evidence],
});

function list(lead: string, rows: ReviewedChange["changes"], nothing: string): StatementBlock {
  if (rows.length === 0) return { heading: null, statements: [said(nothing)] };
  const left = rows.length - maxRows;
  const more = left > 0 ? [said(`- and ${left} more`)] : [];
  return { heading: null, statements: [said(lead), ...rows.slice(0, maxRows).map(item), ...more] };
}
