import type { Organization } from "@cairn/contract/organizations";
import { nameLimits, nameSchema, slugSchema, toSlug } from "@cairn/contract/slugs";
import { useQuery } from "@tanstack/react-query";

import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { NameSlugForm } from "#web/ui/form/name-slug-form.tsx";

import { organizationExistsQuery, useCreateOrganization } from "./organizations.api.ts";

/** Creates an organization; the slug follows the name. */
export function OrganizationForm({ onCreated }: { onCreated: (organization: Organization) => void }) {
  const create = useCreateOrganization();
  const prefix = `${new URL(runtimeConfig().clientHost).host}/o/`;
  return (
    <NameSlugForm
      isPageFocus
      nameLabel="Organization name"
      namePlaceholder="Northquay"
      schema={{ name: nameSchema, slug: slugSchema }}
      toSlug={toSlug}
      slugPrefix={prefix}
      SlugHint={SlugHint}
      maxNameLength={nameLimits.max}
      softMaxNameLength={nameLimits.softMax}
      submitLabel="Create Organization"
      onSubmit={async (value) => {
        // On failure a toast says why, and the form stays as it is.
        await create.mutateAsync(value).then(onCreated, () => {});
      }}
    />
  );
}

function SlugHint({ slug, prefix }: { slug: string; prefix: string }) {
  const isValid = slugSchema.safeParse(slug).success;
  const answer = useQuery({ ...organizationExistsQuery(slug), enabled: isValid }).data;
  return (
    <span className="break-all">
      {prefix}
      {slug || "…"}
      {isValid && answer?.exists && <span className="whitespace-nowrap text-danger-text"> · already taken</span>}
      {isValid && answer?.exists === false && <span className="whitespace-nowrap text-success-text"> · free</span>}
    </span>
  );
}
