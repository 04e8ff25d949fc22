import { newPasswordSchema } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import { validation } from "@cairn/contract/texts";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { useRef } from "react";
import { z } from "zod";

import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { passwordRules } from "./password-rules.ts";
import { useUpdatePassword } from "./users.api.ts";

const formSchema = z.object({ oldPassword: z.string().min(1, "Enter your current password") }).and(newPasswordSchema);

const emptyForm = { oldPassword: "", newPassword: "", confirmation: "" };

/** A new password for the signed-in user; the address is for password managers, which keep the two together. */
export function ChangePasswordCard({ email }: { email: string }) {
  const update = useUpdatePassword();
  const oldPasswordRef = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    defaultValues: emptyForm,
    validators: { onChange: formSchema },
    onSubmit: ({ value: { oldPassword, newPassword } }) =>
      update.mutateAsync({ oldPassword, newPassword }).then(
        () => form.reset(),
        () => oldPasswordRef.current?.focus(),
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <SettingsCard
      title="Change Password"
      description="Every other browser is signed out with it."
      onSubmit={() => void form.handleSubmit()}
      note=""
      action={
        <form.Subscribe selector={({ values, isSubmitting }) => [blockedReason(values), isSubmitting] as const}>
          {([reason, isSubmitting]) => (
            <Button type="submit" variant="primary" isBusy={isSubmitting} disabledReason={reason}>
              Save
            </Button>
          )}
        </form.Subscribe>
      }
    >
      <div className="flex max-w-100 flex-col gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <form.Field name="oldPassword">
          {(field) => (
            <TextField
              ref={oldPasswordRef}
              label="Current password"
              type="password"
              autoComplete="current-password"
              value={field.state.value}
              error={refusalMessage(update.error)}
              onValueChange={(value) => {
                update.reset();
                field.handleChange(value);
              }}
            />
          )}
        </form.Field>
        <form.AppField name="newPassword">
          {(field) => (
            <div className="flex flex-col gap-1.5">
              <field.Text
                label="New password"
                type="password"
                autoComplete="new-password"
                hint={field.state.value === "" ? validation.passwordHint : undefined}
              />
              {/* The rules replace the hint, because they say the same. */}
              {field.state.value !== "" && <Rules password={field.state.value} />}
            </div>
          )}
        </form.AppField>
        <form.AppField name="confirmation">
          {(field) => <field.Text label="Confirm new password" type="password" autoComplete="new-password" />}
        </form.AppField>
      </div>
    </SettingsCard>
  );
}

/** Why the form cannot be sent yet; undefined when it can. */
function blockedReason(values: typeof emptyForm): string | undefined {
  return formSchema.safeParse(values).error?.issues[0]?.message;
}

/** The server's error about the current password. Retryable errors are shown by a toast only. */
function refusalMessage(error: Error | null): string | undefined {
  return error instanceof AppError && !error.isRetryable ? error.message : undefined;
}

function Rules({ password }: { password: string }) {
  return (
    <ul aria-label="Rules" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {passwordRules(password).map(({ label, isMet }) => {
        const Icon = isMet ? CheckCircleIcon : CircleIcon;
        return (
          <li key={label} className={cx("flex items-center gap-1", isMet ? "text-success-text" : "text-ink-3")}>
            <Icon aria-hidden weight={isMet ? "fill" : "regular"} className="size-3.5" />
            {label}
            <span className="sr-only">{isMet ? ", met" : ", not met"}</span>
          </li>
        );
      })}
    </ul>
  );
}
