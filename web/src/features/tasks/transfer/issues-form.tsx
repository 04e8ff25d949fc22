import { useState } from "react";
import type { FormEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

import type { ImportSource } from "./task-imports.api.ts";

const states = [
  { value: "open", label: "Open issues" },
  { value: "closed", label: "Closed issues" },
  { value: "all", label: "All issues" },
] as const;

interface IssuesFormProps {
  project: ProjectKey;
  isBusy: boolean;
  onSource: (source: ImportSource) => void;
}

/** Which issues of which connected repository. */
export function IssuesForm({ project, isBusy, onSource }: IssuesFormProps) {
  const { items, isComplete } = useAllPages((page) => repositoriesQuery(project, page));
  const onGithub = items.filter(({ connection }) => connection.type === "github");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [state, setState] = useState<(typeof states)[number]["value"]>("open");
  const [label, setLabel] = useState("");
  const [milestone, setMilestone] = useState("");
  const repositoryId = chosenId ?? onGithub[0]?.repositoryId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (repositoryId !== undefined) onSource({ kind: "github", repositoryId, state, label, milestone });
  };
  if (isComplete && onGithub.length === 0) {
    return (
      <p className="max-w-prose text-base text-ink-2">
        No repository of this product is connected by the GitHub App. Connect one to a service first.
      </p>
    );
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col items-start gap-4">
      <div className="flex w-full flex-col gap-4">
        <Select
          label="Repository"
          options={onGithub.map(({ repositoryId: value, repo }) => ({ value, label: repo }))}
          value={repositoryId ?? null}
          onValueChange={setChosenId}
        />
        <Select label="Which" options={states} value={state} onValueChange={setState} />
        <TextField label="Label" hint="Leave it empty for all." value={label} onValueChange={setLabel} />
        <TextField
          label="Milestone"
          hint="Its title; leave it empty for all."
          value={milestone}
          onValueChange={setMilestone}
        />
      </div>
      <p className="text-sm text-ink-3">
        Each task links back to its issue. Issues that are here already stay as they are. Pull requests and pictures are
        not fetched.
      </p>
      <Button
        type="submit"
        isBusy={isBusy}
        disabledReason={repositoryId === undefined ? "Choose a repository first" : undefined}
      >
        Preview
      </Button>
    </form>
  );
}
