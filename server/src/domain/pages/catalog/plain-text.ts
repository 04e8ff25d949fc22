/** A section's Markdown as a person would read it aloud: no marks, no citations, one blank line between paragraphs. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\s?(?:\[\d+\])+/g, "")
    .replace(/^```.*$/gm, "")
    .replace(/^[ \t]*\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*$/gm, "")
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) =>
      cells
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(" · "),
    )
    .replace(/^#{1,6}\s+/gm, "")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/(`+) ?([^`]|[^`][\s\S]*?[^`]) ?\1(?!`)/g, "$2")
    .replace(/\\([\\[\]<>*|_`#])/g, "$1")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
