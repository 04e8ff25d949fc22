/** A quoted label that Mermaid reads as nothing but text; at most `maxLength` characters. */
export function label(text: string, maxLength = 48): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim() || "–";
  // A character of two units is cut off whole.
  const cut = line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
  return `"${cut.replace(/["#<>&`\\%{}|;]/g, (found) => codes[found] ?? "")}"`;
}

/** A label of several lines, each read as nothing but text. */
export function labelOfLines(lines: readonly string[]): string {
  return `"${lines.map((line) => label(line).slice(1, -1)).join("<br/>")}"`;
}

const codes: Record<string, string> = {
  '"': "#quot;",
  "#": "#35;",
  "<": "#lt;",
  ">": "#gt;",
  "&": "#amp;",
  "`": "#96;",
  "\\": "#92;",
  "%": "#37;",
  "{": "#123;",
  "}": "#125;",
  "|": "#124;",
  ";": "#59;",
};

/** The text of a message or participant in a sequence diagram, where quotes would be shown; at most 48 characters. */
export function messageText(text: string): string {
  return label(text)
    .slice(1, -1)
    .replaceAll(/\bend\b/gi, (word) => `${word.slice(0, 2)}#${word.charCodeAt(2)};`);
}

/** The accessible title and description of a diagram, for screen readers. */
export function accessibleHead(title: string, description: string): string[] {
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N} .,:()/@_-]/gu, " ")
      .replace(/\s+/g, " ")
      .trim() || "–";
  return [`  accTitle: ${plain(title)}`, `  accDescr: ${plain(description)}`];
}

/** A word of an entity's attribute list, where quoting is not possible. */
export function attributeWord(text: string, fallback: string): string {
  const word = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
  return /^[A-Za-z]/.test(word) ? word : word === "" ? fallback : `_${word}`;
}
