import type { FactDetails, FactTruth, ReadText } from "./truth.ts";

const exampleName =
  /(?:^|\/)(?:\.env[\w.-]*\.?(?:example|sample|template|dist|defaults?)(?:\.[\w-]+)?|[\w.-]*env\.(?:example|sample|template)|\.env\.(?:example|sample|template)|[\w.-]+\.env\.(?:example|sample))$/i;
const sampleName =
  /(?:^|\/)[\w-]*(?:config|conf|settings)(?:uration)?[._-](?:docker[_-])?(?:example|sample|dist|template|defaults?)\.(?:ya?ml|toml|ini|conf)$|(?:^|\/)[\w-]*(?:config|conf|settings|app)(?:uration)?\.(?:ya?ml|toml|ini|conf)[._-](?:example|sample|dist|template|defaults?)$|(?:^|\/)(?:example|sample|defaults?)[._-](?:config|conf|settings)\.(?:ya?ml|toml|ini|conf)$/i;
const documentName =
  /(?:^|\/)[\w.-]*(?:env|environment|variables?|config(?:uration)?|settings?|options?|parameters?)[\w-]*\.(?:md|mdx|rst|adoc|1)$|(?:^|\/)(?:config(?:uration)?|settings?|environment)\/[\w./-]+\.(?:md|mdx|rst|adoc)$|\.1$/i;
const aside =
  /(?:^|\/)(?:node_modules|vendor|tests?|e2e|playwright|cypress|fixtures?|examples?(?:[_-]\w+)?|\.[\w-]+|i18n|versioned_docs|blog|skills|changelogs?)\//i;
/** Documents that name fewer are about something else. */
const leastNames = 5;

/**
 * The variables that example files of environments list, those that are commented out too, and those that documents of
 * settings list in tables, as headings, or as items of a list; with what these say of their defaults.
 */
export async function loadSettingTruth(paths: readonly string[], read: ReadText): Promise<FactTruth | null> {
  const files: string[] = [];
  const details = new Map<string, FactDetails>();
  const take = (path: string, found: readonly [string, FactDetails][]): void => {
    files.push(path);
    for (const [name, own] of found) {
      const known = details.get(name);
      if (known === undefined) details.set(name, { ...own });
      else
        Object.assign(known, {
          defaultValue: known.defaultValue ?? own.defaultValue,
          isRequired: known.isRequired ?? own.isRequired,
        });
    }
  };
  for (const path of paths.filter((one) => !aside.test(one))) {
    const isExample = exampleName.test(path);
    const isSample = sampleName.test(path);
    if (!isExample && !isSample && !documentName.test(path)) continue;
    const text = (await read(path)) ?? "";
    const reader = isExample ? variablesOf : isSample ? keysOf : documented;
    const found = reader(text, path);
    if (found.length > 0 && (isExample || found.length >= leastNames)) take(path, found);
  }
  return files.length === 0 ? null : { kind: "settings", files, keys: new Set(details.keys()), details };
}

/** The values of an example are examples. */
function variablesOf(text: string): [string, FactDetails][] {
  return [...text.matchAll(/^\s*(?:#\s?)?(?:export\s+)?([A-Z][A-Z0-9_]{2,})\s*=/gm)].map(([, name = ""]) => [
    name,
    { defaultValue: null, isRequired: null },
  ]);
}

/** Keys with the sections or mappings around them; what is in lists is left out. */
function keysOf(text: string, file: string): [string, FactDetails][] {
  const isYaml = /\.ya?ml\b/i.test(file);
  const found: string[] = [];
  const open: { indent: number; key: string }[] = [];
  let section = "";
  for (const line of text.split("\n")) {
    const [, indent = "", key = "", value = ""] =
      (isYaml ? /^( *)([\w-]+):(.*)$/ : /^(\s*(?:[#;]\s?)?)([\w.-]+)\s*=(\s*(?:["'\d[]|true|false).*)$/).exec(line) ??
      [];
    section = /^#?\s?\[{1,2}([^\]]+)\]/.exec(line)?.[1] ?? section;
    if (key === "") continue;
    const depth = isYaml ? indent.length : Infinity;
    while ((open.at(-1)?.indent ?? -1) >= depth) open.pop();
    const around = isYaml ? open.map((one) => one.key) : section === "" ? [] : [section];
    const path = [...around, key].join(".");
    if (isYaml && /^\s*(?:#.*)?$/.test(value)) open.push({ indent: indent.length, key });
    else if (!line.startsWith("[[")) found.push(path);
  }
  return found.map((one) => [one, { defaultValue: null, isRequired: null }]);
}

const name = String.raw`[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+`;

function documented(text: string): [string, FactDetails][] {
  return [...tableRows(text), ...marked(text)];
}

/** `#### \`NAME\``, `- \`NAME\`: …`, `.B NAME` of a manual, `NAME` above `: …`. */
function marked(text: string): [string, FactDetails][] {
  const pattern = new RegExp(
    String.raw`^(?:#{2,6}\s+\[?\x60?|\s*[-*]\s+\**\x60|\.B\s+|\x60)(${name})(?:=[^\x60\n]*)?(?:\x60|\s|\]|$)(.*(?:\n(?!#|\s*[-*]\s|\.(?:B|TP)).*){0,6})`,
    "gm",
  );
  return [...text.matchAll(pattern)].map(([, one = "", rest = ""]) => [
    one,
    { defaultValue: statedDefault(rest), isRequired: /\(required\)|^\s*required\b/im.test(rest) ? true : null },
  ]);
}

function statedDefault(text: string): string | null {
  const found = /\bdefaults?(?:\s+(?:is|to|value(?:\s+is)?))?\s*[:=]?\s*[`"']([^`"'\n]{1,120})[`"']/i.exec(text);
  return found?.[1]?.trim() ?? null;
}

function tableRows(text: string): [string, FactDetails][] {
  const found: [string, FactDetails][] = [];
  let headings: string[] = [];
  for (const line of text.split("\n")) {
    if (!/^\s*\|/.test(line)) {
      headings = [];
      continue;
    }
    const cells = line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll(/[`*]|<[^>]*>/g, "").trim());
    if (headings.length === 0) headings = cells.map((cell) => cell.toLowerCase());
    const [own] = new RegExp(`^\\[?(${name})\\b`).exec(cells[0] ?? "")?.slice(1) ?? [];
    if (own === undefined) continue;
    const value = cells[headings.findIndex((one) => one.includes("default"))];
    const required = cells[headings.findIndex((one) => /required|mandatory/.test(one))];
    found.push([
      own,
      {
        defaultValue:
          // Words tell how it is made, not what it is.
          value === undefined || /^(?:-|none|n\/a|null|empty|\s*)$|\s/i.test(value)
            ? null
            : value.replace(/^"(.*)"$/, "$1"),
        isRequired:
          required === undefined || required === "" ? null : /^(?:yes|y|true|required|✅|✓|x)/i.test(required),
      },
    ]);
  }
  return found;
}
