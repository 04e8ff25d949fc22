import { commentMessageSchema } from "@cairn/contract/implementation-comments";
import { parseSuggestion, writeSuggestion } from "@cairn/contract/suggestions";
import { useId, useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { LazyRichTextEditor } from "#web/ui/editor/lazy-rich-text-editor.tsx";

import { loadDrafts, saveDraft, type CommentedLine } from "./comment-drafts.ts";
import { useReviewComments } from "./comments-context.ts";

interface CommentEditorProps {
  /** The name of the text field. */
  label: string;
  draftName: string;
  at?: CommentedLine;
  /** What the comment says that is changed. */
  saved?: string;
  submitLabel: string;
  onSubmit: (message: string) => Promise<unknown>;
  /** Absent where the editor is always there. */
  onCancel?: () => void;
  isFocused?: boolean;
  /** The line as it is, for whoever writes another one in its place; absent where nothing can be suggested. */
  suggestedFor?: string | undefined;
}

/** Writes a comment; what is typed is kept through a reload until it is sent or given up. */
export function CommentEditor(props: CommentEditorProps) {
  const { label, draftName, at, saved = "", submitLabel, onSubmit, onCancel, isFocused = false, suggestedFor } = props;
  const { implementation, mentions, resolveMention } = useReviewComments();
  const { implementationId } = implementation;
  const problemId = useId();
  const [message, setMessage] = useState(() => loadDrafts(implementationId)[draftName]?.message ?? saved);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const keep = (text: string) => {
    setMessage(text);
    setProblem(undefined);
    saveDraft(
      implementationId,
      draftName,
      text === saved && onCancel === undefined ? null : { message: text, at: at ?? null },
    );
  };
  const send = async () => {
    const checked = commentMessageSchema.safeParse(message);
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message);
      return;
    }
    setIsSending(true);
    try {
      await onSubmit(checked.data);
      saveDraft(implementationId, draftName, null);
      setMessage("");
    } catch {
      // A toast says why; what was typed stays.
    } finally {
      setIsSending(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <LazyRichTextEditor
        label={label}
        value={message}
        onChange={keep}
        onSubmit={() => void send()}
        headingLevels={3}
        placeholder="Type your comment"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by a press that asks for it
        autoFocus={isFocused}
        minHeight={64}
        mentions={mentions}
        resolveMention={resolveMention}
        aria-describedby={problem && problemId}
        aria-invalid={problem !== undefined}
      />
      {problem && (
        <p id={problemId} role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {suggestedFor !== undefined && parseSuggestion(message) === null && (
          <span className="mr-auto">
            <Button
              size="sm"
              variant="ghost"
              onClick={() => keep([message, writeSuggestion(suggestedFor)].filter((part) => part !== "").join("\n\n"))}
            >
              Suggest a change
            </Button>
          </span>
        )}
        {onCancel && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              saveDraft(implementationId, draftName, null);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button size="sm" variant="primary" isBusy={isSending} onClick={() => void send()}>
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
