import { maxEditRequest } from "@cairn/contract/architecture-edits";
import { maxImportedText } from "@cairn/contract/architecture-import";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { useRef, useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";

import type { AskKind } from "#web/features/services/architecture/architecture.api.ts";
import type { Asking, EditTurn } from "#web/features/services/architecture/use-asking.ts";
import { countEdits } from "#web/features/services/architecture/use-asking.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";

import { ProposalList } from "./proposal-list.tsx";
import type { ProposalListProps } from "./proposal-list.tsx";

interface EditWithAiProps extends ProposalListProps {
  asking: Asking;
  /** It takes a text of another tool, in place of words. */
  isImporting: boolean;
}

const kinds = [
  { value: "change", label: "Change" },
  { value: "suggest", label: "Suggest" },
] as const;

interface AskField {
  label: string;
  placeholder: string;
  maxLength: number;
}

const fields: Record<AskKind, AskField> = {
  change: {
    label: "What to change",
    placeholder: "Add a backend called billing and connect it to …",
    maxLength: maxEditRequest,
  },
  suggest: {
    label: "What you want to reach",
    placeholder: "Customers pay online and get a receipt by e-mail",
    maxLength: maxEditRequest,
  },
  import: {
    label: "A compose file, or Structurizr DSL",
    placeholder: "services:\n  web:\n    depends_on: [api]",
    maxLength: maxImportedText,
  },
};

/** Beside the canvas: what should be different, in words, and what is proposed for it. */
export function EditWithAi({ asking, isImporting, ...proposal }: EditWithAiProps) {
  const [chosen, setChosen] = useState<"change" | "suggest">("change");
  const kind: AskKind = isImporting ? "import" : chosen;
  const [words, setWords] = useState("");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const { label, placeholder, maxLength } = fields[kind];
  const isSendable = words.trim().length >= 2 && words.length <= maxLength;

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isSendable || asking.isBusy) return;
    const sent = words;
    // What fails is there again, to be sent once more.
    setWords("");
    if (!(await asking.ask(kind, kind === "import" ? sent : sent.trim())))
      setWords((typed) => (typed === "" ? sent : typed));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Lines of a text that is imported are its own.
    if (event.key !== "Enter" || kind === "import" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (event.target !== fieldRef.current) return;
    event.preventDefault();
    void send();
  };

  return (
    <div className="flex flex-col gap-5">
      {asking.turns.length === 0 && (
        <p className="text-sm text-ink-3">
          {isImporting ? "Paste a compose file or a workspace of Structurizr DSL. " : "Say what should be different. "}
          You see each change on the canvas first; nothing is saved before you accept it and press Save.
        </p>
      )}
      {asking.turns.length > 0 && (
        <ol aria-label="Conversation" className="flex flex-col gap-4">
          {asking.turns.map((turn) => (
            <li key={turn.turnId} className="flex flex-col gap-2 text-sm">
              <Turn turn={turn} />
            </li>
          ))}
        </ol>
      )}
      <ProposalList {...proposal} onEmptied={() => fieldRef.current?.focus()} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter sends what is typed */}
      <form onSubmit={(event) => void send(event)} onKeyDownCapture={onKeyDown} className="flex flex-col gap-2">
        {!isImporting && (
          <SegmentedControl label="What you write" size="sm" options={kinds} value={chosen} onValueChange={setChosen} />
        )}
        <TextArea
          ref={fieldRef}
          label={label}
          placeholder={placeholder}
          data-ask-field
          value={words}
          onValueChange={setWords}
          isMono={kind === "import"}
          className={kind === "import" ? "max-h-80" : undefined}
          maxCount={words.length > maxLength * 0.9 ? maxLength : undefined}
        />
        {kind === "import" && <FilePicker onText={setWords} />}
        <Button
          type="submit"
          variant="primary"
          className="self-end"
          isBusy={asking.isBusy}
          disabledReason={isSendable || asking.isBusy ? undefined : "Write what you want first"}
          icon={<ArrowUpIcon aria-hidden className="size-4" />}
        >
          Propose
        </Button>
      </form>
    </div>
  );
}

/** Puts the text of a file into the field. */
function FilePicker({ onText }: { onText: (text: string) => void }) {
  return (
    <label className="flex flex-col gap-1 text-sm text-ink-3">
      Or take it from a file
      <input
        type="file"
        accept=".yml,.yaml,.dsl,.txt"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          void file?.text().then(onText);
        }}
        className="max-w-full text-sm text-ink-2 file:mr-2 file:rounded-md file:border file:border-line file:bg-surface-2 file:px-2.5 file:py-1 file:text-ink"
      />
    </label>
  );
}

const shownLines = 6;

function Turn({ turn: { words, kind, answer, failure } }: { turn: EditTurn }) {
  const lines = words.split("\n");
  const rest = kind === "import" ? lines.length - shownLines : 0;
  const shown = rest > 0 ? `${lines.slice(0, shownLines).join("\n")}\n… ${rest} more lines` : words;
  return (
    <>
      <p className="ml-8 self-end rounded-lg bg-surface-3 px-3 py-2 wrap-anywhere whitespace-pre-wrap text-ink">
        {shown}
      </p>
      {answer === null && failure === null && (
        <p className="flex items-center gap-2 text-ink-3">
          <Spinner className="size-3.5" />
          Working it out…
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="wrap-anywhere text-danger-text">
          Could not work it out: {failure}
        </p>
      )}
      {answer && (
        <div className="flex flex-col items-start gap-1.5 text-ink-2">
          <p className="flex flex-wrap items-center gap-2">
            <span>{countEdits(answer.count)}.</span>
            <Badge className="max-w-full min-w-0 shrink!">
              <span className="truncate">{answer.writtenBy}</span>
            </Badge>
          </p>
          {answer.notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
