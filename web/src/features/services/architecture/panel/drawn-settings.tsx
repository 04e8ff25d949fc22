import { drawnNodeKinds } from "@cairn/contract/architecture";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import type { ReactNode } from "react";

import { formLabel } from "#web/features/services/architecture/model/canvas-node.ts";
import { drawnProblem, drawnState } from "#web/features/services/architecture/model/drawn-node.ts";
import type { DrawnValues } from "#web/features/services/architecture/model/drawn-node.ts";
import { NodeStateMark } from "#web/features/services/architecture/parts/node-state-mark.tsx";
import type { SelectedDrawn } from "#web/features/services/architecture/use-drawn.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

interface DrawnSettingsProps {
  node: SelectedDrawn;
  /** Says at once what is missing. */
  isStrict: boolean;
  onEdit: (values: DrawnValues) => void;
  onDelete: () => void;
  /** What it is connected with. */
  children: ReactNode;
}

const kinds = drawnNodeKinds.map((kind) => ({ value: kind, label: formLabel(kind) }));

/** What can be said of a store, a queue or an outside service that people drew. */
export function DrawnSettings({
  node: { nodeId, values, stored, save },
  isStrict,
  onEdit,
  onDelete,
  children,
}: DrawnSettingsProps) {
  // Nobody is told that a name is missing before they were there.
  const [leftIn, setLeftIn] = useState<string | null>(null);
  const state = drawnState(values, stored, save);
  const problem = isStrict || leftIn === nodeId || state === "invalid" ? drawnProblem(values) : null;
  return (
    <div className="flex flex-col gap-4">
      {state && <NodeStateMark state={state} className="text-ink-2" />}
      {save?.state === "error" && (
        <p role="alert" className="rounded-lg border border-danger-line bg-danger-subtle p-3 text-sm text-danger-text">
          Could not save node: {save.failure}
        </p>
      )}
      <p className="text-sm text-ink-3">Drawn by hand: it makes no service, and no code need show it.</p>
      <form
        noValidate
        data-node-form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setLeftIn(nodeId);
        }}
      >
        <TextField
          label="Name"
          name="name"
          maxCount={64}
          placeholder={values.kind === "outside" ? "Payments" : "Orders"}
          error={problem?.field === "name" ? problem.message : undefined}
          value={values.name}
          onBlur={() => setLeftIn(nodeId)}
          onValueChange={(name) => onEdit({ ...values, name })}
        />
        <Select
          label="Type"
          options={kinds}
          value={values.kind}
          onValueChange={(kind) => onEdit({ ...values, kind })}
        />
        <TextField
          label="Technology"
          hint="As in “PostgreSQL”; it may be left out"
          maxCount={60}
          error={problem?.field === "technology" ? problem.message : undefined}
          value={values.technology}
          onValueChange={(technology) => onEdit({ ...values, technology })}
        />
      </form>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line-subtle pt-4">
        {stored === undefined ? <span className="text-sm text-ink-3">Only here so far</span> : <span />}
        <div className="flex gap-2">
          {stored !== undefined && state !== null && state !== "saved" && (
            <Button variant="ghost" onClick={() => onEdit(stored)}>
              Revert
            </Button>
          )}
          <Button variant="danger" icon={<TrashIcon className="size-4" />} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
    </div>
  );
}
