import type { Repository } from "@cairn/contract/repositories";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { TrialButton } from "#web/ui/form/trial-button.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useTestConnection } from "./connection-test.api.ts";
import { connectionValuesSchema, initialConnectionValues, toConnectionChange } from "./connection-values.ts";
import type { AddressedConnection } from "./connection-values.ts";
import { isOtherServer } from "./describe-connection.ts";
import { useUpdateConnection } from "./repository-settings.api.ts";

interface ConnectionCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  connection: AddressedConnection;
}

/** Settings of an external repository: its address and the stored credential, which is never shown. */
export function ConnectionCard({ repositoryKey, repository, connection }: ConnectionCardProps) {
  const { hasCredential } = repository;
  const update = useUpdateConnection(repositoryKey);
  const test = useTestConnection(repositoryKey);
  const form = useAppForm({
    defaultValues: initialConnectionValues(connection),
    validators: { onChange: connectionValuesSchema(connection.type) },
    // On failure a toast says why, and the typed values stay.
    onSubmit: ({ value }) =>
      update.mutateAsync(toConnectionChange(value, connection), { onSuccess: test.reset }).then(
        () => form.reset({ ...initialConnectionValues(connection), url: value.url.trim() }),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <SettingsCard
      title="Connection"
      description="A change is used from the next fetch on, which begins when it is saved."
      onSubmit={() => void form.handleSubmit()}
      action={
        <form.AppForm>
          <form.Submit label="Save" isDirtyOnly />
        </form.AppForm>
      }
    >
      <div className="flex flex-col gap-4">
        <form.AppField name="url">
          {(field) => (
            <field.Text
              label={connection.type === "ssh" ? "SSH URL" : "Repository URL"}
              isMono
              inputMode="url"
              spellCheck={false}
            />
          )}
        </form.AppField>
        {connection.type === "url" && (
          <>
            <form.Field name="credential">
              {(field) => (
                <div className="flex flex-col items-start gap-1.5">
                  <p aria-hidden="true" className="text-sm font-medium">
                    User name and password
                  </p>
                  <SegmentedControl
                    label="User name and password"
                    options={credentialOptions(hasCredential)}
                    value={field.state.value}
                    onValueChange={field.handleChange}
                  />
                </div>
              )}
            </form.Field>
            <form.Subscribe selector={({ values }) => [values.credential, values.url] as const}>
              {([credential, url]) => (
                <>
                  <p className="-mt-2 text-xs text-ink-3">
                    {credentialNote(credential, { hasCredential, isMoved: isOtherServer(url, connection.url) })}
                  </p>
                  {credential === "replace" && (
                    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                      <form.AppField name="username">
                        {(field) => <field.Text label="User name" spellCheck={false} autoCapitalize="off" />}
                      </form.AppField>
                      <form.AppField name="password">
                        {(field) => (
                          <field.Text label="Password or token" type="password" autoComplete="new-password" />
                        )}
                      </form.AppField>
                    </div>
                  )}
                </>
              )}
            </form.Subscribe>
          </>
        )}
        <form.Subscribe selector={(state) => state.isDefaultValue}>
          {(isUnchanged) => (
            <TrialButton
              label="Test connection"
              isBusy={test.isPending}
              result={test.result}
              disabledReason={isUnchanged ? undefined : "Save your changes first"}
              onTry={() => test.mutate()}
            />
          )}
        </form.Subscribe>
      </div>
    </SettingsCard>
  );
}

function credentialOptions(hasCredential: boolean) {
  if (!hasCredential) {
    return [
      { value: "keep", label: "None" },
      { value: "replace", label: "Add" },
    ] as const;
  }
  return [
    { value: "keep", label: "Keep" },
    { value: "replace", label: "Replace" },
    { value: "forget", label: "Forget" },
  ] as const;
}

function credentialNote(
  credential: "keep" | "replace" | "forget",
  { hasCredential, isMoved }: { hasCredential: boolean; isMoved: boolean },
): string {
  if (credential === "forget") return "They are deleted here when you save.";
  if (credential === "replace") return "Kept encrypted and never shown again.";
  if (!hasCredential) return "The repository is read without a sign-in.";
  if (isMoved) return "They are for the former server. They are forgotten when you save, and never sent to another.";
  return "They are kept encrypted and never shown.";
}
