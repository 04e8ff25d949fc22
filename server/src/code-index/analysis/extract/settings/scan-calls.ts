import { argumentsOf, defaultIn, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingCall } from "#server/code-index/ports/setting-facts.ts";

import { commentBeside } from "./setting-comments.ts";

const maxCalls = 400;
const maxValues = 6;
const named = /\(\s*(?:[\w$.&*:]{1,40}\s*,\s*)?["'][A-Z][A-Z0-9]*_?[A-Z0-9_]+["']/g;
const calleeBefore = /(?<callee>[A-Za-z_$][\w$]*[!?]?)\s*(?:(?:::)?<[^<>()]{0,60}>)?$/;

/** Calls with a text in capitals: what they do with it is said where the function is declared. */
export function scanCalls(source: SourceText): SettingCall[] {
  const found: SettingCall[] = [];
  for (const { offset, line } of matchesInCode(source, named)) {
    if (found.length >= maxCalls) break;
    const callee = calleeBefore.exec(source.text.slice(Math.max(0, offset - 120), offset))?.groups?.["callee"];
    if (callee === undefined) continue;
    const { list } = argumentsOf(source.text, offset);
    const at = list.findIndex(({ text }) => /^["'][A-Z][A-Z0-9_]+["']$/.test(text));
    const name = stringIn(list[at]?.text ?? "");
    if (name === null || at > 1) continue;
    const values: Record<string, string> = {};
    for (const [position, { text }] of list.slice(0, maxValues).entries()) {
      const [, key = String(position), written = text] = /^(\w+)\s*[=:]\s*(.*)$/s.exec(text) ?? [];
      const value = position === at ? null : defaultIn(written);
      if (value !== null) values[key] = value;
    }
    found.push({ callee, at, name, values, count: list.length, comment: commentBeside(source, line), line });
  }
  return found;
}
