import type { Project } from "@cairn/contract/projects";
import { nameLimits, nameSchema, slugSchema, toSlug } from "@cairn/contract/slugs";

import { runtimeConfig } from "#web/lib/runtime-config.ts";
import { NameSlugForm } from "#web/ui/name-slug-form.tsx";

import { useCreateProject } from "./projects.api.ts";

interface ProjectFormProps {
  organizationId: string;
  onCreated: (project: Project) => void;
}

/** Creates a product; the slug follows the name. */
export function ProjectForm({ organizationId, onCreated }: ProjectFormProps) {
  const create = useCreateProject(organizationId);
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
      onSubmit={async (value) => {
        // A refusal is told by a toast; the form stays as it is.
        await create.mutateAsync(value).then(onCreated, () => {});
      }}
    />
  );
}
