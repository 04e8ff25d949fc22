import type { SectionOutput } from "@cairn/contract/page-sections";

/** Options for the kind of text of a section. */
export const outputOptions = [
  { value: "markdown", label: "Markdown" },
  { value: "mermaid", label: "Mermaid diagram" },
  { value: "plain-text", label: "Plain text" },
] as const satisfies readonly { value: SectionOutput; label: string }[];
