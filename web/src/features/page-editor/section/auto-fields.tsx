import { maxPromptLength } from "@cairn/contract/page-sections";
import type { Section } from "@cairn/contract/page-sections";
import { useEffect } from "react";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";

import { CurrentText } from "./current-text.tsx";
import { focusPart } from "./focus-part.ts";
import { useSectionContext } from "./section-context.ts";
import { SectionPreview } from "./section-preview.tsx";
import type { Preview } from "./use-previews.ts";

interface AutoFieldsProps {
  section: EditorSection;
  /** The error of the prompt. */
  error: string | undefined;
  preview: Preview | undefined;
  /** The published section; undefined where it is not published yet. */
  published: Section | undefined;
}

const announcements: Record<Preview["kind"], string | null> = {
  running: "Generating Preview...",
  ready: "The preview is ready",
  // It has an alert of its own.
  failed: null,
};

/** The fields of an Auto section: its prompt, a preview, and its current text. */
export function AutoFields({ section, error, preview, published }: AutoFieldsProps) {
  const { dispatch } = useSectionContext();
  const { sectionId } = section;
  const kind = preview?.kind;
  useEffect(() => {
    // The Stop button may have had the focus and no longer exists.
    if (kind !== undefined && document.activeElement === document.body) focusPart(document.body, "preview", sectionId);
  }, [kind, sectionId]);
  return (
    <>
      <TextArea
        label="Prompt"
        data-part="prompt"
        rows={3}
        placeholder="Describe what this section shall say, for example: what the product does, and for whom"
        maxCount={section.prompt.length > maxPromptLength * 0.8 ? maxPromptLength : undefined}
        value={section.prompt}
        error={error}
        onValueChange={(value) => dispatch({ type: "type", sectionId, field: "prompt", value })}
      />
      {preview && <SectionPreview section={section} preview={preview} />}
      <Announcement>{kind && announcements[kind]}</Announcement>
      <CurrentText section={section} published={published} />
    </>
  );
}
