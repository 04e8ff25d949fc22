import { displayName } from "@cairn/contract/auth";
import type { UpdateConflict } from "@cairn/contract/pages";
import { useState } from "react";

import { titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorPage } from "#web/features/page-editor/state/editor-page.ts";
import { resolveConflicts } from "#web/features/page-editor/state/merge-pages.ts";
import type { ConflictChoice, MergedPage, SectionConflict } from "#web/features/page-editor/state/merge-pages.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { ComparedSections } from "./compared-sections.tsx";

interface ConflictDialogProps {
  project: ProjectKey;
  merged: MergedPage;
  /** Who published meanwhile; null for an engine or model. */
  changedBy: UpdateConflict["changedBy"];
  isPublishing: boolean;
  /** Back to the editor, where nothing has changed. */
  onClose: () => void;
  onPublish: (page: EditorPage) => void;
}

type Choice = ConflictChoice | "undecided";

/** Sections that two people changed at the same time: the person chooses for each which version stays. */
export function ConflictDialog({ project, merged, changedBy, isPublishing, onClose, onPublish }: ConflictDialogProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictChoice>>(new Map());
  const [titleChoice, setTitleChoice] = useState<Choice>("undecided");
  const { page, conflicts, theirTitle } = merged;
  const name = changedBy ? displayName(changedBy) : "a writer";
  const isDecided =
    conflicts.every(({ sectionId }) => choices.has(sectionId)) && (theirTitle === null || titleChoice !== "undecided");
  const choose = (sectionId: string, choice: Choice) => {
    if (choice !== "undecided") setChoices((before) => new Map([...before, [sectionId, choice]]));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="lg"
      title="This page was changed meanwhile"
      description={describeConflicts(capitalize(name), merged)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Back to editing
          </Button>
          <Button
            variant="primary"
            isBusy={isPublishing}
            disabledReason={isDecided ? undefined : "Choose for each of them first"}
            onClick={() => onPublish(resolveConflicts(merged, choices, titleChoice === "theirs"))}
          >
            Publish
          </Button>
        </>
      }
    >
      <ol className="flex flex-col gap-6">
        {theirTitle !== null && (
          <li className="flex flex-col gap-2">
            <h3 className="text-base font-semibold">Title of the page</h3>
            <SegmentedControl<Choice>
              label="Title of the page"
              options={[
                { value: "mine", label: `Mine: ${page.title}` },
                { value: "theirs", label: `Theirs: ${theirTitle}` },
              ]}
              value={titleChoice}
              onValueChange={setTitleChoice}
            />
          </li>
        )}
        {conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.sectionId}
            project={project}
            conflict={conflict}
            theirName={capitalize(name)}
            choice={choices.get(conflict.sectionId) ?? "undecided"}
            onChoose={(choice) => choose(conflict.sectionId, choice)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface ConflictRowProps {
  project: ProjectKey;
  conflict: SectionConflict;
  theirName: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function ConflictRow({ project, conflict, theirName, choice, onChoose }: ConflictRowProps) {
  const { mine, theirs } = conflict;
  const title = titleOrFallback(mine?.title ?? theirs?.title ?? "", "Section without a title");
  const options: { value: Choice; label: string }[] = [
    { value: "mine", label: mine ? "Mine" : "Mine: removed" },
    { value: "theirs", label: theirs ? "Theirs" : "Theirs: removed" },
  ];
  const areBoth = mine !== null && theirs !== null;
  if (areBoth) options.push({ value: "both", label: "Both" });
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{title}</h3>
        <SegmentedControl<Choice>
          label={`What stays of ${title}`}
          options={options}
          value={choice}
          onValueChange={onChoose}
        />
      </div>
      <ComparedSections
        project={project}
        left={{ name: "Mine", section: mine }}
        right={{ name: `Theirs, by ${theirName}`, section: theirs }}
        absentText="Removed"
        isChange={false}
      />
      {choice === "both" && (
        <p className="text-xs text-ink-3">Mine comes first and theirs after it, as one static section.</p>
      )}
    </li>
  );
}

function describeConflicts(name: string, { conflicts, theirTitle }: MergedPage): string {
  const { length } = conflicts;
  const parts = [
    length > 0 && (length === 1 ? "a section" : `${length} sections`),
    theirTitle !== null && "the title",
  ].filter((part) => part !== false);
  return (
    `${name} published other texts of ${parts.join(" and ")} that you changed. ` +
    "Choose what stays; everything else is already merged."
  );
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
