import { can } from "@cairn/contract/roles";
import { nameLimits, nameSchema, slugSchema } from "@cairn/contract/slugs";
import { validation } from "@cairn/contract/texts";
import { useNavigate } from "@tanstack/react-router";

import { UsualBudgetCard } from "#web/features/implementations/usual-budget-card.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import {
  useDeleteOrganization,
  useResetOrganization,
  useUpdateOrganizationName,
  useUpdateOrganizationSlug,
} from "#web/features/organizations/organizations.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { SingleFieldCard, ReadOnlyCard } from "#web/ui/form/single-field-card.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/settings */
export function OrganizationSettingsScreen() {
  usePageTitle("Settings");
  const organization = useOrganization();
  const navigate = useNavigate();
  const updateName = useUpdateOrganizationName(organization.organizationId);
  const updateSlug = useUpdateOrganizationSlug(organization.organizationId, (updated) =>
    navigate({ to: href("organizationSettings", { organizationId: updated }), replace: true }),
  );
  const blockedReason = can(organization.role, "organization.update") ? undefined : "Only an Owner can change this";
  return (
    <Page width="narrow">
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-4">
        <SingleFieldCard
          title="Organization Name"
          note={validation.nameSoftLimit}
          value={organization.name}
          schema={nameSchema}
          maxCount={nameLimits.max}
          softMaxCount={nameLimits.softMax}
          blockedReason={blockedReason}
          onSave={(name) => updateName.mutateAsync({ name })}
        />
        <SingleFieldCard
          title="Organization Slug"
          description="Part of every address of this organization. Links with the old slug lead here for at least 90 days."
          value={organization.slug}
          schema={slugSchema}
          isMono
          blockedReason={blockedReason}
          onSave={(slug) => updateSlug.mutateAsync({ slug })}
        />
        <ReadOnlyCard
          title="Organization ID"
          description="Support may ask for it."
          value={organization.organizationId}
        />
        <UsualBudgetCard organizationId={organization.organizationId} blockedReason={blockedReason} />
        {can(organization.role, "audit.read") && (
          <SettingsCard
            title="Audit log"
            description="Who invited, removed, renamed, reset or deleted what, and when."
            action={<ButtonLink href={href("auditLog", { organizationId: organization })}>Open audit log</ButtonLink>}
          />
        )}
        {can(organization.role, "organization.reset") && <ResetContextCard />}
        {can(organization.role, "organization.delete") && <DeleteOrganizationCard />}
      </div>
    </Page>
  );
}

function ResetContextCard() {
  const organization = useOrganization();
  const reset = useResetOrganization(organization.organizationId);
  return (
    <TypedDangerCard
      title="Reset Organization Context"
      description="Deletes every document and index of all products and builds them again from the code."
      question={`Reset the context of ${organization.name}?`}
      warning="The documents of every product are deleted for everybody, with what was written by hand. Code, chats and settings stay."
      expected="reset"
      confirmLabel="Reset Organization Context"
      onConfirm={() => reset.mutateAsync()}
    />
  );
}

function DeleteOrganizationCard() {
  const organization = useOrganization();
  const navigate = useNavigate();
  const remove = useDeleteOrganization(organization.organizationId, () => navigate({ to: href("organizations") }));
  return (
    <TypedDangerCard
      title="Delete Organization"
      description="Deletes every product with its documents, chats and repositories. This cannot be undone."
      question={`Delete ${organization.name}?`}
      warning="Every product in it is deleted for everybody. This cannot be undone."
      expected={organization.name}
      confirmLabel={`Delete ${organization.name}`}
      onConfirm={() => remove.mutateAsync()}
    />
  );
}
