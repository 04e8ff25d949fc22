import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { valueEntries } from "./value-entries.ts";

const maxDepth = 16;

/** The keys of a program's own configuration in YAML, as dotted paths; block mappings only, lists end a path. */
export function readYamlKeys(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  const open: { indent: number; key: string | null }[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 2000);
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    if (text.startsWith("---")) open.length = 0;
    const item = /^(\s*)-(?:\s|$)/.exec(text);
    if (item !== null) {
      // What is in a list has no name of its own.
      while ((open.at(-1)?.indent ?? -1) > (item[1] ?? "").length) open.pop();
      if (open.at(-1)?.key !== null) open.push({ indent: (item[1] ?? "").length + 0.5, key: null });
      continue;
    }
    const match = /^(\s*)(["']?)([\w.[\]/*-]+)\2\s*:(?:\s+(.*))?$/.exec(text);
    if (match === null) {
      const odd = /^(\s*)[^\s#].{0,200}:$/.exec(text);
      // A key that nobody could name: what is below it has no name either.
      if (odd === null) continue;
      while ((open.at(-1)?.indent ?? -1) >= (odd[1] ?? "").length) open.pop();
      open.push({ indent: (odd[1] ?? "").length, key: null });
      continue;
    }
    const indent = (match[1] ?? "").length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    if (open.some(({ key }) => key === null)) continue;
    const path = [...open.map(({ key }) => key), match[3] ?? ""].join(".");
    const value = withoutComment((match[4] ?? "").trim());
    if (value === "" || /^[&|>!]/.test(value)) {
      if (open.length < maxDepth) open.push({ indent, key: match[3] ?? "" });
    } else if (!/^[[{*]/.test(value))
      found.push(
        ...valueEntries(path, /^(?:null|~)$/.test(value) ? "" : value, { line, comment: commentBeside(source, line) }),
      );
  }
  return found;
}

function withoutComment(value: string): string {
  return /^("[^"]*"|'[^']*')\s*(?:#.*)?$/.exec(value)?.[1] ?? value.replace(/(?:^|\s+)#.*$/, "");
}
