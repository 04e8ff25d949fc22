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
  /** What is stored now. */
  value: string;
  schema: ZodType<string, string>;
  onSave: (value: string) => Promise<unknown>;
  isMono?: boolean;
  maxCount?: number;
  softMaxCount?: number;
  /** Why it cannot be changed; the field is then read-only. */
  blockedReason?: string;
}

/** A setting of one text with its own Save, which works once the text has changed. */
export function SingleFieldCard({ title, description, note, value, schema, onSave, ...rest }: SingleFieldCardProps) {
  const { blockedReason, maxCount, ...look } = rest;
  const isBlocked = blockedReason !== undefined;
  // Nobody counts the characters of what they cannot change.
  const fieldProps = { ...look, maxCount: isBlocked ? undefined : maxCount };
  const form = useAppForm({
    defaultValues: { value },
    validators: { onChange: z.object({ value: schema }) },
    // A refusal is told by a toast; what was typed stays.
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

/** A value to read and copy. */
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
