import { argumentsOf, defaultIn, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingCall } from "#server/code-index/ports/setting-facts.ts";

import { fallbackBehind } from "./scan-readings.ts";
import { commentBeside } from "./setting-comments.ts";
import { constantIn } from "./setting-entry.ts";

const maxCalls = 400;
const maxValues = 6;
/** A text in capitals, or a constant whose name says that it holds the name of a setting. */
const named =
  /\(\s*(?:(?:(?:&mut )?[\w$.&*:]{1,60}|"[\w.-]{0,40}")\s*,\s*){0,3}(?:["'][A-Z][A-Z0-9]*_?[A-Z0-9_]+["']|(?:\w{1,40}(?:\.|::)){0,2}(?:(?:[eE]nv|ENV_|Var|VAR_)[A-Z]\w{1,60}|[A-Z]\w{1,60}(?:Env|EnvVar|EnvKey|EnvName|_ENV|_VAR|_ENV_VAR))\s*[,)])/g;
/** A key that is handed to a function whose name says that it looks up settings. */
const keyed =
  /\b\w{0,40}(?:Property|Config|Configuration|Setting|Option|OrDefault|Value)(?:<[\w?]{1,40}>)?(?=\(\s*"[a-z][\w-]*(?:\.[\w-]+)+"\s*[,)])/g;
const constant =
  /^(?:\w{1,40}(?:\.|::)){0,2}((?:[eE]nv|ENV_|Var|VAR_)[A-Z]\w+|[A-Z]\w+(?:Env|EnvVar|EnvKey|EnvName|_ENV|_VAR|_ENV_VAR))$/;
const calleeBefore = /(?<callee>[A-Za-z_$][\w$]*[!?]?)\s*(?:(?:::)?<[^<>()]{0,60}>)?$/;

/** Calls with the name of a setting: what they do with it is said where the function is declared. */
export function scanCalls(source: SourceText): SettingCall[] {
  const found: SettingCall[] = [];
  for (const { offset, line } of matchesInCode(source, named)) {
    if (found.length >= maxCalls) break;
    const callee = calleeBefore.exec(source.text.slice(Math.max(0, offset - 120), offset))?.groups?.["callee"];
    if (callee === undefined) continue;
    const { list, end } = argumentsOf(source.text, offset);
    const at = list.findIndex(({ text }) => /^["'][A-Z][A-Z0-9_]+["']$/.test(text) || constant.test(text));
    const written = list[at]?.text ?? "";
    const held = constant.exec(written)?.[1];
    const name = held === undefined ? stringIn(written) : `\u0001${held}`;
    // Further behind, a single word in capitals is rarely a name.
    if (name === null || at > 3 || (at > 1 && !name.includes("_"))) continue;
    const common = {
      callee,
      standIn: standInBehind(source.text, end),
      count: list.length,
      comment: commentBeside(source, line),
      line,
    };
    found.push({ ...common, at, name, values: literalsOf(list, at) });
    for (const [other, text] of furtherNames(list, at))
      found.push({ ...common, at: other, name: text, values: literalsOf(list, other) });
  }
  for (const { match, offset, line } of matchesInCode(source, keyed)) {
    if (found.length >= maxCalls) break;
    const callee = /^\w+/.exec(match[0])?.[0] ?? "";
    const { list, end } = argumentsOf(source.text, offset + match[0].length);
    const values = literalsOf(list, 0);
    const name = stringIn(list[0]?.text ?? "");
    if (name === null) continue;
    const standIn = standInBehind(source.text, end);
    found.push({
      callee,
      at: 0,
      name,
      values,
      standIn,
      count: list.length,
      comment: commentBeside(source, line),
      line,
    });
  }
  return found;
}

/** Other names of settings among the arguments: `oauth(provider, "TIDE_ID", "TIDE_SECRET")`. */
function furtherNames(list: readonly { text: string }[], first: number): [at: number, name: string][] {
  return list.slice(0, maxValues).flatMap(({ text }, at): [number, string][] => {
    const name = at > first ? /^["']([A-Z][A-Z0-9]*_[A-Z0-9_]+)["']$/.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [[at, name]];
  });
}

const maxBehind = 240;

function standInBehind(text: string, end: number): string | null {
  const written = fallbackBehind(text.slice(end + 1, end + 1 + maxBehind));
  return written === undefined ? null : defaultIn(written);
}

/** Literals among arguments, by position and by name, but for the one that is the name of the setting. */
function literalsOf(list: readonly { text: string }[], at: number): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [position, { text }] of list.slice(0, maxValues).entries()) {
    const [, key = String(position), given = text] = /^(\w+)\s*[=:]\s*(.*)$/s.exec(text) ?? [];
    const value = position === at ? null : (defaultIn(given) ?? constantIn(given));
    if (value !== null) values[key] = value;
  }
  return values;
}
