import { maxPastedList, pastedListSchema } from "@cairn/contract/task-imports";
import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { useId, useRef } from "react";
import type { DragEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";

import { IssuesForm } from "./issues-form.tsx";
import type { ImportSource } from "./task-imports.api.ts";

const kinds = [
  { value: "csv", label: "CSV file" },
  { value: "markdown", label: "Paste a list" },
  { value: "github", label: "GitHub issues" },
] as const;

/** What is chosen and pasted, which stays while its preview is looked at. */
export interface ImportDraft {
  kind: (typeof kinds)[number]["value"];
  /** The list. */
  text: string;
}

interface ImportFormProps {
  project: ProjectKey;
  draft: ImportDraft;
  onDraft: (draft: ImportDraft) => void;
  isBusy: boolean;
  onFile: (file: File) => void;
  onSource: (source: ImportSource) => void;
}

/** Where the tasks are: in a file, in the clipboard, or on GitHub. */
export function ImportForm({ project, draft, onDraft, isBusy, onFile, onSource }: ImportFormProps) {
  const { kind, text } = draft;
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label="From"
        options={kinds}
        value={kind}
        onValueChange={(next) => onDraft({ kind: next, text })}
      />
      {kind === "csv" && <FileChoice isBusy={isBusy} onFile={onFile} />}
      {kind === "github" && <IssuesForm project={project} isBusy={isBusy} onSource={onSource} />}
      {kind === "markdown" && (
        <ListForm
          text={text}
          onText={(next) => onDraft({ kind, text: next })}
          isBusy={isBusy}
          onSubmit={() => onSource({ kind: "markdown", text })}
        />
      )}
    </div>
  );
}

interface ListFormProps {
  text: string;
  onText: (text: string) => void;
  isBusy: boolean;
  onSubmit: () => void;
}

/** From here on its length is shown. */
const longList = maxPastedList * 0.9;

/** A list that is pasted or written here. One that is too long stays as it is, and says so. */
function ListForm({ text, onText, isBusy, onSubmit }: ListFormProps) {
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === "";
  const problem = isEmpty ? undefined : pastedListSchema.safeParse(text).error?.issues[0]?.message;
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== undefined) fieldRef.current?.focus();
        else if (!isEmpty && !isBusy) onSubmit();
      }}
    >
      <div className="w-full">
        <TextArea
          ref={fieldRef}
          label="List in Markdown"
          hint="One task a line. Boxes below a task are its criteria; headings are states or labels."
          rows={10}
          value={text}
          error={problem && `${problem}. Import it in parts, one after the other.`}
          maxCount={text.length > longList ? maxPastedList : undefined}
          onValueChange={onText}
          placeholder={"## Todo\n- [ ] Show cancelled sailings\n  - [ ] The row says why"}
          // To measure a million letters at each of them would take seconds.
          className="field-sizing-fixed! max-h-[60dvh] font-mono text-sm"
        />
      </div>
      <Button type="submit" isBusy={isBusy} disabledReason={isEmpty ? "Paste a list first" : problem}>
        Preview
      </Button>
    </form>
  );
}

/** Takes a file that is chosen or dropped. */
function FileChoice({ isBusy, onFile }: Pick<ImportFormProps, "isBusy" | "onFile">) {
  const inputRef = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex flex-col items-start gap-2 rounded-lg border border-dashed border-line bg-surface-2 p-4 md:p-6"
    >
      <input
        ref={inputRef}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        aria-describedby={hintId}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again once it was corrected.
          target.value = "";
        }}
      />
      <Button
        icon={<UploadSimpleIcon aria-hidden className="size-4" />}
        isBusy={isBusy}
        onClick={() => inputRef.current?.click()}
      >
        Choose a file
      </Button>
      <p id={hintId} className="max-w-prose text-sm text-ink-3">
        Or drop it here. Its first row has the headers; those of Jira, Linear, Trello, Asana and GitHub are known. At
        most 10,000 rows and 20 MB.
      </p>
    </div>
  );
}
