import type { Organization } from "@cairn/contract/organizations";
import { nameLimits, nameSchema, slugSchema, toSlug } from "@cairn/contract/slugs";
import { useQuery } from "@tanstack/react-query";

import { refusedSlug } from "#web/lib/api/refused-slug.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { NameSlugForm } from "#web/ui/form/name-slug-form.tsx";
import { SlugState } from "#web/ui/form/slug-state.tsx";

import { organizationExistsQuery, useCreateOrganization } from "./organizations.api.ts";

/** Creates an organization; the slug follows the name. */
export function OrganizationForm({ onCreated }: { onCreated: (organization: Organization) => void }) {
  const create = useCreateOrganization();
  const prefix = `${new URL(runtimeConfig().clientHost).host}/o/`;
  return (
    <NameSlugForm
      isPageFocus
      nameLabel="Organization name"
      namePlaceholder="Your company or team"
      schema={{ name: nameSchema, slug: slugSchema }}
      toSlug={toSlug}
      slugPrefix={prefix}
      renderSlugState={(slug) => <OrganizationSlugState slug={slug} />}
      maxNameLength={nameLimits.max}
      softMaxNameLength={nameLimits.softMax}
      submitLabel="Create Organization"
      onSubmit={(value) => create.mutateAsync(value).then(onCreated, refusedSlug("Could not create organization"))}
    />
  );
}

function OrganizationSlugState({ slug }: { slug: string }) {
  return <SlugState isTaken={useQuery(organizationExistsQuery(slug)).data?.exists} />;
}
