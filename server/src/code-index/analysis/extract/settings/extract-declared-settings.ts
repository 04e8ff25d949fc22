import { argumentsOf, defaultIn, stringIn, type Argument } from "#server/code-index/analysis/text/arguments-of.ts";
import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";

/** Settings that a file declares in a table, a class or by calls of its framework, rather than reads from outside. */
export function extractDeclaredSettings(source: SourceText, role: FileRole | null): ConfigKeyFact[] {
  const { language } = source;
  if (role === "cargo") return cargoFeatures(source);
  if (language === "c" || language === "cpp") return [...macroTable(source), ...directiveTable(source)];
  if (language === "javascript" || language === "typescript" || language === "tsx") return appSettings(source);
  return [];
}

function meaningOf(source: SourceText, line: number): string | null {
  return commentAbove(source, line)?.text.replaceAll(/\s+/g, " ").trim().slice(0, 300) || null;
}

/** Features of a crate; whether each is on unless somebody says otherwise. */
function cargoFeatures(source: SourceText): ConfigKeyFact[] {
  const entries = parseTomlTables(source).find(({ name }) => name === "features")?.entries ?? [];
  const byDefault = new Set(tomlStrings(entries.find(({ key }) => key === "default")?.value ?? ""));
  return entries
    .filter(({ key }) => key !== "default")
    .map(({ key, line }) => ({
      name: key,
      defaultValue: byDefault.has(key) ? "on" : "off",
      comment: commentBeside(source, line) ?? meaningOf(source, line),
      line,
    }));
}

/** The comment after an entry; comments for tools are ignored. */
function commentBeside(source: SourceText, line: number): string | null {
  const [, note] = /^(?:[^"'#]|"[^"]*"|'[^']*')*? #+ ?(\S.*)$/.exec(shortLine(source, line)) ?? [];
  return note === undefined || /^(?:noqa|type:|pragma|nosec|pylint)/.test(note) ? null : note;
}

const namesName = /^(?:name|key|option|opt)$/;
const namesDefault = /^(?:def|default|dflt|defval|default_?val(?:ue)?)$/;

/** Rows of a table that are written with a macro of this file which takes a name and a default. */
function macroTable(source: SourceText): ConfigKeyFact[] {
  if (!source.text.includes("#define ")) return [];
  const macros = new Map<string, { name: number; given: number }>();
  for (const { match } of matchesInCode(source, /^[ \t]*#[ \t]*define[ \t]+(\w{3,60})\(([^()\n]{3,300})\)/gm)) {
    const parameters = (match[2] ?? "").split(",").map((one) => one.trim());
    const [name, given] = [
      parameters.findIndex((one) => namesName.test(one)),
      parameters.findIndex((one) => namesDefault.test(one)),
    ];
    if (name !== -1 && given !== -1) macros.set(match[1] ?? "", { name, given });
  }
  if (macros.size === 0) return [];
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /^[ \t]*(\w{3,60})\((?=\s*["\w])/gm)) {
    const macro = macros.get(match[1] ?? "");
    if (macro === undefined) continue;
    const { list } = argumentsOf(source.text, offset + match[0].trimStart().length - 1);
    const name = stringIn(list[macro.name]?.text ?? "");
    if (name === null || !settingName.test(name)) continue;
    found.push({ name, defaultValue: defaultInC(list[macro.given]), comment: lineMeaning(source, line), line });
  }
  return found;
}

const settingName = /^[A-Za-z][\w.-]{1,80}$/;

/** A name in capitals is a constant, which is as good a default as its number; what is computed is none. */
function defaultInC(argument: Argument | undefined): string | null {
  const written = argument?.text ?? "";
  return (
    defaultIn(written) ??
    (/^[A-Z][A-Z0-9_]+$/.test(written) && written !== "NULL"
      ? written
      : /^[\d\s*+()-]{3,40}[uUlL]*$/.test(written)
        ? written
        : null)
  );
}

/** C keeps what it says of a row behind it. */
function lineMeaning(source: SourceText, line: number): string | null {
  const [, beside] = /\/\*\s*(.+?)\s*\*\/\s*$|\/\/\s*(.+)$/.exec(shortLine(source, line)) ?? [];
  return beside?.slice(0, 300) ?? null;
}

/** nginx's tables of directives, and those of getopt. */
function directiveTable(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  if (source.text.includes("ngx_command_t")) {
    for (const { match, line } of matchesInCode(
      source,
      /^[ \t]*\{\s*ngx_string\("([a-z][\w-]{1,80})"\)\s*,\s*(?=NGX_)/gm,
    ))
      found.push({ name: match[1] ?? "", defaultValue: null, comment: null, line });
  }
  if (!/\bstruct option\b/.test(source.text)) return found;
  for (const { match, offset } of matchesInCode(source, /\bstruct option\s+\w+\s*\[\w*\]\s*=\s*\{/g)) {
    for (const row of argumentsOf(source.text, offset + match[0].length - 1).list) {
      const name = row.text.startsWith("{") ? stringIn(argumentsOf(row.text, 0).list[0]?.text ?? "") : null;
      if (name === null || !settingName.test(name)) continue;
      found.push({ name: `--${name}`, defaultValue: null, comment: null, line: lineAt(source, row.offset) });
    }
  }
  return found;
}

/** Express keeps its settings in the application: `app.set("view engine", "pug")`, `app.enable("trust proxy")`. */
function appSettings(source: SourceText): ConfigKeyFact[] {
  if (!/\.(?:set|enable|disable|enabled|disabled)\(\s*["']/.test(source.text)) return [];
  if (!/\bexpress\b/i.test(source.text)) return [];
  // In the framework itself the application is `this`.
  const isFramework = /\bapp\.(?:set|enable)\s*=/.test(source.text);
  const receiver = isFramework ? String.raw`(?:\bapp|\bthis)` : String.raw`\bapp`;
  const pattern = new RegExp(
    String.raw`(?<![\w$.])${receiver}\.(?<how>set|get|enable|disable|enabled|disabled)(?=\(\s*["'][a-z])`,
    "g",
  );
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { list, end } = argumentsOf(source.text, offset + match[0].length);
    const key = stringIn(list[0]?.text ?? "");
    if (key === null || !settingKey.test(key) || list.length > 2) continue;
    const how = match.groups?.["how"];
    // With a second argument it is a route; what is set right behind is a setting of something else.
    if (how === "get" && (list.length > 1 || /^\)\s*\.\s*set\(/.test(source.text.slice(end, end + maxGap)))) continue;
    const given = list[1]?.text;
    const value = how === "enable" ? "true" : how === "disable" ? "false" : how === "set" ? defaultIn(given) : null;
    found.push({ name: key, defaultValue: value, comment: meaningOf(source, line), line });
  }
  return found;
}

const settingKey = /^[a-z][a-z -]{2,40}$/;
const maxGap = 200;

const maxLine = 500;

/**
 * A line with single blanks after its indentation, cut where it is absurdly long: patterns with several blanks are slow
 * over many.
 */
function shortLine(source: SourceText, line: number): string {
  const text = lineText(source, line).slice(0, maxLine).trimEnd();
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + text.slice(start).replaceAll(/\s+/g, " ");
}
