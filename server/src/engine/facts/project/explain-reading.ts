import { codeSpan } from "#server/engine/text/clean-prose.ts";

/** What a line that reads a setting does with it, as the beginning of a sentence; null where the line does not show. */
export function explainReading(line: string, key: string): string | null {
  const type = line.match(new RegExp(`^\\s+${key}\\s*:\\s*([\\w.[\\] |]+?)\\s*(?:=|#|$)`))?.[1];
  if (type !== undefined) return `Read as ${codeSpan(type)}`;
  const use = nameOfUse(line, key);
  const form = forms.find(([pattern]) => pattern.test(line))?.[1] ?? null;
  if (use === null) return form === null ? null : capitalized(form);
  return form === null || use === decides ? use : `${use}, ${form}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** How the description of a setting begins that is only used in a condition. */
export const decides = "Decides a condition";

/** Patterns are tried on the part of the line before the key. */
const uses: [RegExp, (name: string) => string][] = [
  [/\b(?:if|elif|while|unless|assert)\b[^;{]*$/, () => decides],
  [
    /(?:^|\b(?:const|let|var|static|readonly|public|private|final|self\.|this\.)\s*)\$?(\w+)\s*(?::\s*[\w<>[\] |.?*&]+)?\s*:?=(?!=)[^=]*$/,
    (name) => `Kept as ${name}`,
  ],
  [/\b(\w+)\s*:?=(?!=)[^=]*$/, (name) => `Kept as ${name}`],
  [/(?:^|[{,(])\s*["']?(\w+)["']?\s*:\s*[^:,]*$/, (name) => `Kept as ${name}`],
];

function nameOfUse(line: string, key: string): string | null {
  const at = line.indexOf(key);
  if (at < 0) return null;
  const before = line.slice(0, at);
  const names = line.trim().startsWith("#") || line.trim().startsWith("//");
  if (names) return null;
  for (const [pattern, print] of uses) {
    const found = before.match(pattern);
    const name = found?.[1];
    const last = name?.split(".").at(-1) ?? "";
    if (
      !found ||
      name === key ||
      /^(?:env|environ|getenv|get|process|os|std|var|String|Number|_|err|ok|Getenv|LookupEnv|getProperty)$/.test(
        last,
      ) ||
      (name !== undefined && !saysMore(last, key))
    )
      continue;
    return print(name === undefined ? "" : codeSpan(name));
  }
  return null;
}

/** Whether the name that keeps the value says what the key does not. */
function saysMore(name: string, key: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, "");
  const [kept, known] = [plain(name), plain(key)];
  return !known.includes(kept) && !kept.includes(known) && !general.test(name);
}

const general =
  /^(?:is_?set|exists|found|has|max|min|value|values?|val|config|conf|cfg|options?|opts|settings?|params?|res|result|tmp|data|raw|input|default\w*|x|s|v|n)$/i;

const forms: [RegExp, string][] = [
  [
    /\b(?:Number|parseInt|parseFloat|toNumber|Integer\.parseInt|strconv\.(?:Atoi|ParseInt))\(|\bint\(|parse::<[iuf]\d+>/,
    "read as a number",
  ],
  [
    /[!=]==?\s*["'](?:true|1|yes|on)["']|\btoBoolean\(|\bstrconv\.ParseBool\(|\bbool\(|\bBoolean\(/,
    "read as yes or no",
  ],
  [/\.split\(/, "read as a list"],
  [/JSON\.parse\(|json\.loads\(/, "read as JSON"],
];
