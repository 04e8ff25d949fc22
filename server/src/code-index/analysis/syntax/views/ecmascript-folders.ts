import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Functions that load all modules of a folder and hand them back by their names. */
const loader =
  /^(?:auto_?load|require_?(?:all|dir|directory|folder)|include_?all|import_?(?:all|dir)|load_?(?:dir|folder))$/i;
const maxLength = 300;
const path = String.raw`['"\`]([\w@./-]*)['"\`]`;
const joined = String.raw`(?:path\.)?(?:join|resolve)\(\s*([\w.]+)\s*((?:,\s*['"\`][\w@./-]+['"\`]\s*)*)`;
const template = /^`([\w@./-]*)\/\$\{[^{}`]{1,80}\}(?:\.\w+)?`$/;
const sum = new RegExp(`^${path}\\s*\\+\\s*[\\w.]`);
const variableSum = /^([A-Za-z_$][\w$]*)\s*\+\s*['"`]\/['"`]\s*\+/;
const variableTemplate = /^`\$\{([A-Za-z_$][\w$]*)\}\/\$\{[^{}`]{1,80}\}(?:\.\w+)?`$/;
const joinedFile = new RegExp(`^${joined},\\s*[A-Za-z_$\`][^,()]{0,80}\\)$`);
const joinedFolder = new RegExp(`^${joined}\\)$`);

/**
 * The folder of which a call loads each module, as the specifier of all of them: `require("./routes/" + file)` is
 * "./routes/*". A folder below a place that only the running program knows begins with "?": `?/controllers/*`.
 */
export function loadedFolder(s: Syntax, call: SyntaxNode): { specifier: string; isByName: boolean } | null {
  const callee = s.textOf(s.child(call, "function"));
  const first = s.firstChild(s.child(call, "arguments"));
  if (first < 0 || s.end(first) - s.start(first) > maxLength) return null;
  const given = s.textOf(first).replace(/\s+/g, " ");
  if (loader.test(callee.replace(/^.*\./, ""))) {
    const folder = folderIn(given, s.text);
    return folder === null ? null : { specifier: `${folder}/*`, isByName: true };
  }
  if (callee !== "require" && callee !== "import") return null;
  const folder = folderOfFile(given, s.text);
  return folder === null ? null : { specifier: `${folder}/*`, isByName: false };
}

/** `path.join(__dirname, "routes")`, `"./routes"`, or a constant that is one of them. */
function folderIn(given: string, text: string, depth = 0): string | null {
  if (given === "__dirname" || given === "import.meta.dirname") return ".";
  const written = new RegExp(`^${path}$`).exec(given)?.[1];
  if (written !== undefined) return /^\.{1,2}(?:\/|$)/.test(written) ? written.replace(/\/+$/, "") : null;
  const [, base, parts] = joinedFolder.exec(given) ?? [];
  if (base !== undefined) return below(base, parts ?? "", text, depth);
  const added = new RegExp(`^([\\w.]+)\\s*\\+\\s*${path}$`).exec(given);
  if (added !== null) return below(added[1] ?? "", `,'${added[2] ?? ""}'`, text, depth);
  const inTemplate = /^`\$\{([\w.]+)\}(\/[\w@./-]*)`$/.exec(given);
  if (inTemplate !== null) return below(inTemplate[1] ?? "", `,'${inTemplate[2] ?? ""}'`, text, depth);
  return /^[A-Za-z_$][\w$]*$/.test(given) ? constantFolder(given, text, depth) : null;
}

/** Where the words for one of its files stand behind it. */
function folderOfFile(given: string, text: string): string | null {
  const written = template.exec(given)?.[1] ?? sum.exec(given)?.[1];
  if (written !== undefined) return /^\.{1,2}(?:\/|$)/.test(written) ? written.replace(/\/+$/, "") : null;
  const variable = variableSum.exec(given)?.[1] ?? variableTemplate.exec(given)?.[1];
  if (variable !== undefined) return variable === "__dirname" ? "." : constantFolder(variable, text, 0);
  const [, base, parts] = joinedFile.exec(given) ?? [];
  return base === undefined ? null : below(base, parts ?? "", text, 0);
}

function below(base: string, parts: string, text: string, depth: number): string | null {
  const names = [...parts.matchAll(/['"`]([\w@./-]+)['"`]/g)].map(([, name = ""]) => name.replace(/^\/+|\/+$/g, ""));
  const own = folderIn(base, text, depth);
  if (own !== null) return [own, ...names].join("/");
  return names.length > 0 && base.includes(".") ? ["?", ...names].join("/") : null;
}

function constantFolder(name: string, text: string, depth: number): string | null {
  if (depth >= 3) return null;
  const declared = new RegExp(
    `(?:const|let|var)\\s+${name.replaceAll("$", "\\$")}\\s*=\\s*([^;\\n]{1,${maxLength}})`,
  ).exec(text)?.[1];
  return declared === undefined ? null : folderIn(declared.trim(), text, depth + 1);
}
