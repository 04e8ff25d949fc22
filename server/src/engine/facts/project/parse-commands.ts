import { withSingleBlanks } from "#server/engine/text/line-conditions.ts";

/** A command or flag as written in one file. Lines count from 1. */
interface CommandText {
  kind: "command" | "flag";
  name: string;
  about: string | null;
  startLine: number;
  endLine: number;
}

interface CommandReader {
  /** Matches the specifier of the library's import. */
  imports: RegExp;
  read(lines: readonly string[]): CommandText[];
}

/** A declaration is looked at as one text of so many lines at most. */
const maxCallLines = 12;

/** Command-line libraries by what their declarations look like. */
export const commandReaders: readonly CommandReader[] = [
  { imports: /^(?:commander|cac|yargs|sade)\b/, read: readChained },
  { imports: /^(?:click|typer|rich_click)\b/, read: readDecorated },
  { imports: /^argparse$/, read: readArgparse },
  { imports: /spf13\/cobra$/, read: (lines) => [...readCobra(lines), ...readGoFlags(lines, "--")] },
  { imports: /spf13\/pflag$/, read: (lines) => readGoFlags(lines, "--") },
  { imports: /^flag$/, read: (lines) => readGoFlags(lines, "-") },
  { imports: /^(?:clap|structopt)\b/, read: readClap },
];

/** `.command("build [root]", "text")`, `.option("--port <port>", "text")`. */
function readChained(lines: readonly string[]): CommandText[] {
  return lines.flatMap((_, at) => {
    const found = lines[at]?.match(/\.(command|option|requiredOption)\(\s*(.*)$/);
    if (!found) return [];
    const call = callFrom(lines, at, found.index ?? 0);
    const [first, second] = strings(call.text);
    if (first === undefined) return [];
    const isFlag = found[1] !== "command";
    if (!isFlag) {
      const name = first.split(/\s/)[0] ?? "";
      const next = lines[call.end + 1]?.match(/^\s*\.(?:description|describe|summary)\(\s*(["'`])(.*?)\1/)?.[2];
      return /^[\w:-]+$/.test(name) ? [reported(["command", name], second ?? next ?? null, [at, call.end])] : [];
    }
    const name = first.match(/--[\w.-]+/)?.[0] ?? (/^[\w-]+$/.test(first) ? `--${first}` : null);
    const about = second ?? call.text.match(/\bdescribe:\s*(["'`])(.*?)\1/)?.[2] ?? null;
    return name === null ? [] : [reported(["flag", name], about, [at, call.end])];
  });
}

/**
 * `@click.command("run", short_help="…")`, `@click.option("--port", help="…")`; a docstring explains where no help
 * does.
 */
function readDecorated(lines: readonly string[]): CommandText[] {
  return lines.flatMap((line, at) => {
    const found = line.match(/^\s*@[\w.]*?(?:\.|\b)(command|group|option)\(?/);
    if (!found) return [];
    const call = callFrom(lines, at, found.index ?? 0);
    if (found[1] === "option") {
      const name = call.text.match(/(["'])(--[\w-]+)(?:\/--[\w-]+)?\1/)?.[2];
      return name ? [reported(["flag", name], keyword(call.text, "help"), [at, call.end])] : [];
    }
    const below = lines.slice(call.end, at + 61).findIndex((one) => /^\s*(?:async )?def \w+/.test(one));
    if (below < 0) return [];
    const definition = call.end + below;
    const own = lines[definition]
      ?.match(/def (\w+)/)?.[1]
      ?.replace(/_(?:command|cmd|group)$/, "")
      .replaceAll("_", "-");
    const name = call.text.match(/(?:command|group)\(\s*(?:name\s*=\s*)?(["'])([\w-]+)\1/)?.[2] ?? own ?? "";
    const stated = keyword(call.text, "short_help") ?? keyword(call.text, "help") ?? docstring(lines, definition);
    return [reported(["command", name], stated, [at, call.end])];
  });
}

/** `parser.add_argument("--port", help="…")`, `subparsers.add_parser("serve", help="…")`. */
function readArgparse(lines: readonly string[]): CommandText[] {
  return lines.flatMap((line, at) => {
    const found = line.match(/\.(add_argument|add_parser)\(/);
    if (!found) return [];
    const call = callFrom(lines, at, found.index ?? 0);
    const names = strings(call.text.split(/\bhelp\s*=/)[0] ?? "");
    const isFlag = found[1] === "add_argument";
    const name = isFlag ? names.find((one) => one.startsWith("--")) : names[0];
    return name ? [reported([isFlag ? "flag" : "command", name], keyword(call.text, "help"), [at, call.end])] : [];
  });
}

/** `Use: "serve"` and `Short: "…"`. */
function readCobra(lines: readonly string[]): CommandText[] {
  return lines.flatMap((line, at) => {
    const use = line.match(/^\s*(?:Use|Name):\s*"([a-z][\w-]*)/)?.[1];
    const near = lines.slice(at, at + maxCallLines);
    if (use === undefined || !(/^\s*Use:/.test(line) || near.some((one) => /^\s*Short:/.test(one)))) return [];
    const short = near.findIndex((one) => /^\s*Short:\s*["`]/.test(one));
    const about = short < 0 ? null : (strings(near[short] ?? "")[0] ?? null);
    const taken = near.flatMap((one) => /^\s*Deprecated:\s*"(.+)"/.exec(one)?.[1] ?? [])[0];
    return [reported(["command", use], withDeprecation(about, taken), [at, at + Math.max(0, short)])];
  });
}

/** What declares a flag; what looks one up is named alike. */
const goFlag =
  /\b(?:f|fs|[fF]lags?|flagSet|\w*Flag(?:s|Set))(?:\(\))?\.(?:Bool|String|Bytes|U?[iI]nt\d*|Float\d*|Duration|Count|IP|Text|Func)\w*\(/;

/** `flags.StringP("port", "p", "8080", "where to listen")`; help that a constant of the file holds is looked up. */
function readGoFlags(lines: readonly string[], dashes: string): CommandText[] {
  const deprecated = new Map(
    lines.flatMap((line) => {
      const [, name, why] = /\.MarkDeprecated\(\s*"([\w-]+)"\s*,\s*"([^"]*)"/.exec(line) ?? [];
      return name === undefined ? [] : [[name, why ?? ""] as const];
    }),
  );
  const constants = constantsIn(lines);
  let read = 0;
  return lines.flatMap((line, at) => {
    const found = read < maxFlags ? goFlag.exec(line) : null;
    if (found === null || /^\s*\/\//.test(line)) return [];
    read += 1;
    const call = callFrom(lines, at, found.index);
    const stated = strings(call.text);
    const text = withSingleBlanks(call.text);
    const name = stated[0];
    if (name === undefined || !/^[a-zA-Z][\w-]*$/.test(name) || !/,[^,]*,/.test(call.text)) return [];
    const held = /, ?(\w+) ?,? ?\)$/.exec(text)?.[1] ?? "";
    const written = /["'`] ?,? ?\)$/.test(text) && stated.length > 1 ? (stated.at(-1) ?? null) : null;
    const about = written ?? constants.get(held) ?? null;
    return [reported(["flag", `${dashes}${name}`], withDeprecation(about, deprecated.get(name)), [at, call.end])];
  });
}

const maxFlags = 500;

/** Texts by the names that lines of the file give to them. */
function constantsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const name = /(?<!\w)(\w+)\s*=\s*["`]/.exec(line)?.[1];
    const [text] = name === undefined || found.has(name) ? [] : strings(line);
    if (name !== undefined && text !== undefined) found.set(name, text);
  }
  return found;
}

function withDeprecation(about: string | null, why: string | undefined): string | null {
  if (why === undefined) return about;
  return [about?.replace(/[.\s]*$/, "."), `Deprecated: ${why}`].filter(Boolean).join(" ");
}

/** Variants of a `#[derive(Subcommand)]` enum and fields with `#[arg(long)]`, each with the comment above it. */
function readClap(lines: readonly string[]): CommandText[] {
  const found: CommandText[] = [];
  let isInSubcommand = false;
  for (const [at, line] of lines.entries()) {
    if (/^#\[derive\([^)]*\bSubcommand\b/.test(line)) isInSubcommand = true;
    else if (line.startsWith("}")) isInSubcommand = false;
    const variant = isInSubcommand ? line.match(/^ {4}([A-Z]\w*)\s*[{(,]/)?.[1] : undefined;
    if (variant !== undefined) {
      const { about, start } = rustDoc(lines, at);
      found.push(reported(["command", kebab(variant)], about, [start, at]));
    }
    if (!/^\s*#\[(?:arg|clap|structopt)\([^\]]*\blong\b/.test(line)) continue;
    const field = lines.slice(at + 1, at + 4).findIndex((one) => /^\s*(?:pub )?\w+\s*:/.test(one));
    const name = lines[at + 1 + field]?.match(/^\s*(?:pub )?(\w+)\s*:/)?.[1];
    if (field < 0 || name === undefined) continue;
    const named = line.match(/\blong\s*=\s*"([\w-]+)"/)?.[1] ?? line.match(/\bid\s*=\s*"([\w-]+)"/)?.[1];
    const { about, start } = rustDoc(lines, at);
    found.push(reported(["flag", `--${named ?? kebab(name)}`], about, [start, at + 1 + field]));
  }
  return found;
}

function rustDoc(lines: readonly string[], at: number): { about: string | null; start: number } {
  let start = at;
  while (start > 0 && /^\s*(?:\/\/\/|#\[)/.test(lines[start - 1] ?? "")) start -= 1;
  const stated = lines.slice(start, at).flatMap((line) => line.match(/^\s*\/\/\/\s?(.*)$/)?.[1] ?? []);
  return { about: stated.join(" ").trim() || null, start };
}

type Kind = CommandText["kind"];

/** From the indexes of its first and last line. */
function reported([kind, name]: [Kind, string], about: string | null, [start, end]: [number, number]): CommandText {
  return {
    kind,
    name,
    about: about?.replace(/^\[[^\]]*\]\s*/, "") || null,
    startLine: start + 1,
    endLine: Math.max(start, end) + 1,
  };
}

/** The call that begins on a line, to the bracket that closes it; `end` is the index of its last line. */
function callFrom(lines: readonly string[], at: number, column: number): { text: string; end: number } {
  let depth = 0;
  let taken = "";
  for (let line = at; line < Math.min(lines.length, at + maxCallLines); line += 1) {
    const part = line === at ? (lines[line] ?? "").slice(column) : (lines[line] ?? "");
    const plain = part.replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, "");
    depth += (plain.match(/[([{]/g) ?? []).length - (plain.match(/[)\]}]/g) ?? []).length;
    taken += `${part}\n`;
    if (depth <= 0) return { text: taken, end: line };
  }
  return { text: taken, end: at };
}

function strings(text: string): string[] {
  return [...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , inside = ""]) =>
    inside.replace(/\\(["'`])/g, "$1"),
  );
}

/** The value of a keyword argument, adjacent literals joined as Python does. */
function keyword(call: string, name: string): string | null {
  const rest = call.match(
    new RegExp(`\\b${name}\\s*=\\s*\\(?\\s*((?:[rfu]?(["'])(?:\\\\.|(?!\\2)[^\\\\\\n])*\\2\\s*)+)`),
  )?.[1];
  return rest === undefined ? null : strings(rest).join("") || null;
}

function docstring(lines: readonly string[], definition: number): string | null {
  const header = lines.slice(definition, definition + maxHeaderLines);
  const end = header.findIndex((line) => /^[^#]*:\s*$/.test(line));
  return lines[definition + end + 1]?.match(/^\s*[rf]?(?:"""|''')(.+?)(?:"""|''')?\s*$/)?.[1] ?? null;
}

const maxHeaderLines = 60;

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
