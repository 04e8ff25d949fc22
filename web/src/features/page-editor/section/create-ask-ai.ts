import { AppError } from "@cairn/contract/errors";
import { maxPromptLength } from "@cairn/contract/page-sections";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { shiftCitations } from "#web/features/page-editor/state/merge-pages.ts";
import { previewText } from "#web/features/page-editor/state/page-editor.api.ts";
import type { AskAi } from "#web/ui/editor/menus/text-sources.ts";

import type { SectionContextValue } from "./section-context.ts";

/** The contract's limit for the sources of a section. */
const maxSources = 500;

/**
 * Generates a text for the editor of a section from an instruction. The cited lines of code become sources of the section,
 * and the citation numbers continue after the existing ones.
 */
export function createAskAi(
  { sectionId, title, sources }: EditorSection,
  { scope, dispatch }: Pick<SectionContextValue, "scope" | "dispatch">,
): AskAi {
  return async (context, instruction, signal) => {
    const written = await previewText(
      scope,
      { title, prompt: composePrompt(instruction, context), output: "markdown" },
      signal,
    );
    if (sources.length + written.sources.length > maxSources) {
      throw new AppError("unprocessable", {
        message: `A section can't have more than ${maxSources} sources`,
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

/** The instruction comes first, so that the text before the caret is cut where both are too long. */
function composePrompt(instruction: string, context: string): string {
  const request = instruction.trim().slice(0, maxPromptLength);
  if (context.trim() === "") return request;
  return `${request}\n\nIt goes on from this text:\n${context.trim()}`.slice(0, maxPromptLength);
}
