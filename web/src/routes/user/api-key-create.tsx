import { keyNameSchema, unnamedKey } from "@cairn/contract/keys";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { useCreateApiKey } from "#web/features/keys/keys.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /user/settings/api-keys/new: the secret is shown here, once. */
export function ApiKeyCreateScreen() {
  usePageTitle("Add API Key");
  const [secret, setSecret] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      {secret ? (
        <PageHeader title="Your new API key" />
      ) : (
        <PageHeader
          title="Add API Key"
          description="Over MCP it reads what you can read. In products where an Owner or Admin lets agents change tasks, it also creates tasks, moves them, ticks criteria and pushes changes of the code for review, as you. It does nothing else."
        />
      )}
      {secret ? (
        <SettingsCard
          title="Copy it now"
          description="This is the only time it is shown. Store it where your agent reads its secrets."
          action={
            <Button variant="primary" onClick={() => void navigate({ to: href("apiKeys") })}>
              I stored it
            </Button>
          }
        >
          <OneTimeSecret label="API key" secret={secret} />
        </SettingsCard>
      ) : (
        <KeyForm onCreated={setSecret} />
      )}
    </Page>
  );
}

function KeyForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const create = useCreateApiKey();
  const form = useAppForm({
    defaultValues: { name: "" },
    validators: {
      onChange: ({ value }) => {
        const issue = value.name === "" ? undefined : keyNameSchema.safeParse(value.name).error?.issues[0];
        return issue && { fields: { name: issue } };
      },
    },
    // On failure a toast says why, and the form stays as it is.
    onSubmit: ({ value }) =>
      create.mutateAsync({ name: value.name || undefined }).then(
        ({ key }) => onCreated(key),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="name">
        {(field) => (
          <field.Text label="Name" placeholder={unnamedKey} hint="Optional; for example the agent that uses it" />
        )}
      </form.AppField>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-3">Scope: mcp</p>
        <form.AppForm>
          <form.Submit label="Add API Key" />
        </form.AppForm>
      </div>
    </form>
  );
}
