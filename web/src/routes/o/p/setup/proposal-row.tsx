import type { Service } from "@cairn/contract/services";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeLabel, ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import { stateInRun } from "#web/features/setup/accept-run.ts";
import type { AcceptRun } from "#web/features/setup/accept-run.ts";
import { proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import type { CorrectedProposal, Correction } from "#web/features/setup/proposal-corrections.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { BrokenPath } from "#web/ui/display/broken-path.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { Menu, MenuGroup, MenuItem } from "#web/ui/overlay/menu.tsx";

import { ProofLines } from "./proof-lines.tsx";
import { ProposalFields } from "./proposal-fields.tsx";
import { ProposalNotes } from "./proposal-notes.tsx";

interface ProposalRowProps {
  project: ProjectKey;
  corrected: CorrectedProposal;
  services: readonly Service[];
  /** What is to be said of its name. */
  takenName: string | undefined;
  /** Of the same repository, into which it can be merged. */
  others: readonly CorrectedProposal[];
  /** While services are being added, nothing of them is changed. */
  run: AcceptRun | null;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onCorrect: (change: Correction) => void;
  onMerge: (into: CorrectedProposal) => void;
  onTakeApart: () => void;
}

/** A service that was found, in one row; its fields are there once somebody wants to correct it. */
export function ProposalRow(props: ProposalRowProps) {
  const { project, corrected, services, takenName, others, run, onEdit, onCorrect, onMerge, onTakeApart } = props;
  const { key, proposal, isLeftOut } = corrected;
  const { name, type, workingPath, repositorySlug } = proposal;
  const folder = key.slice(key.indexOf(" ") + 1);
  const fieldsId = useId();
  const isEditing = props.isEditing && run === null;
  const problems = isLeftOut || run ? null : proposalProblems(proposal, services);
  return (
    <li data-proposal={key} className="flex gap-2 px-2 py-2 md:px-3">
      <label className="grid size-8 shrink-0 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Add ${name} of ${repositorySlug}${folder}`}
          checked={!isLeftOut}
          disabled={run !== null}
          onChange={() => onCorrect({ isLeftOut: !isLeftOut })}
          className="size-4 accent-accent"
        />
      </label>
      <div className="@container min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <div
            className={cx(
              "grid min-w-0 flex-1 items-center gap-x-3 gap-y-0.5 py-1.5 @xs:grid-cols-[minmax(0,1fr)_6rem] @lg:grid-cols-[minmax(0,1fr)_6rem_minmax(0,1fr)] pointer-coarse:py-3",
              isLeftOut && "text-ink-3",
            )}
          >
            <span dir="auto" className={cx("text-base font-medium wrap-anywhere", !isLeftOut && "text-ink")}>
              {name.trim() || "No name"}
            </span>
            <span className="flex items-center gap-1.5 text-sm text-ink-2">
              <ServiceTypeIcon type={type} />
              {serviceTypeLabel(type)}
            </span>
            {/* In a line of its own, a name or path is rarely longer than its column. */}
            <span className="font-mono text-xs wrap-anywhere text-ink-3 @xs:max-lg:col-span-2">
              <BrokenPath path={workingPath} />
            </span>
          </div>
          <RowEnd run={run} proposalKey={key} name={name} isOpen={isEditing} fieldsId={fieldsId} onEdit={onEdit} />
        </div>
        <ProofLines project={project} proposal={proposal} />
        <ProposalNotes
          corrected={corrected}
          problems={problems}
          takenName={takenName}
          isEditing={isEditing}
          onTakeApart={run === null ? onTakeApart : null}
        />
        {isEditing && (
          <ProposalFields
            id={fieldsId}
            folder={folder}
            proposal={proposal}
            problems={problems}
            takenName={takenName}
            onCorrect={onCorrect}
            onClose={() => onEdit(false)}
          >
            {others.length > 0 && <MergeMenu name={name} others={others} onMerge={onMerge} />}
          </ProposalFields>
        )}
      </div>
    </li>
  );
}

interface RowEndProps {
  run: AcceptRun | null;
  proposalKey: string;
  name: string;
  isOpen: boolean;
  fieldsId: string;
  onEdit: (isEditing: boolean) => void;
}

/** The button that shows the fields; how far it is while services are being added. */
function RowEnd({ run, proposalKey, name, isOpen, fieldsId, onEdit }: RowEndProps) {
  // As wide in every row, also in one that is left out, so that the columns stand below each other.
  if (run) {
    return (
      <span className="flex min-w-20 shrink-0 justify-end">
        <RunState run={run} proposalKey={proposalKey} />
      </span>
    );
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      data-edit
      aria-label={`Edit ${name}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? fieldsId : undefined}
      onClick={() => onEdit(!isOpen)}
    >
      Edit
    </Button>
  );
}

/** How far one service is while they are being added. */
export function RunState({ run, proposalKey }: { run: AcceptRun; proposalKey: string }) {
  switch (stateInRun(run, proposalKey)) {
    case "added":
      return <StateIcon kind="done" label="Added" className="py-1.5" />;
    case "saving":
      return <StateIcon kind="running" label="Saving" className="py-1.5" />;
    case "waiting":
      return <StateIcon kind="idle" label="Waiting" className="py-1.5" />;
    case null:
      return null;
  }
}

interface MergeMenuProps {
  name: string;
  others: readonly CorrectedProposal[];
  onMerge: (into: CorrectedProposal) => void;
}

function MergeMenu({ name, others, onMerge }: MergeMenuProps) {
  return (
    <Menu
      className="max-h-80 overflow-y-auto"
      trigger={
        <Button variant="ghost" aria-label={`Merge ${name} into another`}>
          Merge into…
        </Button>
      }
    >
      <MenuGroup title="Merge into">
        {others.map((other) => (
          <MenuItem key={other.key} onSelect={() => onMerge(other)}>
            {`${other.proposal.name} (${other.proposal.workingPath})`}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
