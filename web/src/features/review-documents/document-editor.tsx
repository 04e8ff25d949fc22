import type { ImplementationDocument } from "@cairn/contract/implementation-documents";
import { useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";

interface DocumentEditorProps {
  document: ImplementationDocument;
  isSaving: boolean;
  onCancel: () => void;
  onSave: (content: string) => void;
}

/** The text as it is stored, so that its citations stay where they are. */
export function DocumentEditor({ document, isSaving, onCancel, onSave }: DocumentEditorProps) {
  const { edited, formerEdit, proposal, former } = document;
  const [content, setContent] = useState(edited ?? proposal?.content ?? former?.content ?? "");
  const isTooShort = content.trim().length < 2;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooShort) onSave(content);
      }}
    >
      <TextArea
        label={`New text of ${document.title}`}
        hint="[1] stands for the first of its sources."
        value={content}
        onValueChange={setContent}
        rows={10}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by a press that asks for it
        autoFocus
      />
      {formerEdit !== null && formerEdit !== content && (
        <p className="text-sm text-ink-2">
          Somebody had edited a former proposal.{" "}
          <Button size="sm" variant="ghost" onClick={() => setContent(formerEdit)}>
            Take up that text
          </Button>
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          type="submit"
          isBusy={isSaving}
          disabledReason={isTooShort ? "Content is too short" : undefined}
        >
          Save and accept
        </Button>
      </div>
    </form>
  );
}
