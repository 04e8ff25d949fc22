import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { normalizeMeaning } from "#web/ui/editor/markdown/markdown-meaning.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "#web/ui/editor/markdown/markdown-text.ts";
import { markdownSchema } from "#web/ui/editor/markdown/schema.ts";

/*
 * Reads every README below the folders given and writes it back: untouched, and with every block written anew.
 * `node web/src/ui/editor/markdown/bench/compare-readmes.ts FOLDER…`
 */

const schema = markdownSchema();
const seen = new Set<string>();
const totals = { files: 0, bytes: 0, blocks: 0, sameBytes: 0, sameMeaning: 0, sameBlocks: 0, stable: 0 };

for (const folder of process.argv.slice(2)) compareBelow(folder);
print(
  `${totals.files} files, ${Math.round(totals.bytes / 1024)} KB, ${totals.blocks} blocks`,
  `${totals.sameBytes} files identical to the byte when nobody changes them`,
  `${totals.sameMeaning} files identical in meaning after every block was written anew (${totals.sameBlocks} blocks)`,
  `${totals.stable} files written the same a second time`,
);

function compareBelow(path: string): void {
  const state = statSync(path, { throwIfNoEntry: false });
  if (state?.isFile() && /readme[^/]*\.(md|markdown)$/i.test(path)) compareFile(path);
  if (!state?.isDirectory()) return;
  for (const name of readdirSync(path).sort()) if (name !== ".git" && name !== ".bin") compareBelow(join(path, name));
}

function compareFile(path: string): void {
  const source = readFileSync(path, "utf8");
  const hash = createHash("sha256").update(source).digest("hex");
  if (source.trim() === "" || seen.has(hash)) return;
  seen.add(hash);
  const text = parseMarkdown(schema, source);
  // A copy of the document, as another process would have it: blocks are matched by their content.
  const untouched = writeMarkdown(
    { ...text, doc: schema.topNodeType.create() },
    schema.nodeFromJSON(text.doc.toJSON()),
  );
  const rewritten = rewriteMarkdown(text);
  const before = normalizeMeaning(source);
  const after = normalizeMeaning(rewritten);
  const different = before.findIndex((block, index) => block !== after[index]);
  const isSame = different < 0 && after.length === before.length;
  const isStable = rewriteMarkdown(parseMarkdown(schema, rewritten)) === rewritten;
  totals.files += 1;
  totals.bytes += source.length;
  totals.blocks += before.length;
  totals.sameBlocks += before.filter((block) => after.includes(block)).length;
  totals.sameBytes += Number(untouched === source);
  totals.sameMeaning += Number(isSame);
  totals.stable += Number(isStable);
  if (untouched !== source) print(`${path}: bytes differ`);
  if (!isSame)
    print(`${path}: meaning differs`, `  ${cut(before, after, different)}`, `  ${cut(after, before, different)}`);
  if (!isStable) print(`${path}: not stable`);
}

/** An excerpt of the block around the first difference. */
function cut(blocks: readonly string[], others: readonly string[], index: number): string {
  const block = blocks[index] ?? "(no block)";
  const other = others[index] ?? "";
  let at = 0;
  while (at < block.length && block[at] === other[at]) at += 1;
  return block.slice(Math.max(0, at - 60), at + 120);
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
