import { firstNameSchema, lastNameSchema } from "@cairn/contract/auth";
import type { User } from "@cairn/contract/auth";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";

import { NeedLettersCard } from "#web/features/attention-items/need-letters-card.tsx";
import { DeleteAccountCard } from "#web/features/users/delete-account-card.tsx";
import { useUpdateName, userQuery } from "#web/features/users/users.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { loadAreShortcutsOff, saveAreShortcutsOff } from "#web/lib/browser/storage.ts";
import { setTheme, useTheme } from "#web/lib/browser/theme.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { ReadOnlyCard } from "#web/ui/form/single-field-card.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { setSingleKeysOff } from "#web/ui/keyboard/shortcuts.ts";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

const nameSchema = z.object({ firstName: firstNameSchema, lastName: lastNameSchema });

/** /user/settings: name, theme and shortcuts. */
export function UserSettingsScreen() {
  usePageTitle("General");
  const user = useQuery(userQuery);
  return (
    <Page width="narrow">
      <PageHeader title="General" />
      {user.isError && !user.data && (
        <ErrorState message={errorMessage(user.error)} onRetry={() => void user.refetch()} />
      )}
      {user.isPending && (
        <Loading what="your settings">
          <div className="flex flex-col gap-4">
            <Skeleton className="h-45" />
            <Skeleton className="h-28" />
          </div>
        </Loading>
      )}
      {user.data && (
        <div className="flex flex-col gap-4">
          <NameCard user={user.data} />
          <NeedLettersCard />
          <ThemeCard />
          <ShortcutsCard userId={user.data.userId} />
          <ReadOnlyCard title="User ID" description="Support may ask for it." value={user.data.userId} />
          <DeleteAccountCard user={user.data} />
        </div>
      )}
    </Page>
  );
}

function NameCard({ user }: { user: User }) {
  const update = useUpdateName();
  const form = useAppForm({
    defaultValues: { firstName: user.firstName ?? "", lastName: user.lastName ?? "" },
    validators: { onChange: nameSchema },
    // On failure a toast says why, and the typed values stay.
    onSubmit: ({ value }) =>
      update.mutateAsync(value).then(
        () => form.reset(value),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <SettingsCard
      title="Display Name"
      description="How you appear to your team."
      onSubmit={() => void form.handleSubmit()}
      action={
        <form.AppForm>
          <form.Submit label="Save" isDirtyOnly />
        </form.AppForm>
      }
      note=""
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <form.AppField name="firstName">
          {(field) => <field.Text label="First Name" autoComplete="given-name" />}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.Text label="Last Name" autoComplete="family-name" />}
        </form.AppField>
      </div>
    </SettingsCard>
  );
}

function ThemeCard() {
  const theme = useTheme();
  return (
    <SettingsCard title="Theme" description="Kept on this device.">
      <SegmentedControl
        label="Theme"
        options={[
          { value: "dark", label: "Dark" },
          { value: "light", label: "Light" },
        ]}
        value={theme}
        onValueChange={setTheme}
      />
    </SettingsCard>
  );
}

function ShortcutsCard({ userId }: { userId: string }) {
  const [areOff, setAreOff] = useState(() => loadAreShortcutsOff(userId));
  const change = (areOn: boolean) => {
    saveAreShortcutsOff(userId, !areOn);
    setSingleKeysOff(!areOn);
    setAreOff(!areOn);
  };
  return (
    <SettingsCard title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        hint="J, K, G then a letter, and the like. Shortcuts with Ctrl or Cmd always work. Kept on this device."
        isChecked={!areOff}
        onCheckedChange={change}
      />
    </SettingsCard>
  );
}
