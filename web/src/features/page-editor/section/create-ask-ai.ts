import { AppError } from "@cairn/contract/errors";
import { maxPromptLength } from "@cairn/contract/page-sections";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { shiftCitations } from "#web/features/page-editor/state/merge-pages.ts";
import { previewText } from "#web/features/page-editor/state/page-editor.api.ts";
import type { AskAi } from "#web/ui/editor/menus/text-sources.ts";

import type { SectionContextValue } from "./section-context.ts";

/** As many sources as a section may have, by the contract. */
const maxSources = 500;

/**
 * Writes into the text of a section what somebody asks for. What it says rests on lines of code: those become sources
 * of the section, and its citations go on counting.
 */
export function createAskAi(
  { sectionId, title, sources }: EditorSection,
  { place, dispatch }: Pick<SectionContextValue, "place" | "dispatch">,
): AskAi {
  return async (context, instruction, signal) => {
    const written = await previewText(
      place,
      { title, prompt: composePrompt(instruction, context), output: "markdown" },
      signal,
    );
    if (sources.length + written.sources.length > maxSources) {
      throw new AppError("unprocessable", {
        message: `A section can't rest on more than ${maxSources} places of code`,
      });
    }
    if (written.sources.length > 0) {
      dispatch({
        type: "change",
        sectionId,
        change: (section) => ({ ...section, sources: [...sources, ...written.sources] }),
      });
    }
    return shiftCitations(written.content.trim(), sources.length);
  };
}

/** The instruction comes first: where both are too long the text before the caret gives way. */
function composePrompt(instruction: string, context: string): string {
  const asked = instruction.trim().slice(0, maxPromptLength);
  if (context.trim() === "") return asked;
  return `${asked}\n\nIt goes on from this text:\n${context.trim()}`.slice(0, maxPromptLength);
}
