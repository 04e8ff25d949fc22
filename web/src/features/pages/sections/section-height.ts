import type { Section } from "@cairn/contract/page-sections";

import { diagramFramePx, estimateDiagramHeight } from "#web/ui/diagram/diagram-height.ts";

const lineCharacters = 78;
const lineHeightPx = 26;
const blockGapPx = 16;
const codeLineHeightPx = 20;
const codeFramePx = 58;
const textWidthPx = 648;
const cellPaddingPx = 24;
const cellCharacterPx = 6.8;
const cellLinePx = 20;
const rowFramePx = 17;
const headingPx = 42;
/** A diagram inside a Markdown text. */
const diagramPx = 420;
/** Title, its gap, and the padding of a section. */
const sectionHeadPx = 44;

/** An estimate for a wide window, so that the page has nearly its full height before all sections are rendered. */
export function estimateSectionHeight({ content, instructions }: Pick<Section, "content" | "instructions">): number {
  if (instructions?.output === "mermaid") return sectionHeadPx + diagramFramePx + estimateDiagramHeight(content);
  let heightPx = sectionHeadPx;
  let fence: string | null = null;
  for (const line of content.split("\n")) {
    const text = line.trim();
    const mark = /^(```|~~~)\s*(\w*)/.exec(text);
    if (mark && fence !== null) fence = null;
    else if (mark) {
      fence = mark[2] ?? "";
      heightPx += fence === "mermaid" ? diagramPx : codeFramePx;
    } else if (fence !== null) heightPx += fence === "mermaid" ? 0 : codeLineHeightPx;
    else if (text === "") heightPx += blockGapPx;
    else if (text.startsWith("|")) heightPx += tableRowHeight(text);
    else if (/^#{1,6}\s/.test(text)) heightPx += headingPx;
    else heightPx += Math.ceil(text.length / lineCharacters) * lineHeightPx;
  }
  return heightPx;
}

/** The height of the fullest cell, with columns of equal width. */
function tableRowHeight(line: string): number {
  const cells = line.split("|").slice(1, -1);
  const widthPx = Math.max(cellCharacterPx, textWidthPx / Math.max(1, cells.length) - cellPaddingPx);
  const lines = cells.map((cell) => Math.ceil((cell.trim().length * cellCharacterPx) / widthPx));
  return Math.max(1, ...lines) * cellLinePx + rowFramePx;
}
