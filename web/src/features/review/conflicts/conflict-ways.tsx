import type { Conflicts } from "@cairn/contract/conflict-resolution";
import type { Implementation } from "@cairn/contract/implementations";
import { useState } from "react";

import { describeEngine } from "#web/features/implementations/implementations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";

import { useRunConflicts } from "./conflicts.api.ts";

interface ConflictWaysProps {
  project: ProjectKey;
  implementation: Implementation;
  conflicts: Conflicts;
  /** Somebody wants to resolve them by hand. */
  onResolve: () => void;
}

/** By hand or by an agent; each says in words where it cannot be. */
export function ConflictWays({ project, implementation, conflicts, onResolve }: ConflictWaysProps) {
  const { commitObstacle } = implementation;
  const { writers, head, tip } = conflicts;
  const run = useRunConflicts(project, implementation, () => document.querySelector<HTMLElement>("h1")?.focus());
  const [chosen, setChosen] = useState<string | null>(null);
  const open = writers.filter(({ obstacle }) => obstacle === null).map((one) => ({ ...one, ...describeEngine(one) }));
  const writer = open.find(({ key }) => key === chosen) ?? open[0];
  const lack = writers[0]?.obstacle?.message ?? "This server has no agent that could resolve them";
  const runObstacle = writer === undefined ? lack : null;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Button size="sm" variant="primary" disabledReason={commitObstacle ?? undefined} onClick={onResolve}>
          Resolve conflicts
        </Button>
        <Button
          size="sm"
          isBusy={run.isPending}
          disabledReason={runObstacle ?? undefined}
          onClick={() => writer && run.mutate({ head, tip, writer })}
        >
          Let the agent resolve
        </Button>
        {open.length > 1 && writer !== undefined && (
          <div className="w-56 max-w-full">
            <Select
              label="Agent that resolves"
              isLabelHidden
              options={open.map(({ key, label }) => ({ value: key, label }))}
              value={writer.key}
              onValueChange={setChosen}
            />
          </div>
        )}
      </div>
      {[...new Set([commitObstacle, runObstacle])].map(
        (one) =>
          one !== null && (
            <p key={one} className="text-sm wrap-anywhere text-ink-3">
              {one}
            </p>
          ),
      )}
      {run.isError && (
        <p role="alert" className="text-sm wrap-anywhere text-danger-text">
          Nothing was begun. {run.error.message}
        </p>
      )}
    </>
  );
}
