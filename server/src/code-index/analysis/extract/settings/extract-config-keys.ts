import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";

import { extractDeclaredSettings } from "./extract-declared-settings.ts";
import { extractFlags } from "./extract-flags.ts";

const key = String.raw`(?<key>[A-Za-z_][A-Za-z0-9_.]*)`;
const literal = String.raw`(?:(?<quote>["'\x60])(?<text>[^"'\x60\n]*)\k<quote>|(?<number>-?\d[\d_.]*|true|false|True|False))`;
const ecmascriptDefault = String.raw`(?:\s*(?:\?\?|\|\|)\s*${literal})?`;
const argumentDefault = String.raw`(?:\s*,\s*(?:default\s*=\s*)?${literal})?`;

const ecmascriptPatterns = [
  new RegExp(
    String.raw`\b(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|\benv)\.(?<key>[A-Z_][A-Z0-9_]*)\b${ecmascriptDefault}`,
    "g",
  ),
  new RegExp(String.raw`\b(?:process\.env|import\.meta\.env|Bun\.env)\[["']${key}["']\]${ecmascriptDefault}`, "g"),
  new RegExp(String.raw`\bDeno\.env\.get\(["']${key}["']\)${ecmascriptDefault}`, "g"),
];
const patternsByLanguage: Record<string, RegExp[]> = {
  python: [
    new RegExp(
      String.raw`\b(?:os\.)?(?:environ\.get|getenv|environ\.setdefault)\(\s*["']${key}["']${argumentDefault}`,
      "g",
    ),
    new RegExp(String.raw`\b(?:os\.)?environ\[["']${key}["']\]`, "g"),
    new RegExp(String.raw`\b(?:env|config)(?:\.\w+)?\(\s*["'](?<key>[A-Z_][A-Z0-9_]*)["']${argumentDefault}`, "g"),
  ],
  go: [
    new RegExp(String.raw`\bos\.(?:Getenv|LookupEnv)\(\s*"${key}"`, "g"),
    new RegExp(
      String.raw`\b[\w.]{0,60}(?:[gG]et[eE]nv|envOr|EnvOr|SetDefault|getEnv)\w*\(\s*"${key}"${argumentDefault}`,
      "g",
    ),
    new RegExp(
      String.raw`\bviper\.(?:SetDefault|Get(?:String|Int|Int32|Int64|Uint|Bool|Float64|Duration|Time|StringSlice|StringMap|StringMapString)?)\(\s*"(?<key>[A-Za-z_][\w.-]*)"${argumentDefault}`,
      "g",
    ),
    /\benv(?:config)?:"(?<key>[A-Z_][A-Z0-9_]*)[^"]{0,2000}"(?:\s+(?:envD|d)efault:(?<quote>")(?<text>[^"]{0,2000})")?/g,
  ],
  rust: [
    new RegExp(
      String.raw`\b(?:env::var(?:_os)?|env!|option_env!)\(\s*"${key}"\s*\)(?:[^;\n]*?unwrap_or(?:_else)?\((?:\|_\|\s*)?${literal})?`,
      "g",
    ),
  ],
  java: [
    new RegExp(String.raw`\bSystem\.(?:getenv|getProperty)\(\s*"${key}"${argumentDefault}`, "g"),
    /@Value\(\s*"\$\{(?<key>[\w.-]+)(?::(?<text>[^}"]{0,2000}))?\}"/g,
  ],
  csharp: [
    new RegExp(String.raw`\bEnvironment\.GetEnvironmentVariable\(\s*"${key}"\s*\)${ecmascriptDefault}`, "g"),
    /\b[cC]onfiguration\[\s*"(?<key>[\w:.]+)"\s*\]/g,
  ],
  ruby: [
    new RegExp(String.raw`\bENV\.fetch\(\s*["']${key}["']${argumentDefault}`, "g"),
    new RegExp(String.raw`\bENV\[["']${key}["']\]${ecmascriptDefault}`, "g"),
  ],
  php: [
    new RegExp(String.raw`\b(?:env|getenv)\(\s*["']${key}["']${argumentDefault}`, "g"),
    new RegExp(String.raw`\$_(?:ENV|SERVER)\[["'](?<key>[A-Z_][A-Z0-9_]*)["']\]${ecmascriptDefault}`, "g"),
  ],
  c: [new RegExp(String.raw`\b(?:secure_)?getenv\(\s*"${key}"`, "g")],
  elixir: [new RegExp(String.raw`\bSystem\.(?:get_env|fetch_env!?)\(\s*"${key}"${argumentDefault}`, "g")],
  shell: [/\$\{(?<key>[A-Z_][A-Z0-9_]{2,}):?[-=](?<text>[^}]{0,2000})\}/g],
  terraform: [/^variable\s+"(?<key>[\w-]+)"/gm],
};
for (const language of ["typescript", "tsx", "javascript", "vue", "svelte", "astro"])
  patternsByLanguage[language] = ecmascriptPatterns;
patternsByLanguage["cpp"] = patternsByLanguage["c"] ?? [];
patternsByLanguage["kotlin"] = patternsByLanguage["java"] ?? [];
patternsByLanguage["scala"] = patternsByLanguage["java"] ?? [];

const maxKeys = 1000;

/** Environment variables and settings a file reads or declares; the first line of each name. */
export function extractConfigKeys(source: SourceText, role: FileRole | null): ConfigKeyFact[] {
  const found =
    role === "env-example"
      ? exampleLines(source)
      : role === "compose"
        ? composeEnvironment(source)
        : role === "dockerfile"
          ? dockerfileKeys(source)
          : [...readings(source), ...extractDeclaredSettings(source, role), ...extractFlags(source)];
  const byName = new Map<string, ConfigKeyFact>();
  for (const fact of found.sort((a, b) => a.line - b.line)) {
    const known = byName.get(fact.name);
    if (known === undefined) byName.set(fact.name, fact);
    else known.defaultValue ??= fact.defaultValue;
  }
  return [...byName.values()].slice(0, maxKeys);
}

function readings(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  for (const pattern of patternsByLanguage[source.language ?? ""] ?? []) {
    for (const { match, line } of matchesInCode(source, pattern)) {
      const { key: name, text, number } = match.groups ?? {};
      if (name === undefined || /\benv\.(?:NODE|MODE)$/.test(match[0])) continue;
      found.push({ name, defaultValue: text ?? number ?? null, comment: commentBeside(source, line), line });
    }
  }
  return found;
}

/** Also `# KEY=value`, the usual way to show an optional key. */
function exampleLines(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  let comment: string[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const match = /^\s*(?:#\s?)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(text);
    if (match !== null) {
      const [value = "", beside] = (match[2] ?? "").split(/\s+#\s*/, 2);
      const above = comment.length === 0 ? null : comment.join(" ");
      found.push({
        name: match[1] ?? "",
        defaultValue: unquoted(value.trim()) || null,
        comment: above ?? beside ?? null,
        line,
      });
      comment = [];
    } else if (/^\s*#/.test(text)) {
      const words = text.replace(/^\s*#+\s?/, "").trim();
      // A ruler line, with or without a title in it, separates keys and describes none of them.
      if (/^[-=*~_#]{2,}|[-=*~_#]{3,}$/.test(words)) comment = [];
      else if (/[a-z]/i.test(words)) comment.push(words);
    } else if (text.trim() === "") comment = [];
  }
  return found;
}

function composeEnvironment(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  let indent = -1;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    const depth = text.length - text.trimStart().length;
    if (/^\s*environment\s*:\s*$/.test(text)) indent = depth;
    else if (indent >= 0) {
      const entry = unquoted(text.trim().replace(/^-\s*/, ""));
      const match = /^["']?([A-Za-z_]\w*)["']?\s*(?:[=:]\s*(.*))?$/.exec(entry);
      if (match === null || depth < indent || (depth === indent && !text.trimStart().startsWith("-"))) indent = -1;
      else
        found.push({
          name: match[1] ?? "",
          defaultValue: unquoted(withoutComment(match[2] ?? "")) || null,
          comment: commentBeside(source, line),
          line,
        });
    }
  }
  return found;
}

/** A value of YAML without what is said behind it. */
function withoutComment(value: string): string {
  return /^("[^"]*"|'[^']*')(?:\s+#.*)?$/.exec(value)?.[1] ?? value.replace(/(?<!\s)\s+#.*$/, "");
}

function dockerfileKeys(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_]\w*)(?:[= \t]+([^\s\\]{1,2000}))?/gm,
  )) {
    found.push({
      name: match[1] ?? "",
      defaultValue: unquoted(match[2] ?? "") || null,
      comment: commentBeside(source, line),
      line,
    });
  }
  return found;
}

function commentBeside(source: SourceText, line: number): string | null {
  const above = commentAbove(source, line)?.text;
  const beside = /(?:\/\/|\s#)\s*(\S.*)$/.exec(lineText(source, line).replaceAll(/(["'`]).*?\1/g, ""))?.[1];
  const text = (beside ?? above)?.replaceAll(/\s+/g, " ").trim();
  return text === undefined || text === "" ? null : text.slice(0, 300);
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
