import type { Section } from "@cairn/contract/page-sections";
import type { Artifact } from "@cairn/contract/pages";
import type { Source } from "@cairn/contract/sources";

import { Footnotes } from "#web/ui/markdown/footnotes.ts";

/** A whole page as Markdown for use elsewhere: its citations become `path:line` footnotes. */
export function artifactMarkdown({ title, sections }: Pick<Artifact, "title" | "sections">): string {
  const footnotes = new Footnotes();
  const parts = sections.flatMap((section) => [`## ${section.title}`, sectionMarkdown(section, footnotes)]);
  return `${[`# ${title}`, ...parts, footnotes.notes()].filter(Boolean).join("\n\n")}\n`;
}

function sectionMarkdown({ content, instructions, sources }: Section, footnotes: Footnotes): string {
  if (instructions?.output === "mermaid") return `\`\`\`mermaid\n${content.trim()}\n\`\`\``;
  return footnotes.mark(content.trim(), sources.map(formatLocation));
}

function formatLocation({ path, startLine, endLine }: Source): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}
