import type { ImplementationDiff, ReviewedFile } from "@cairn/contract/implementations";
import type { Source } from "@cairn/contract/sources";

import { hashLines } from "#server/engine/evidence/evidence.ts";

type Hunk = ReviewedFile["hunks"][number];

/** Of one answer. */
const maxCharacters = 24_000;

/** Lines that a change leaves, as sources of whoever speaks of them. */
export function hunkSources(files: readonly ReviewedFile[], code: { repositoryId: string; commit: string }): Source[] {
  return files.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines }) => {
      const left = lines.filter(({ newLine }) => newLine !== null);
      const [first, last] = [left[0]?.newLine, left.at(-1)?.newLine];
      if (first == null || last == null) return [];
      return [
        {
          ...code,
          path,
          startLine: first,
          endLine: last,
          hash: hashLines(left.map(({ content }) => content.replace(/\r$/, ""))),
        },
      ];
    }),
  );
}

/**
 * A diff for an agent: each line behind its number, on the new side as `path:line:`. `shown` are the files that fit.
 */
export function writeDiff({ files }: Pick<ImplementationDiff, "files">): { text: string; shown: ReviewedFile[] } {
  const shown: ReviewedFile[] = [];
  const parts: string[] = [];
  let room = maxCharacters;
  for (const file of files) {
    const part = writeFile(file);
    if (part.length > room && shown.length > 0) break;
    parts.push(part.slice(0, room));
    room -= part.length;
    shown.push(file);
  }
  const left = files.length - shown.length;
  if (left > 0)
    parts.push(`${left === 1 ? "One more file is" : `${left} more files are`} not shown. Ask for them by path.`);
  return { text: parts.join("\n\n"), shown };
}

function writeFile({ path, status, oldPath, isBinary, isTruncated, hunks }: ReviewedFile): string {
  const head = `${path} (${status}${oldPath === null ? "" : ` from ${oldPath}`})`;
  if (isBinary) return `${head}\nIt is no text.`;
  const cut = isTruncated ? ["It has more changes than are shown."] : [];
  return [head, ...hunks.map((hunk) => writeHunk(path, hunk)), ...cut].join("\n");
}

const marks = { added: "+", deleted: "-", context: " " } as const;

function writeHunk(path: string, { lines, heading }: Hunk): string {
  const within = heading === "" ? "" : ` in ${heading}`;
  const first = lines.find(({ newLine }) => newLine !== null)?.newLine ?? 0;
  return [
    `${path}:${first}:${within}`,
    ...lines.map(({ type, content, oldLine, newLine }) => `${marks[type]}${newLine ?? `(${oldLine})`}\t${content}`),
  ].join("\n");
}
