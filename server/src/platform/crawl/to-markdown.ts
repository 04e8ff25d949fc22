import TurndownService from "turndown";
import { strikethrough, tables } from "turndown-plugin-gfm";

/** Markdown of an article's HTML: headings with #, fenced code that keeps its language, tables, no HTML left. */
export function toMarkdown(html: string): string {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "_",
  });
  service.use([tables, strikethrough]);
  service.escape = escapeMarkdown;
  service.addRule("codeBlock", {
    filter: (node) => node.nodeName === "PRE" && !node.closest("table"),
    replacement: (_content, node) => fenceCode(node),
  });
  service.addRule("cell", {
    filter: ["th", "td"],
    replacement: (content, node) => toCell(content, node),
  });
  service.addRule("heading", {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content, node) => {
      const text = content
        .replace(/\s+/g, " ")
        .trim()
        .replace(/^(\d+)\\(?=[.)])/, "$1");
      return text === "" ? "" : `\n\n${"#".repeat(Number(node.nodeName[1]))} ${text}\n\n`;
    },
  });
  // What else would stay as HTML, such as a table without rows, keeps its text alone.
  service.keep([]);
  return tidy(service.turndown(html));
}

/** Only where a sign would be read as Markdown: `snake_case` and `a < b` stay as people search for them. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]]/g, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/<(?=[a-z!?/])/gi, String.raw`\<`)
    .replace(/^(\s*)([-+>]|={3,}|~{3,}|#{1,6})(?=\s)/gm, String.raw`$1\$2`)
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/gm, String.raw`$1\$2`);
}

function fenceCode(pre: HTMLElement): string {
  const text = (pre.textContent ?? "").replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
  if (text === "") return "";
  const ticks = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
  const fence = "`".repeat(ticks + 1);
  return `\n\n${fence}${findLanguage(pre)}\n${text}\n${fence}\n\n`;
}

/** How generators name the language: on the code, on its block or on what is right around it. */
const languageClass =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|brush:\s*|sourceCode\s+)([a-z0-9+#]{1,20})(?=$|[\s;-])/i;
const noLanguage = new Set(["default", "none", "text", "plain", "plaintext"]);

function findLanguage(pre: HTMLElement): string {
  const around = [pre.querySelector("code"), pre, pre.parentElement, pre.parentElement?.parentElement];
  for (const element of around) {
    const named = element?.getAttribute("data-lang") ?? element?.getAttribute("data-language");
    const language = (named ?? languageClass.exec(element?.getAttribute("class") ?? "")?.[1] ?? "").toLowerCase();
    if (/^[a-z0-9+#-]{1,20}$/.test(language) && !noLanguage.has(language)) return language;
  }
  return "";
}

/** A row is one line, whatever the cell holds; a list in it becomes its text. */
function toCell(content: string, cell: HTMLElement): string {
  const text = content
    .replace(/^\s*-\s+/gm, "")
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", String.raw`\|`);
  const isFirst = cell.previousElementSibling === null;
  return `${isFirst ? "| " : " "}${text} |`;
}

function tidy(markdown: string): string {
  return markdown
    .replaceAll("\u00a0", " ")
    .replace(/^[^\S\n]+$/gm, "")
    .replace(/^(?:\s*---\n)+|(?:\n---\s*)+$/g, "")
    .trim();
}
