import type { ServiceProposal } from "@cairn/contract/architecture";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

import { serviceTypeOptions } from "#web/features/services/service-type.tsx";
import type { proposalProblems } from "#web/features/setup/proposal-corrections.ts";
import type { Correction } from "#web/features/setup/proposal-corrections.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextArea, TextField } from "#web/ui/form/text-field.tsx";

interface ProposalFieldsProps {
  id: string;
  /** As it was found. */
  folder: string;
  proposal: ServiceProposal;
  problems: ReturnType<typeof proposalProblems> | null;
  /** What is to be said of its name. */
  takenName: string | undefined;
  onCorrect: (change: Correction) => void;
  onClose: () => void;
  /** What else can be done with it. */
  children: ReactNode;
}

/** What can be corrected of a service that was found. Each change is kept at once; Enter and Escape close the fields. */
export function ProposalFields(props: ProposalFieldsProps) {
  const { id, folder, proposal, problems, takenName, onCorrect, onClose, children } = props;
  const nameRef = useRef<HTMLInputElement>(null);
  useEffect(() => nameRef.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      id={id}
      noValidate
      aria-label={`Service found in ${folder}`}
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // Not that of a list which is open over the fields.
        if (event.key !== "Escape" || !event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="grid gap-3 @sm:grid-cols-[1fr_9rem]">
        <TextField
          ref={nameRef}
          label="Name"
          error={problems?.name}
          hint={takenName && <span className="text-warning-text">{takenName}</span>}
          value={proposal.name}
          onValueChange={(name) => onCorrect({ name })}
        />
        <Select
          label="Type"
          options={serviceTypeOptions}
          value={proposal.type}
          onValueChange={(type) => onCorrect({ type })}
        />
      </div>
      <TextArea
        label="Description"
        rows={2}
        error={problems?.description}
        value={proposal.description}
        onValueChange={(description) => onCorrect({ description })}
      />
      <TextField
        label="Folder"
        isMono
        spellCheck={false}
        autoCapitalize="off"
        error={problems?.workingPath}
        value={proposal.workingPath}
        onValueChange={(workingPath) => onCorrect({ workingPath })}
      />
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button type="submit" className="ml-auto">
          Done
        </Button>
      </div>
    </form>
  );
}
