/** Markdown as it is read where nothing is formatted: one line without its marks. */
export function plainMarkdown(markdown: string): string {
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
