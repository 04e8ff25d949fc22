import type { RuleCheck } from "@cairn/contract/rule-checks";

import type { DiffedFile, DiffLine } from "#server/platform/git/diff/parse-diff.ts";

type AddedText = Extract<RuleCheck, { kind: "added-text" }>;
type CheckedHunk = DiffedFile["hunks"][number];

/** How far from a line something stands that belongs to it; so many unchanged lines a diff needs around its changes. */
export const linesBeside = 3;

/**
 * A line that was added without the text that belongs beside it; null where none was. What is unchanged around it counts as well, and
 * a line that lacked it before and was only rewritten does not.
 */
export function findLacking(file: DiffedFile, check: AddedText): DiffLine | null {
  if (check.occasion === "") {
    const added = file.hunks.flatMap(({ lines }) => lines.filter(({ type }) => type === "added"));
    return added.some(({ content }) => content.includes(check.text)) ? null : (added[0] ?? null);
  }
  for (const hunk of file.hunks) {
    const lacking = listLacking(hunk, "added", check);
    const before = listLacking(hunk, "deleted", check).length;
    if (lacking.length > before) return lacking[before] ?? null;
  }
  return null;
}

/** Whether a file gets what the check is about. */
export function hasOccasion({ hunks }: DiffedFile, { occasion }: AddedText): boolean {
  return hunks.some(({ lines }) => lines.some(({ type, content }) => type === "added" && content.includes(occasion)));
}

/** Changed lines of one side with the occasion, and no text beside them that belongs to no other. */
function listLacking({ lines }: CheckedHunk, type: "added" | "deleted", { text, occasion }: AddedText): DiffLine[] {
  const side = lines.filter((line) => line.type === type || line.type === "context");
  const given = new Set(side.flatMap(({ content }, at) => (content.includes(text) ? [at] : [])));
  return side.filter((line, at) => {
    if (!line.content.includes(occasion)) return false;
    // What stands below a line belongs to it rather than what stands above.
    const near = [0, 1, 2, linesBeside, -1, -2, -linesBeside].find((distance) => given.has(at + distance));
    if (near !== undefined) given.delete(at + near);
    return near === undefined && line.type === type;
  });
}
