import { argumentsOf, defaultIn, namedArguments, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";

import { variablesOfFlag } from "./tables/go-flags.ts";

const ecmascript = new Set(["typescript", "tsx", "javascript"]);

/** Options of a command line as its library declares them, named as they are typed: `--port`. */
export function extractFlags(source: SourceText): ConfigKeyFact[] {
  const { language, text } = source;
  if (language === "python") return /\badd_argument\(|\boption\(/.test(text) ? pythonFlags(source) : [];
  if (language === "go") return /[fF]lag/.test(text) ? [...goFlags(source), ...goFlagLiterals(source)] : [];
  if (language === "rust") {
    // What a file tests itself with are nobody's options.
    const tests = text.search(/^[ \t]*#\[cfg\(test\)\]\s*(?:pub )?mod /m);
    const found = [...clapFields(source), ...clapBuilders(source)];
    return tests === -1 ? found : found.filter(({ line }) => line < lineAt(source, tests));
  }
  if (language === "csharp") return text.includes("ption") ? csharpFlags(source) : [];
  if (language !== null && ecmascript.has(language)) return text.includes("ption(") ? commanderFlags(source) : [];
  return [];
}

const maxMeaning = 300;

function meaningIn(written: string | undefined): string | null {
  if (written === undefined) return null;
  // A help text over several lines is several literals side by side.
  const pieces = [...written.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , piece = ""]) => piece);
  const isPlain = /^[\s()rfub+"'`]/.test(written) && pieces.length > 0;
  const meaning = pieces
    .join("")
    .replaceAll(/\\[nt]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return isPlain && meaning !== "" ? meaning.slice(0, maxMeaning) : null;
}

/** argparse's `add_argument`, click's and typer's `option`. */
function pythonFlags(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  const pattern = /\.add_argument\(|@(?:\w+\.)?option\(/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { list } = argumentsOf(source.text, offset + match[0].length - 1);
    const names = list.flatMap(({ text }) => stringIn(text) ?? []);
    const name = names.map((one) => one.split("/")[0]?.trim() ?? "").find((one) => /^--[A-Za-z][\w-]*$/.test(one));
    if (name === undefined) continue;
    const named = namedArguments(list, "=");
    const isSwitch = /^["']store_true["']$/.test(named.get("action") ?? "") || named.get("is_flag") === "True";
    const comment = meaningIn(named.get("help"));
    found.push({ name, defaultValue: defaultIn(named.get("default")) ?? (isSwitch ? "False" : null), comment, line });
    const variable = stringIn(named.get("envvar") ?? "");
    if (variable !== null && /^[A-Z_][A-Z0-9_]*$/.test(variable))
      found.push({ name: variable, defaultValue: null, comment, line });
  }
  return found;
}

/** `flags.StringVarP(&to, "port", "p", "8080", "where to listen")` of pflag, and the fewer of the standard library. */
function goFlags(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  const pattern =
    /\b(?:flag|flags|fs|f|flagSet|\w{0,40}Flags(?:\(\))?|\w{0,40}FlagSet(?:\(\))?)\.(?:Bool|String|Int|Int32|Int64|Uint|Uint16|Uint32|Uint64|Float32|Float64|Duration|StringSlice|StringArray|IntSlice|StringToString|Count)(?<variable>Var)?(?<short>P)?\(/g;
  const isStandard = !/spf13\/pflag|spf13\/cobra|\bpflag\./.test(source.text);
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { list } = argumentsOf(source.text, offset + match[0].length - 1);
    const at = match.groups?.["variable"] === undefined ? 0 : 1;
    const { text: written = "" } = list[at] ?? {};
    const name = stringIn(written);
    const rest = list.slice(at + (match.groups?.["short"] === undefined ? 1 : 2));
    // Less is a look-up: `flags.String("port")` of other libraries.
    if (name === null || !/^[A-Za-z][\w.-]*$/.test(name) || rest.length < 2) continue;
    const dashes = isStandard ? "-" : "--";
    const comment = meaningIn(rest.at(-1)?.text);
    found.push({ name: dashes + name, defaultValue: defaultIn(rest[0]?.text), comment, line });
  }
  return found;
}

/** urfave/cli's `&cli.StringFlag{Name: "port", Value: "8080", Usage: "…"}`. */
function goFlagLiterals(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /\bcli\.\w{1,40}Flag\{/g)) {
    const { list } = argumentsOf(source.text, offset + match[0].length - 1);
    const named = namedArguments(list, ":");
    const name = stringIn(named.get("Name") ?? "")
      ?.split(",")[0]
      ?.trim();
    // What a variable gives too is told as the variable.
    const isVariable = variablesOfFlag(named).length > 0 && /\burfave\/cli\b/.test(source.text);
    if (name === undefined || !/^[A-Za-z][\w.-]*$/.test(name) || isVariable) continue;
    const comment = meaningIn(named.get("Usage"));
    found.push({ name: `--${name}`, defaultValue: defaultIn(named.get("Value")), comment, line });
  }
  return found;
}

/** clap's fields: `#[arg(long, default_value = "8080")] port: u16`, described by their doc comments. */
function clapFields(source: SourceText): ConfigKeyFact[] {
  if (!/#\[(?:arg|clap)\(/.test(source.text)) return [];
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /#\[(?:arg|clap)\(/g)) {
    const { list, end } = argumentsOf(source.text, offset + match[0].length - 1);
    const long = list.find(({ text }) => /^long\b/.test(text))?.text;
    const below = source.text.slice(end + 1, end + 400).replace(/^\s*\]/, "");
    const field = /^(?:\s*(?:\/\/[^\n]*\n|#\[[^\n]*\n))*\s*(?:pub(?:\([^)]*\))?\s+)?(?:r#)?(\w+)\s*:/.exec(below)?.[1];
    if (long === undefined || field === undefined) continue;
    const named = namedArguments(list, "=");
    const name = stringIn(named.get("long") ?? "") ?? field.replaceAll("_", "-");
    const given = named.get("default_value_t") ?? named.get("default_value");
    const comment = commentAbove(source, line)?.text.replaceAll(/\s+/g, " ").trim() ?? meaningIn(named.get("help"));
    found.push({
      name: `--${name}`,
      defaultValue: defaultIn(given),
      comment: comment?.slice(0, maxMeaning) || null,
      line,
    });
  }
  return found;
}

/** `app.Option("-n | --network <NET>", "which", …)`, `new Option<int>("--port", "where")` of .NET's libraries. */
function csharpFlags(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  const pattern = /(?:\b\w+\.Option(?:<[\w?]{1,40}>)?|\bnew\s+Option<[\w?[\]<>]{1,60}>)\(/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const { list } = argumentsOf(source.text, offset + match[0].length - 1);
    const name = /(?:^|[\s|,"])(--[a-z][\w-]*)/i.exec(stringIn(list[0]?.text ?? "") ?? "")?.[1];
    if (name === undefined) continue;
    found.push({ name, defaultValue: null, comment: meaningIn(list[1]?.text.replace(/^\$/, "")), line });
  }
  return found;
}

const maxChain = 12;

/** clap's chains: `Arg::new("port").long("port").default_value("8080").help("…")`. */
function clapBuilders(source: SourceText): ConfigKeyFact[] {
  if (!source.text.includes("Arg::new(")) return [];
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /\bArg::new\(/g)) {
    const calls = new Map<string, string>();
    let at = argumentsOf(source.text, offset + match[0].length - 1).end + 1;
    for (let step = 0; step < maxChain; step += 1) {
      const call = /^(?:\s|\/\/[^\n]*\n)*\.(\w+)\(/.exec(source.text.slice(at, at + 600));
      if (call === null) break;
      const { list, end } = argumentsOf(source.text, at + call[0].length - 1);
      calls.set(call[1] ?? "", list[0]?.text ?? "");
      at = end + 1;
    }
    const name = stringIn(calls.get("long") ?? "");
    if (name === null) continue;
    const comment = meaningIn(calls.get("help") ?? calls.get("long_help"));
    found.push({ name: `--${name}`, defaultValue: defaultIn(calls.get("default_value")), comment, line });
  }
  return found;
}

/**
 * commander's and cac's `.option("-p, --port <port>", "where to listen", 8080)`, yargs' `.option("port", { describe
 * })`.
 */
function commanderFlags(source: SourceText): ConfigKeyFact[] {
  const found: ConfigKeyFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, /\.(?:option|requiredOption)\(|\bnew Option\(/g)) {
    const { list } = argumentsOf(source.text, offset + match[0].length - 1);
    const spelled = stringIn(list[0]?.text ?? "") ?? "";
    const name = /(?:^|[\s,|])(--[a-z][\w-]*)/i.exec(spelled)?.[1];
    const second = list[1]?.text ?? "";
    if (name !== undefined) {
      const given = second.startsWith("{") ? undefined : list[2]?.text;
      const settings = given?.startsWith("{") ? propertiesOf(given).get("default") : given;
      found.push({ name, defaultValue: defaultIn(settings), comment: meaningIn(second), line });
      continue;
    }
    if (
      !/^[a-z][\w-]*$/i.test(spelled) ||
      !second.startsWith("{") ||
      !/\b(?:describe|description|alias|demandOption)\s*:/.test(second)
    )
      continue;
    const named = propertiesOf(second);
    const comment = meaningIn(named.get("describe") ?? named.get("description") ?? named.get("desc"));
    found.push({ name: `--${spelled}`, defaultValue: defaultIn(named.get("default")), comment, line });
  }
  return found.filter(({ line }) => !/^\s*\*/.test(lineText(source, line)));
}

function propertiesOf(literal: string): Map<string, string> {
  return namedArguments(argumentsOf(literal, 0).list, ":");
}
