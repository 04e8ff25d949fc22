import { can } from "@cairn/contract/roles";
import { nameLimits, nameSchema, slugSchema } from "@cairn/contract/slugs";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import {
  useDeleteOrganization,
  useUpdateOrganizationName,
  useUpdateOrganizationSlug,
} from "#web/features/organizations/organizations.api.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DangerCard } from "#web/ui/card.tsx";
import { OneFieldCard, ReadOnlyCard } from "#web/ui/one-field-card.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { TypedConfirmDialog } from "#web/ui/typed-confirm-dialog.tsx";

/** /o/:organizationId/settings */
export function OrganizationSettingsScreen() {
  usePageTitle("Settings");
  const organization = useOrganization();
  const navigate = useNavigate();
  const updateName = useUpdateOrganizationName(organization.organizationId);
  const updateSlug = useUpdateOrganizationSlug(organization.organizationId);
  const blockedReason = can(organization.role, "organization.update") ? undefined : "Only an Owner can change this";
  return (
    <Page width="narrow">
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-4">
        <OneFieldCard
          title="Organization Name"
          note={`Please use ${nameLimits.softMax} characters at maximum`}
          value={organization.name}
          schema={nameSchema}
          maxCount={nameLimits.max}
          softMaxCount={nameLimits.softMax}
          blockedReason={blockedReason}
          onSave={(name) => updateName.mutateAsync({ name })}
        />
        <OneFieldCard
          title="Organization Slug"
          description="Part of every address of this organization. Links with the old slug lead here for at least 90 days."
          value={organization.slug}
          schema={slugSchema}
          isMono
          blockedReason={blockedReason}
          onSave={async (slug) => {
            const updated = await updateSlug.mutateAsync({ slug });
            await navigate({ to: href("organizationSettings", { organizationId: updated }), replace: true });
          }}
        />
        <ReadOnlyCard
          title="Organization ID"
          description="Support may ask for it."
          value={organization.organizationId}
        />
        {can(organization.role, "organization.delete") && <DeleteOrganizationCard />}
      </div>
    </Page>
  );
}

function DeleteOrganizationCard() {
  const organization = useOrganization();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteOrganization(organization.organizationId);
  return (
    <>
      <DangerCard
        title="Delete Organization"
        description="Deletes every product with its documents, chats and repositories. This cannot be undone."
        action={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete Organization
          </Button>
        }
      />
      <TypedConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Delete ${organization.name}?`}
        description="Every product in it is deleted for everybody. This cannot be undone."
        expected={organization.name}
        confirmLabel={`Delete ${organization.name}`}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: href("organizations") }) })}
      />
    </>
  );
}
