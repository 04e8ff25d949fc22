/** Converts Markdown to a single line of plain text without formatting marks. */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^\s*(?:`{3,}|~{3,}).*$/gm, "")
    .replaceAll(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replaceAll(/!?\[([^\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/(\*\*|__|~~)(\S(?:.*?\S)?)\1/g, "$2")
    .replaceAll(/(?<![\p{L}\p{N}*_\\])([*_])(\S(?:[^*_\n]*\S)?)\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replaceAll(/(`+) ?([^`\n]+?) ?\1/g, "$2")
    .replaceAll(/\\([\\`*_{}[\]()#+.!<>|~-])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
