import type { ReviewedFile } from "@cairn/contract/implementations";
import type { Source } from "@cairn/contract/sources";

import { hashLines } from "#server/engine/evidence/evidence.ts";

type Hunk = ReviewedFile["hunks"][number];

/** Hunks of a file. */
interface ShownHunks {
  path: string;
  hunks: readonly Hunk[];
}

/** Of one answer. */
const maxCharacters = 24_000;

/** Lines that a change leaves, as sources of whoever speaks of them. */
export function hunkSources(shown: readonly ShownHunks[], code: { repositoryId: string; commit: string }): Source[] {
  return shown.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines }) => {
      const left = lines.filter(({ newLine }) => newLine !== null);
      const [first, last] = [left[0]?.newLine, left.at(-1)?.newLine];
      if (first == null || last == null) return [];
      const hash = hashLines(left.map(({ content }) => content.replace(/\r$/, "")));
      return [{ ...code, path, startLine: first, endLine: last, hash }];
    }),
  );
}

/** A diff for an agent: each hunk as `path:line:`, its lines with their numbers. `shown`: what there was room for. */
export function writeDiff(files: readonly ReviewedFile[]): { text: string; shown: ShownHunks[] } {
  const shown: ShownHunks[] = [];
  const parts: string[] = [];
  let room = maxCharacters;
  let left = 0;
  for (const file of files) {
    const hunks: Hunk[] = [];
    const written = [writeHead(file)];
    for (const hunk of file.hunks) {
      const fitting = { ...hunk, lines: linesWithin(hunk, room) };
      if (fitting.lines.length === 0) break;
      const text = writeHunk(file.path, fitting);
      room -= text.length;
      hunks.push(fitting);
      written.push(text);
    }
    const isCut = file.isTruncated || countLines(hunks) < countLines(file.hunks);
    if (isCut && hunks.length === 0 && shown.length > 0) left += 1;
    else parts.push([...written, ...(isCut ? ["It has more changes than are shown."] : [])].join("\n"));
    shown.push({ path: file.path, hunks });
  }
  if (left > 0) parts.push(`${left === 1 ? "One more file is" : `${left} more files are`} not shown. Ask by path.`);
  return { text: parts.join("\n\n"), shown };
}

function writeHead({ path, status, oldPath, isBinary }: ReviewedFile): string {
  const head = `${path} (${status}${oldPath === null ? "" : ` from ${oldPath}`})`;
  return isBinary ? `${head}\nIt is no text.` : head;
}

/** The first lines of a hunk, as many as there is room for. */
function linesWithin({ lines }: Hunk, room: number): Hunk["lines"] {
  let left = room;
  const end = lines.findIndex(({ content }) => (left -= content.length + numberLength) < 0);
  return end < 0 ? lines : lines.slice(0, end);
}

/** A line's mark and number, about. */
const numberLength = 10;

const countLines = (hunks: readonly Hunk[]) => hunks.reduce((sum, { lines }) => sum + lines.length, 0);

const marks = { added: "+", deleted: "-", context: " " } as const;

function writeHunk(path: string, { lines, heading }: Hunk): string {
  const within = heading === "" ? "" : ` in ${heading}`;
  const first = lines.find(({ newLine }) => newLine !== null)?.newLine ?? 0;
  return [
    `${path}:${first}:${within}`,
    ...lines.map(({ type, content, oldLine, newLine }) => `${marks[type]}${newLine ?? `(${oldLine})`}\t${content}`),
  ].join("\n");
}
