import type { ServiceType } from "@cairn/contract/services";
import type { Template } from "@cairn/contract/templates";

import { CheckGroup } from "#web/ui/check-group.tsx";
import { focusFirstInvalid, useAppForm } from "#web/ui/form.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

import { TemplateSections } from "./template-sections.tsx";
import { emptyTemplate, scopeOptions, templateValuesSchema, toTemplateInput } from "./template-values.ts";
import { useCreateTemplate } from "./templates.api.ts";

interface TemplateFormProps {
  organizationId: string;
  serviceTypeOptions: readonly { value: ServiceType; label: string }[];
  onCreated: (template: Template) => void;
}

/** A template: what a page is called, where such pages belong, and what each section is to be written from. */
export function TemplateForm({ organizationId, serviceTypeOptions, onCreated }: TemplateFormProps) {
  const create = useCreateTemplate(organizationId);
  const form = useAppForm({
    defaultValues: emptyTemplate(),
    validators: { onChange: templateValuesSchema },
    // A refusal is told by a toast; the form stays as it is.
    onSubmit: ({ value }) => create.mutateAsync(toTemplateInput(value)).then(onCreated, () => {}),
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
        {(field) => (
          <div className="flex flex-col gap-1.5">
            <p aria-hidden="true" className="text-sm font-medium">
              Pages belong to
            </p>
            <SegmentedControl
              label="Pages belong to"
              options={scopeOptions}
              value={field.state.value}
              onValueChange={field.handleChange}
            />
          </div>
        )}
      </form.Field>
      <form.Subscribe selector={(state) => [state.values.scope, state.submissionAttempts] as const}>
        {([scope, attempts]) =>
          scope === "service" && (
            <form.Field name="serviceTypes">
              {(field) => (
                <CheckGroup
                  label="Types of service"
                  options={serviceTypeOptions}
                  values={field.state.value}
                  onValuesChange={field.handleChange}
                  error={attempts > 0 ? field.state.meta.errors[0]?.message : undefined}
                />
              )}
            </form.Field>
          )
        }
      </form.Subscribe>
      <TemplateSections form={form} />
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label="Create Template" />
        </form.AppForm>
      </div>
    </form>
  );
}
