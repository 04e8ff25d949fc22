import { maxQuestionLength } from "@cairn/contract/chat";
import type { Lens } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import { outcomes } from "@cairn/contract/texts";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { PaperclipIcon } from "@phosphor-icons/react/dist/csr/Paperclip";
import { StopIcon } from "@phosphor-icons/react/dist/csr/Stop";
import { useEffect, useRef, useState } from "react";
import type { ChangeEvent, KeyboardEvent, RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { uploadsState } from "./chat-draft.ts";
import type { ChatDraft, ChatDraftState } from "./chat-draft.ts";
import { acceptedTypes } from "./check-files.ts";
import { UploadChips } from "./upload-chips.tsx";
import { useTaskPicker } from "./use-task-picker.tsx";

const maxRows = 10;

const lensOptions: readonly { value: Lens; label: string }[] = [
  { value: "technical", label: "Technical" },
  { value: "non-technical", label: "Non Technical" },
];

interface ComposerProps {
  project: ProjectKey;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  draft: ChatDraft;
  draftState: ChatDraftState;
  placeholder: string;
  isAnswering: boolean;
  /** The shortcut that focuses the main field of the screen leads here. */
  isPageFocus: boolean;
  /** Files can be sent along. */
  canAttach: boolean;
  /** Absent where there is only one way to answer. */
  lens?: Lens;
  onLens?: (lens: Lens) => void;
  onSend: (question: string, attachments: readonly UploadedFile[]) => void;
  onStop: () => void;
}

/**
 * The field for questions. During an answer the person can type, but only stop it, not send; a question waits until its
 * files are uploaded.
 */
export function Composer(props: ComposerProps) {
  const { project, inputRef, draft, draftState, placeholder, isAnswering, canAttach, lens, onLens, onStop } = props;
  const { text, uploads, refusals } = draftState;
  const { canSend, isWaiting, send, hint } = useSending(props);
  const picker = useTaskPicker({ project, inputRef, text, onText: (next) => draft.setText(next) });
  const isFailed = uploads.some(({ problem }) => problem !== null);
  const isTooLong = text.length > maxQuestionLength;

  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKey(event)) return;
    // Enter that ends a composition (for example in Japanese) belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div
      className={cx(
        "relative rounded-xl border border-line-control bg-surface-2 has-[textarea:focus-visible]:border-transparent",
        "has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1",
        "has-[textarea:focus-visible]:outline-focus",
      )}
    >
      {picker.list}
      {uploads.length > 0 && <UploadChips draft={draft} uploads={uploads} />}
      {(refusals.length > 0 || isFailed) && (
        <div role="alert" className="px-4 pt-3 text-sm text-danger-text">
          {isFailed && <p className="font-medium">{outcomes.filesUpload.failure}</p>}
          {refusals.map((refusal) => (
            <p key={refusal} className="wrap-anywhere">
              {refusal}
            </p>
          ))}
        </div>
      )}
      <textarea
        ref={inputRef}
        dir="auto"
        data-page-focus={props.isPageFocus || undefined}
        aria-label={lens ? "Your question" : "Your message"}
        aria-describedby={isTooLong ? "question-too-long" : undefined}
        aria-invalid={isTooLong || undefined}
        placeholder={placeholder}
        rows={Math.min(maxRows, text.split("\n").length)}
        value={text}
        {...picker.fieldProps}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          "block max-h-58 w-full resize-none field-sizing-content bg-transparent px-4 pt-3 pb-1 text-base leading-5.5",
          "outline-none pointer-coarse:text-prose",
        )}
      />
      {isTooLong && (
        <p id="question-too-long" role="alert" className="px-4 text-sm text-danger-text">
          The question is too long
        </p>
      )}
      <output className="block px-4 text-sm text-ink-3 empty:hidden">{hint}</output>
      <div className="flex items-center gap-1.5 p-2">
        {canAttach && <AttachButton onFiles={(files) => void draft.addFiles(files)} />}
        {lens && onLens && (
          <SegmentedControl label="Lens" size="sm" options={lensOptions} value={lens} onValueChange={onLens} />
        )}
        <span className="flex-1" />
        {/* One button for both, so that it keeps the focus after a press. */}
        <button
          type="button"
          aria-label={isAnswering ? "Stop" : "Send"}
          aria-disabled={(!isAnswering && !canSend) || undefined}
          aria-busy={isWaiting || undefined}
          onClick={isAnswering ? onStop : send}
          {...(isAnswering ? tooltip("Stop", { keys: ["Esc"] }) : {})}
          className={cx(
            "grid size-8 shrink-0 place-items-center rounded-md transition-colors duration-[80ms] pointer-coarse:size-11 forced-colors:border",
            isAnswering || canSend ? "bg-primary text-on-primary" : "bg-surface-4 text-ink-3",
          )}
        >
          {isAnswering ? (
            <StopIcon aria-hidden weight="fill" className="size-4" />
          ) : isWaiting ? (
            <Spinner className="size-4" />
          ) : (
            <ArrowUpIcon aria-hidden weight="bold" className="size-4" />
          )}
        </button>
      </div>
    </div>
  );
}

/** Sends the draft, at once or as soon as its files are uploaded; with a hint about files that delay it. */
function useSending({ draft, draftState, isAnswering, onSend }: ComposerProps) {
  const { text, uploads } = draftState;
  const [isSendRequested, setIsSendRequested] = useState(false);
  const files = uploadsState(uploads);
  const canSend = text.trim() !== "" && text.length <= maxQuestionLength && !isAnswering;
  const isWaiting = isSendRequested && canSend && files === "sending";

  const send = () => {
    if (!canSend) return;
    setIsSendRequested(files !== "ready");
    if (files !== "ready") return;
    const { content, attachments } = draft.takeMessage();
    onSend(content, attachments);
  };
  const sendRef = useRef(send);
  useEffect(() => {
    sendRef.current = send;
  });
  useEffect(() => {
    if (isSendRequested && files === "ready") sendRef.current();
  }, [isSendRequested, files]);

  return { canSend, isWaiting, send, hint: sendHint({ files, isSendRequested, isWaiting, text, uploads }) };
}

function sendHint(options: {
  files: ReturnType<typeof uploadsState>;
  isSendRequested: boolean;
  isWaiting: boolean;
  text: string;
  uploads: ChatDraftState["uploads"];
}): string | null {
  if (options.isWaiting) return "Sent as soon as the files are uploaded";
  if (options.isSendRequested && options.files === "failed")
    return "Try the file that failed again, or remove it, to send";
  if (options.uploads.length > 0 && options.text.trim() === "") return "Type a question about the files";
  return null;
}

function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { files } = event.target;
    if (files) onFiles([...files]);
    // Without this the same file could not be chosen again after it was removed.
    event.target.value = "";
  };
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        aria-label="Files to attach"
        onChange={onChange}
      />
      <IconButton
        label="Attach images or PDFs"
        icon={<PaperclipIcon className="size-4" />}
        onClick={() => inputRef.current?.click()}
      />
    </>
  );
}
