import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { folderOf } from "#server/engine/text/wording.ts";

export interface Readme {
  path: string;
  blocks: ProseBlock[];
}

const readmeName = /(?:^|\/)readme(?:\.(md|markdown|mdx|rst|txt))?$/i;

/** The README right in `folder` ("" for the repository's root); Markdown is preferred. Null when there is none. */
export async function findReadme(scope: CodeScope, folder: string): Promise<Readme | null> {
  const paths = scope.repository.index.files().map((file) => file.path);
  const path = chooseReadme(paths.filter((one) => folderOf(one) === folder));
  const lines = path === null ? null : await scope.lines(path);
  return path === null || lines === null ? null : parseReadme(path, lines);
}

/** The README among the files of one folder; null when there is none. */
export function chooseReadme(paths: readonly string[]): string | null {
  const [path] = paths.filter((one) => readmeName.test(one)).toSorted((a, b) => rank(a) - rank(b));
  return path ?? null;
}

export function parseReadme(path: string, lines: readonly string[]): Readme {
  return { path, blocks: parseProse(lines, path.toLowerCase().endsWith(".rst")) };
}

function rank(path: string): number {
  const order = ["md", "markdown", "mdx", "rst", "txt"];
  const at = order.indexOf(path.toLowerCase().match(readmeName)?.[1] ?? "");
  return at < 0 ? order.length : at;
}

/** The blocks under the headings that match, each with everything below it, in order. */
export function chapters(readme: Readme, title: RegExp): { heading: ProseBlock; blocks: ProseBlock[] }[] {
  const found: { heading: ProseBlock; blocks: ProseBlock[] }[] = [];
  let until = 0;
  for (const [at, block] of readme.blocks.entries()) {
    if (at < until || block.kind !== "heading" || !title.test(block.text)) continue;
    until = readme.blocks.findIndex(
      (other, position) => position > at && other.kind === "heading" && Number(other.note) <= Number(block.note),
    );
    if (until < 0) until = readme.blocks.length;
    found.push({ heading: block, blocks: readme.blocks.slice(at + 1, until) });
  }
  return found;
}
