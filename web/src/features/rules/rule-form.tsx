import { maxRuleText } from "@cairn/contract/rule-texts";
import type { Rule } from "@cairn/contract/rules";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";

import { CheckFields } from "./check-fields.tsx";
import { emptyRuleValues, ruleValuesSchema, toRuleInput, toRuleValues, wholeProduct } from "./rule-values.ts";
import type { RuleInput } from "./rules.api.ts";

interface RuleFormProps {
  project: ProjectKey;
  /** Absent for a new one. */
  rule?: Rule;
  services: readonly { serviceId: string; name: string }[];
  submitLabel: string;
  /** On failure a toast says why, and the form stays as it is. */
  onSave: (rule: RuleInput) => Promise<unknown>;
}

/** The condition, instruction and scope of a rule, and how it is checked. */
export function RuleForm({ project, rule, services, submitLabel, onSave }: RuleFormProps) {
  const form = useAppForm({
    defaultValues: rule === undefined ? emptyRuleValues : toRuleValues(rule),
    validators: { onChange: ruleValuesSchema },
    onSubmit: async ({ value, formApi }) => {
      const input = toRuleInput(value);
      if (input === null) return;
      await onSave(input).then(
        () => formApi.reset(value),
        () => {},
      );
    },
    onSubmitInvalid: focusFirstInvalid,
  });
  const choices = [
    { value: wholeProduct, label: "The whole product" },
    ...services.map(({ serviceId, name }) => ({ value: serviceId, label: name })),
  ];
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="condition">
        {(field) => (
          <field.Area
            label="If"
            rows={3}
            maxCount={maxRuleText}
            className="max-h-[60dvh]"
            placeholder="A database migration is added"
            hint="When an agent should think of it."
          />
        )}
      </form.AppField>
      <form.AppField name="instruction">
        {(field) => (
          <field.Area
            label="Then"
            rows={5}
            maxCount={maxRuleText}
            className="max-h-[60dvh]"
            placeholder="Write it so that it can run twice, and add a line to the changelog"
            hint="What it does then."
          />
        )}
      </form.AppField>
      {services.length > 0 && (
        <form.AppField name="serviceId">
          {(field) => (
            <field.Choice
              label="Holds for"
              options={choices}
              hint="Agents that work on another service do not get it."
            />
          )}
        </form.AppField>
      )}
      <CheckFields form={form} project={project} />
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label={submitLabel} isDirtyOnly={rule !== undefined} />
        </form.AppForm>
      </div>
    </form>
  );
}
