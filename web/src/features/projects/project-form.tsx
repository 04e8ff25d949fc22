import type { Project } from "@cairn/contract/projects";
import { nameLimits, nameSchema, slugSchema, toSlug } from "@cairn/contract/slugs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { refusedSlug } from "#web/lib/api/refused-slug.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { NameSlugForm } from "#web/ui/form/name-slug-form.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SlugState } from "#web/ui/form/slug-state.tsx";

import { projectExistsQuery, useCreateProject } from "./projects.api.ts";

export type RepositoryChoice = "existing" | "new" | "bundle" | "github";

const repositoryOptions = [
  { value: "existing", label: "Existing repository", description: "Code you already have, by its address." },
  {
    value: "new",
    label: "New repository",
    description: "Made on this server, empty. You push your code to it, also with all its history.",
  },
  { value: "bundle", label: "Git bundle", description: "A file that git bundle made. You choose it next." },
  { value: "github", label: "Pick from GitHub", description: "One of the repositories that you connect." },
] as const;

interface ProjectFormProps {
  organizationId: string;
  /** Beside a new repository; left out when connecting one is the next step anyway. */
  existing?: {
    /** Asks where the repository is. */
    field: ReactNode;
    /** What is found there of its name, for the product; "" where nothing is. */
    proposedName: string;
    /** Why nothing can be picked from GitHub on this server; null where it can. */
    githubProblem: string | null;
    /** False where what was typed there cannot be right, which it then says itself. */
    isReady: () => boolean;
  };
  onCreated: (project: Project, repository: RepositoryChoice) => void | Promise<void>;
}

/** Creates a product; the slug follows the name. */
export function ProjectForm({ organizationId, existing, onCreated }: ProjectFormProps) {
  const create = useCreateProject(organizationId);
  const [chosen, setChosen] = useState<RepositoryChoice>("existing");
  const options = repositoryOptions.map((option) =>
    option.value === "github" && existing?.githubProblem
      ? { ...option, disabledReason: existing.githubProblem }
      : option,
  );
  return (
    <NameSlugForm
      isPageFocus={!existing}
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
            {/* First, so that pasting an address and Enter is all there is to do. */}
            {chosen === "existing" && existing.field}
            <RadioCards label="Where the code is" options={options} value={chosen} onValueChange={setChosen} />
          </>
        )
      }
      proposedName={existing && chosen === "existing" ? existing.proposedName : ""}
      renderSlugState={(slug) => <ProjectSlugState organizationId={organizationId} slug={slug} />}
      onSubmit={async (value) => {
        if (chosen === "existing" && existing && !existing.isReady()) return;
        const type = existing && chosen === "new" ? "new" : "existing";
        return await create
          .mutateAsync({ ...value, repository: { type } })
          .then((project) => onCreated(project, chosen), refusedSlug("Could not create product"));
      }}
    />
  );
}

function ProjectSlugState({ organizationId, slug }: { organizationId: string; slug: string }) {
  return <SlugState isTaken={useQuery(projectExistsQuery({ organizationId, projectId: slug })).data?.exists} />;
}
