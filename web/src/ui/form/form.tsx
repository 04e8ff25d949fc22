import { createFormHook, createFormHookContexts, useStore } from "@tanstack/react-form";
import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { Button } from "#web/ui/action/button.tsx";
import type { ButtonVariant } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";

import { controlClass, Field } from "./field.tsx";
import type { SelectProps } from "./select.tsx";
import { TextArea, TextField } from "./text-field.tsx";
import type { TextAreaProps, TextFieldProps } from "./text-field.tsx";

const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts();

/**
 * Forms validate with the contract's schemas and show their messages. A message appears after its field was left or the
 * form was submitted.
 */
export const { useAppForm, withForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { Text: FormTextField, Area: FormTextArea, Choice: FormSelect },
  formComponents: { Submit: SubmitButton },
});

/** Asks before typed input is discarded; returns true if it may be. */
export function confirmLoss(): boolean {
  // oxlint-disable-next-line no-alert -- the browser's own question also works while the page is being left
  return window.confirm("Leave without saving your changes?");
}

/** Focuses the first invalid field. */
export function focusFirstInvalid(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("form [aria-invalid=true]")?.focus());
}

function useShownError(): string | undefined {
  const field = useFieldContext<unknown>();
  const { isBlurred, errors } = field.state.meta;
  // Read by a subscription, because an attempt changes nothing of a field that was filled by another one.
  const attempts = useStore(field.form.store, (state) => state.submissionAttempts);
  const isShown = isBlurred || attempts > 0;
  const first = errors[0] as { message?: string } | string | undefined;
  return isShown ? (typeof first === "string" ? first : first?.message) : undefined;
}

function FormTextField(props: Omit<TextFieldProps, "value" | "error" | "onValueChange">) {
  const field = useFieldContext<string>();
  const error = useShownError();
  return (
    <TextField
      {...props}
      name={field.name}
      value={field.state.value}
      error={error}
      onValueChange={field.handleChange}
      onBlur={field.handleBlur}
    />
  );
}

function FormTextArea(props: Omit<TextAreaProps, "value" | "error" | "onValueChange">) {
  const field = useFieldContext<string>();
  const error = useShownError();
  return (
    <TextArea
      {...props}
      name={field.name}
      value={field.state.value}
      error={error}
      onValueChange={field.handleChange}
      onBlur={field.handleBlur}
    />
  );
}

/** Loaded with the first form that has one, because the popup is most of the form code. */
const Select = lazy(() => import("./select.tsx").then((module) => ({ default: module.Select })));

function FormSelect(props: Omit<SelectProps<string>, "value" | "error" | "onValueChange">) {
  const field = useFieldContext<string | null>();
  const error = useShownError();
  const placeholder = (
    <Field label={props.label} hint={props.hint}>
      {({ id }) => <div id={id} className={cx(controlClass, "control")} />}
    </Field>
  );
  return (
    <Suspense fallback={placeholder}>
      <Select
        {...props}
        value={field.state.value}
        error={error}
        onValueChange={field.handleChange}
        onBlur={field.handleBlur}
      />
    </Suspense>
  );
}

interface SubmitButtonProps {
  label: string;
  variant?: ButtonVariant;
  /** Enabled only after a change. */
  isDirtyOnly?: boolean;
}

/** Every form has one, so it also registers the question before a changed form is left. */
function SubmitButton({ label, variant = "primary", isDirtyOnly = false }: SubmitButtonProps) {
  const form = useFormContext();
  const mayLeave = () => form.state.isDefaultValue || form.state.isSubmitting;
  useBlocker({
    shouldBlockFn: () => !mayLeave() && !confirmLoss(),
    enableBeforeUnload: () => !mayLeave(),
  });
  return (
    <form.Subscribe selector={(state) => [state.isSubmitting, state.isDefaultValue] as const}>
      {([isSubmitting, isUnchanged]) => (
        <Button
          type="submit"
          variant={variant}
          isBusy={isSubmitting}
          // Keeps the focus in its field until the form is sent: the message of a field that is left moves the button
          // away from under the pointer, and the click is lost.
          onMouseDown={(event) => event.preventDefault()}
          disabledReason={isDirtyOnly && isUnchanged ? "Nothing has changed" : undefined}
        >
          {label}
        </Button>
      )}
    </form.Subscribe>
  );
}
