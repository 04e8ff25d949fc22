import type { SectionOutput } from "@cairn/contract/page-sections";

/** Kinds of text a section may hold, as people choose them. */
export const outputOptions = [
  { value: "markdown", label: "Markdown" },
  { value: "mermaid", label: "Mermaid diagram" },
  { value: "plain-text", label: "Plain text" },
] as const satisfies readonly { value: SectionOutput; label: string }[];
