import { changeFlagNames } from "@cairn/contract/change-flags";
import type { ChangedLines, ChangeOverview } from "@cairn/contract/change-overview";
import { commentAuthor, type ImplementationComment } from "@cairn/contract/implementation-comments";
import { type Implementation, type ImplementationDiff } from "@cairn/contract/implementations";
import type { CheckedRule } from "@cairn/contract/rule-checks";
import { checkVerdictNames, type ImplementationChecks } from "@cairn/contract/run-checks";

/** What a review shows, as the operations of its parts answer it. */
export interface ReviewParts {
  implementation: Implementation;
  overview: Pick<ChangeOverview, "changes" | "risks" | "note">;
  checks: ImplementationChecks;
  rules: readonly { condition: string; instruction: string; isRequired: boolean; checked: CheckedRule | null }[];
  diff: ImplementationDiff;
  comments: readonly ImplementationComment[];
}

/** Of one list; a review of more is read on its page. */
const maxFiles = 100;
const maxThreads = 50;

/** A review as Markdown for an agent. Every line of what people wrote stands behind a mark of its own. */
export function writeReview(parts: ReviewParts): string {
  return [
    writeStand(parts.implementation),
    section("What it does", parts.overview.changes.map(writeRow)),
    section(
      "To look at twice",
      parts.overview.risks.map((risk) => `- ${risk.level}: ${writeRow(risk).slice(2)}`),
    ),
    section("Checks", writeChecks(parts.checks)),
    section("Rules", parts.rules.flatMap(writeRule)),
    section("Files", writeFiles(parts.diff)),
    section("Comments", writeThreads(parts.comments)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.join("\n")}`;
}

function writeStand({
  task,
  workingBranch,
  baseBranch,
  state,
  canMerge,
  mergeObstacles,
  ...one
}: Implementation): string {
  const of = `${task.name} ${oneLine(task.title)}, implementation ${one.projectImplementationId}: ${workingBranch} into ${baseBranch}`;
  if (state !== "created") return `${of}. It is ${state}.`;
  const stand = canMerge ? "It can be merged." : "It cannot be merged:";
  return [`${of}. ${stand}`, ...mergeObstacles.map(({ message }) => `- ${oneLine(message)}`)].join("\n");
}

function writeRow({ text, evidence }: { text: string; evidence: readonly ChangedLines[] }): string {
  const lines = evidence.map(writeLines).join(", ");
  return `- ${oneLine(text)}${lines === "" ? "" : ` (${lines})`}`;
}

/** Lines of the new side are named as everywhere; those of the old side are gone. */
function writeLines({ path, side, startLine, endLine }: ChangedLines): string {
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  return `${side === "old" ? "before: " : ""}${path}:${lines}`;
}

function writeChecks({ proof, verdicts }: ImplementationChecks): string[] {
  if (proof === null) return ["- They have not been run yet."];
  const lines = verdicts.map(
    ({ title, verdict, reason }) => `- ${checkVerdictNames[verdict]}: ${oneLine(title)}. ${oneLine(reason)}`,
  );
  return [`- ${oneLine(proof.summary)}`, ...lines];
}

function writeRule({ condition, instruction, isRequired, checked }: ReviewParts["rules"][number]): string[] {
  const rule = `If ${oneLine(condition)}: ${oneLine(instruction)}${isRequired ? " (required)" : ""}`;
  if (checked === null) return [`- Advice, checked by nobody: ${rule}`];
  if (checked.verdict === "not-applied") return [];
  const broken = checked.broken.map(
    ({ text, lines }) => `  - ${oneLine(text)}${lines === null ? "" : ` (${writeLines(lines)})`}`,
  );
  const note = checked.note === null ? "" : `. ${oneLine(checked.note)}`;
  return [`- ${verdictWords[checked.verdict]}: ${rule}${note}`, ...broken];
}

const verdictWords = { passed: "Kept", broken: "Broken", unknown: "Not known" } as const;

function writeFiles({ files, isTruncated }: ImplementationDiff): string[] {
  const left = files.length - maxFiles;
  return [
    ...files.slice(0, maxFiles).map(({ path, oldPath, status, additions, deletions, flags }) => {
      const former = oldPath === null ? "" : ` from ${oldPath}`;
      const marks = flags.map((flag) => `; ${changeFlagNames[flag].toLowerCase()}`).join("");
      return `- ${path} (${status}${former}, +${additions} −${deletions}${marks})`;
    }),
    ...(left > 0 ? [`- and ${left} more`] : []),
    ...(isTruncated ? ["- There are more than this server compares."] : []),
  ];
}

function writeThreads(comments: readonly ImplementationComment[]): string[] {
  const threads = [...Map.groupBy(comments, ({ threadId }) => threadId)];
  const open = threads.filter(([, thread]) => thread.some(({ resolvedAt }) => resolvedAt === null));
  const resolved = threads.length - open.length;
  return [
    ...open.slice(0, maxThreads).map(([threadId, thread]) => writeThread(threadId, thread)),
    ...(open.length > maxThreads ? [`- and ${open.length - maxThreads} more`] : []),
    ...(resolved > 0 ? [`- ${resolved === 1 ? "1 thread is" : `${resolved} threads are`} resolved.`] : []),
  ];
}

function writeThread(threadId: string, thread: readonly ImplementationComment[]): string {
  const file = thread[0]?.file ?? null;
  const where =
    file === null
      ? "on the whole"
      : `${file.isOutdated ? "on a line that is another one by now, once " : "on "}${file.side === "old" ? "the code before, " : ""}${file.filename}:${file.line}`;
  const said = thread.map(
    (comment) => `  > ${commentAuthor(comment)}: ${comment.message.replaceAll(/\r?\n/g, "\n  > ")}`,
  );
  return [`- Thread ${threadId}, ${where}:`, ...said].join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
