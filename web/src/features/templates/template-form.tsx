import type { ServiceType } from "@cairn/contract/services";
import type { Template } from "@cairn/contract/templates";
import { lazy, Suspense } from "react";

import { CheckboxGroup } from "#web/ui/form/checkbox-group.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

import { TemplateSections } from "./template-sections.tsx";
import {
  contentOptions,
  emptyTemplate,
  scopeOptions,
  templateValuesSchema,
  toTemplateInput,
  toTemplateValues,
} from "./template-values.ts";
import type { TemplateInput } from "./templates.api.ts";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

interface TemplateFormProps {
  /** The initial values; an empty form without a template. */
  template?: Pick<Template, "title" | "scope" | "content">;
  serviceTypeOptions: readonly { value: ServiceType; label: string }[];
  /** Templates that a template of several pages can use for each page. */
  childTemplates: readonly Template[];
  submitLabel: string;
  /** A failure is shown by a toast, and the form stays as it is. */
  onSave: (input: TemplateInput) => Promise<unknown>;
}

/** The form of a template: its title, the scope of its pages, and the instructions of its sections. */
export function TemplateForm({ template, serviceTypeOptions, childTemplates, submitLabel, onSave }: TemplateFormProps) {
  const form = useAppForm({
    defaultValues: template ? toTemplateValues(template) : emptyTemplate(),
    validators: { onChange: templateValuesSchema },
    onSubmit: async ({ value }) => {
      await onSave(toTemplateInput(value)).catch(() => {});
    },
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
      <form.AppField name="title">
        {(field) => <field.Text label="Title" placeholder="Runbook" maxCount={100} />}
      </form.AppField>
      <form.Field name="scope">
        {(field) => <Choice label="Pages belong to" options={scopeOptions} field={field} />}
      </form.Field>
      {/* Fields stay mounted while they are hidden: one that mounts later does not get its error. */}
      <form.Field name="serviceTypes">
        {(field) => (
          <form.Subscribe selector={(state) => [state.values.scope, state.submissionAttempts] as const}>
            {([scope, attempts]) =>
              scope === "service" && (
                <CheckboxGroup
                  label="Types of service"
                  options={serviceTypeOptions}
                  values={field.state.value}
                  onValuesChange={field.handleChange}
                  error={attempts > 0 ? field.state.meta.errors[0]?.message : undefined}
                />
              )
            }
          </form.Subscribe>
        )}
      </form.Field>
      <form.Field name="content">
        {(field) => <Choice label="Makes" options={contentOptions} field={field} />}
      </form.Field>
      <form.Subscribe selector={(state) => state.values.content}>
        {(content) => content === "sections" && <TemplateSections form={form} />}
      </form.Subscribe>
      <form.AppField name="instructions">
        {(field) => (
          <form.Subscribe selector={(state) => state.values.content}>
            {(content) =>
              content === "pages" && (
                <field.Area
                  label="Instructions"
                  hint="For what there shall be one page: every service, or every module of the code."
                  rows={2}
                  maxCount={5000}
                  placeholder="One page for every service"
                />
              )
            }
          </form.Subscribe>
        )}
      </form.AppField>
      <form.Field name="childTemplateId">
        {(field) => (
          <form.Subscribe selector={(state) => [state.values.content, state.submissionAttempts] as const}>
            {([content, attempts]) =>
              content === "pages" && (
                <Suspense fallback={<div className="h-15" />}>
                  <Select
                    label="Each page is made from"
                    options={childTemplates.map(({ templateId, title }) => ({ value: templateId, label: title }))}
                    value={field.state.value}
                    onValueChange={field.handleChange}
                    placeholder="Select a template"
                    error={attempts > 0 ? field.state.meta.errors[0]?.message : undefined}
                  />
                </Suspense>
              )
            }
          </form.Subscribe>
        )}
      </form.Field>
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label={submitLabel} />
        </form.AppForm>
      </div>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  field: { state: { value: Value }; handleChange: (value: Value) => void };
}

function Choice<Value extends string>({ label, options, field }: ChoiceProps<Value>) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium">
        {label}
      </p>
      <SegmentedControl label={label} options={options} value={field.state.value} onValueChange={field.handleChange} />
    </div>
  );
}
