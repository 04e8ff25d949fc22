import { keyNameSchema, publicKeySchema } from "@cairn/contract/keys";
import { can } from "@cairn/contract/roles";
import { validation } from "@cairn/contract/texts";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { PublicKeyField } from "#web/features/keys/public-key-field.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useCreateRepositoryKey } from "#web/features/repository-settings/repository-settings.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/repositories/:repositorySlug/settings/keys/new: a token is shown here, once. */
export function RepositoryKeyCreateScreen() {
  const project = useProject();
  const { role } = useOrganization();
  usePageTitle("Add Repository Key", project.name);
  const { organizationId = "", projectId = "", repositorySlug = "" } = useRouteParams();
  const [secret, setSecret] = useState<string | null>(null);
  const navigate = useNavigate();
  const settingsHref = href("repositorySettings", { organizationId, projectId, repositorySlug });
  const toSettings = () => void navigate({ to: settingsHref });
  if (!can(role, "repository.manage")) {
    return (
      <Page width="narrow">
        <PageHeader title="Add Repository Key" />
        <EmptyState
          icon={<LockIcon className="size-5" />}
          title="Only an Owner or Admin can add repository keys"
          text="Ask one of them, or to be given that role."
          action={<ButtonLink href={settingsHref}>Repository settings</ButtonLink>}
        />
      </Page>
    );
  }
  if (secret !== null) {
    return (
      <Page width="narrow">
        <PageHeader title="Your new token" />
        <SettingsCard
          title="Copy it now"
          description="This is the only time it is shown. Git takes it as the password, with any user name."
          action={
            <Button variant="primary" onClick={toSettings}>
              I stored it
            </Button>
          }
        >
          <OneTimeSecret label="Token" secret={secret} />
        </SettingsCard>
      </Page>
    );
  }
  return (
    <Page width="narrow">
      <PageHeader title="Add Repository Key" description={`It opens ${repositorySlug} and nothing else.`} />
      <KeyForm
        repositoryKey={{ organizationId, projectId, repositoryId: repositorySlug }}
        onCreated={(token) => (token === null ? toSettings() : setSecret(token))}
      />
    </Page>
  );
}

const kindOptions = [
  { value: "ssh", label: "SSH key", description: "You have a key pair; the private half stays where it is." },
  { value: "token", label: "Token", description: "Made here, shown once. Git asks for it as a password over HTTP." },
] as const;

const accessOptions = [
  { value: "read", label: "Read only", description: "It clones and fetches." },
  { value: "push", label: "May push", description: "It also changes branches and tags." },
] as const;

interface KeyFormProps {
  repositoryKey: RepositoryKey;
  /** The secret of a token; null for an SSH key. */
  onCreated: (token: string | null) => void;
}

/** Adds a key. A private one is refused while it is pasted: it never gets into the form. */
function KeyForm({ repositoryKey, onCreated }: KeyFormProps) {
  const create = useCreateRepositoryKey(repositoryKey);
  const [isPrivate, setIsPrivate] = useState(false);
  const form = useAppForm({
    defaultValues: { name: "", kind: "ssh" as "ssh" | "token", key: "", access: "read" as "read" | "push" },
    validators: {
      onChange: ({ value }) => {
        const name = keyNameSchema.safeParse(value.name).error?.issues[0];
        const key = value.kind === "ssh" ? publicKeySchema.safeParse(value.key).error?.issues[0] : undefined;
        return name || key ? { fields: { name, key } } : undefined;
      },
    },
    // On failure a toast says why, and the form stays as it is.
    onSubmit: ({ value: { name, kind, key, access } }) =>
      create.mutateAsync({ name, isReadOnly: access === "read", ...(kind === "ssh" ? { key: key.trim() } : {}) }).then(
        (made) => onCreated(made.key),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="name">{(field) => <field.Text label="Name" placeholder="Build server" />}</form.AppField>
      <form.Field name="kind">
        {(field) => (
          <RadioCards
            label="Kind"
            options={kindOptions}
            value={field.state.value}
            onValueChange={(kind) => {
              setIsPrivate(false);
              field.handleChange(kind);
            }}
          />
        )}
      </form.Field>
      <form.Subscribe selector={(state) => state.values.kind}>
        {(kind) =>
          kind === "ssh" && (
            <form.Field name="key">
              {(field) => {
                const { isBlurred, errors } = field.state.meta;
                const isShown = isBlurred || field.form.state.submissionAttempts > 0;
                return (
                  <PublicKeyField
                    label="Public key"
                    value={field.state.value}
                    isPrivate={isPrivate}
                    error={isShown ? errors[0]?.message : undefined}
                    onBlur={field.handleBlur}
                    onTextChange={(text, isRefused) => {
                      setIsPrivate(isRefused);
                      field.handleChange(text);
                    }}
                  />
                );
              }}
            </form.Field>
          )
        }
      </form.Subscribe>
      <form.Field name="access">
        {(field) => (
          <RadioCards
            label="Access"
            options={accessOptions}
            value={field.state.value}
            onValueChange={field.handleChange}
          />
        )}
      </form.Field>
      <Announcement>{isPrivate && validation.sshKeyIsPrivate}</Announcement>
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label="Add Repository Key" />
        </form.AppForm>
      </div>
    </form>
  );
}
