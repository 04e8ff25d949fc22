import type { Project } from "@cairn/contract/projects";
import { nameLimits, nameSchema, slugSchema, toSlug } from "@cairn/contract/slugs";
import { useState } from "react";
import type { ReactNode } from "react";

import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { NameSlugForm } from "#web/ui/form/name-slug-form.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";

import { useCreateProject } from "./projects.api.ts";

export type RepositoryChoice = "new" | "existing";

const repositoryOptions = [
  {
    value: "new",
    label: "New repository",
    description: "Made on this server, empty. You push your code to it, also with all its history.",
  },
  { value: "existing", label: "Existing repository", description: "Code you already have, by its address." },
] as const;

interface ProjectFormProps {
  organizationId: string;
  /** Beside a new repository; left out when connecting one is the next step anyway. */
  existing?: {
    /** Asks where the repository is. */
    field: ReactNode;
    /** What is found there of its name, for the product; "" where nothing is. */
    proposedName: string;
    /** False where what was typed there cannot be right, which it then says itself. */
    isReady: () => boolean;
  };
  onCreated: (project: Project, repository: RepositoryChoice) => void | Promise<void>;
}

/** Creates a product; the slug follows the name. */
export function ProjectForm({ organizationId, existing, onCreated }: ProjectFormProps) {
  const create = useCreateProject(organizationId);
  const [chosen, setChosen] = useState<RepositoryChoice>("new");
  const type = existing ? chosen : "existing";
  return (
    <NameSlugForm
      nameLabel="Product name"
      namePlaceholder="Ferry Board"
      schema={{ name: nameSchema, slug: slugSchema }}
      toSlug={toSlug}
      slugPrefix={`${new URL(runtimeConfig().clientHost).host}/o/${organizationId}/p/`}
      maxNameLength={nameLimits.max}
      softMaxNameLength={nameLimits.softMax}
      submitLabel="Create Product"
      lead={
        existing && (
          <>
            <RadioCards label="Repository" options={repositoryOptions} value={chosen} onValueChange={setChosen} />
            {chosen === "existing" && existing.field}
          </>
        )
      }
      proposedName={existing && chosen === "existing" ? existing.proposedName : ""}
      onSubmit={async (value) => {
        if (type === "existing" && existing && !existing.isReady()) return;
        // On failure a toast says why, and the form stays as it is.
        await create.mutateAsync({ ...value, repository: { type } }).then(
          (project) => onCreated(project, type),
          () => {},
        );
      }}
    />
  );
}
