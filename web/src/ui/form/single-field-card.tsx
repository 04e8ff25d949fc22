import type { ReactNode } from "react";
import { z } from "zod";
import type { ZodType } from "zod";

import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { focusFirstInvalid, useAppForm } from "./form.tsx";
import { TextField } from "./text-field.tsx";

export interface SingleFieldCardProps {
  title: string;
  description?: ReactNode;
  note?: ReactNode;
  /** The stored value. */
  value: string;
  schema: ZodType<string, string>;
  onSave: (value: string) => Promise<unknown>;
  isMono?: boolean;
  maxCount?: number;
  softMaxCount?: number;
  /** Why it cannot be changed; makes the field read-only. */
  blockedReason?: string;
}

/** A settings card with one text field and a Save button that is enabled after a change. */
export function SingleFieldCard({ title, description, note, value, schema, onSave, ...rest }: SingleFieldCardProps) {
  const { blockedReason, maxCount, ...check } = rest;
  const isBlocked = blockedReason !== undefined;
  // A read-only field needs no character counter.
  const fieldProps = { ...check, maxCount: isBlocked ? undefined : maxCount };
  const form = useAppForm({
    defaultValues: { value },
    validators: { onChange: z.object({ value: schema }) },
    // On failure a toast says why, and the typed values stay.
    onSubmit: ({ value: changed }) =>
      onSave(changed.value).then(
        () => form.reset(changed),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <SettingsCard
      title={title}
      description={description}
      note={blockedReason ?? note}
      onSubmit={() => void form.handleSubmit()}
      action={
        !blockedReason && (
          <form.AppForm>
            <form.Submit label="Save" isDirtyOnly />
          </form.AppForm>
        )
      }
    >
      <form.AppField name="value">
        {(field) => <field.Text label={title} isLabelHidden {...fieldProps} readOnly={isBlocked} />}
      </form.AppField>
    </SettingsCard>
  );
}

/** A settings card with a read-only value and a copy button. */
export function ReadOnlyCard({ title, description, value }: { title: string; description?: string; value: string }) {
  return (
    <SettingsCard title={title} description={description}>
      <TextField
        label={title}
        isLabelHidden
        isMono
        readOnly
        value={value}
        trailing={<CopyButton text={value} label={`Copy ${title}`} />}
      />
    </SettingsCard>
  );
}
