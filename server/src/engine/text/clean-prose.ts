/**
 * Turns text that people wrote for another purpose (a README, a doc comment) into one line of plain Markdown: code
 * spans stay, images are removed, links are reduced to their text, and what could be read as a citation or break a row of
 * a table is removed or escaped.
 */
export function cleanProse(text: string): string {
  const spans: string[] = [];
  // Code spans are replaced by placeholders, so that the cleaning below does not touch them.
  const keep = (content: string) => `\u0000${spans.push(content.replace(/\s+/g, " ").trim()) - 1}\u0000`;
  const plain = removeLeftoverMarkup(
    unwrapMarkup(
      withoutPictures(text.replaceAll("\u0000", ""))
        // Roles and links of reStructuredText, code spans, tags of Javadoc.
        .replace(/:[a-z:]+:`~?([^`]+?)(?:\s<[^`>]*>)?`/g, (_, name: string) => keep(name))
        .replace(/`([^`\n]+?)\s*<[^`>]*>`__?/g, "$1")
        .replace(/(?<![`\w])`([^`\n]+)`__?(?!\w)/g, "$1")
        .replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, __, content: string) => keep(content))
        .replace(/\{@(link|code|linkplain|literal|value)\s+([^}]+)\}/g, (_, tag: string, inside: string) =>
          tag.startsWith("link") ? linked(inside, keep) : keep(inside),
        ),
    ),
  );
  return plain.replace(/\u0000(\d+)\u0000/g, (_, number: string) => codeSpan(spans[Number(number)] ?? "")); // eslint-disable-line no-control-regex
}

/** A Javadoc link reads as its label, where it has one; `Builder#build()` as `Builder.build()`. */
function linked(inside: string, keep: (content: string) => string): string {
  const [, target = inside, label] =
    /^\s*([\w.$]*(?:#[\w$]+)?(?:\([^)]*\))?)(?:\s*\|\s*|\s+)?([\s\S]*)$/.exec(inside) ?? [];
  return label ? label : keep(target.replace(/^#/, "").replace("#", "."));
}

/** A code span that is valid for any text; at most `maxLength` characters of it. */
export function codeSpan(text: string, maxLength = 160): string {
  const line = text.replace(/\s+/g, " ").trim();
  const cut = line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line;
  const longest = Math.max(0, ...(cut.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${cut}${pad}${fence}`;
}

function withoutPictures(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/\[\s*!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\s*\](?:\([^)]*\)|\[[^\]]*\])?/g, " ")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replace(/<(script|style|svg|picture|video)\b[\s\S]*?<\/\1>/gi, " ");
}

function unwrapMarkup(text: string): string {
  return (
    text
      .replace(/<(https?:\/\/[^>\s]+)>/g, "$1")
      .replace(/<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi, " ")
      .replace(/\[([^\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
      .replace(/\[([^\]]+)\]\[[^\]]*\]/g, "$1")
      // Links by reference; the boxes of task lists are left out.
      .replace(/(?<=^|[\s("])\[([^\]\d][^\]]*)\](?![\w(])/g, (_, name: string) => (/^[ xX]$/.test(name) ? "" : name))
      .replace(/\|([\w. -]+)\|_?/g, "$1")
      // An asterisk of a pattern, such as "*@example.com" and "**/*.ts", is no emphasis.
      .replace(/(\*\*|__)(?=[^\s/*.@])([\s\S]*?[^\s/@])\1/g, "$2")
      .replace(/(?<![\w*@/.])\*(?=[^\s*@/.,])([^*\n]*[^\s*@/,])\*(?![\w*@/]|\.\w)/g, "$1")
      .replace(/(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g, "$1")
      .replace(/~~([^~]+)~~/g, "$1")
      .replace(/&(nbsp|amp|lt|gt|quot|#39|mdash|ndash|copy|rarr);/g, (_, name: string) => entities[name] ?? " ")
  );
}

const entities: Record<string, string> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  mdash: "—",
  ndash: "–",
  copy: "©",
  rarr: "→",
};

/** Removes or escapes what could still be read as markup; a bracketed number must not be read as a citation. */
function removeLeftoverMarkup(text: string): string {
  return text
    .replace(/(?<=^|\s):[a-z0-9_+-]+:(?=\s|$)/g, " ")
    .replace(/\u200d|\ufe0f|\p{Extended_Pictographic}/gu, (found) => (/[©®™]/.test(found) ? found : " "))
    .replace(/\[(\d+)\]/g, "($1)")
    .replace(/\\(?=[[\]_*`<>|#.-])/g, "")
    .replace(/[[\]<>*|]/g, "\\$&")
    .replace(/\s+/g, " ")
    .replace(/\s+([.,;:!?])(?=\s|$)/g, "$1")
    .replace(/\(\s*\)/g, "")
    .replace(/^\s*(?:[-–—•·!]\s+|#+\s*)/, "")
    .trim();
}
