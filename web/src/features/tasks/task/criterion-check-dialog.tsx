import { maxCheckContent, type CriterionCheck } from "@cairn/contract/criterion-checks";
import type { Criterion } from "@cairn/contract/tasks";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useSaveCriterionCheck } from "#web/features/tasks/criterion-checks.api.ts";
import { confirmLoss, focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { checkKindNames, readValues, toValues } from "./check-values.ts";

interface CriterionCheckDialogProps {
  project: ProjectKey;
  taskId: string;
  criterion: Criterion;
  check: CriterionCheck;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const kinds = (["person", "command", "test-file"] as const).map((value) => ({ value, label: checkKindNames[value] }));

const explanations = {
  person: "Nothing is run. Whoever reviews the change judges it.",
  command: "Run before the change, where it must not end like this, and with it, where it must.",
  "test-file": "Kept here and put over the change, which cannot edit it. It must fail before and pass with the change.",
};

/** Chooses what is run for a criterion. */
export function CriterionCheckDialog(props: CriterionCheckDialogProps) {
  const { project, taskId, criterion, check: saved, isOpen, onOpenChange } = props;
  const save = useSaveCriterionCheck(project, taskId);
  const form = useAppForm({
    defaultValues: toValues(saved),
    validators: {
      onChange: ({ value }) => {
        const { problems } = readValues(value);
        return Object.keys(problems).length === 0 ? undefined : { fields: problems };
      },
    },
    onSubmit: async ({ value, formApi }) => {
      const { check } = readValues(value);
      if (check === null) return;
      try {
        await save.mutateAsync({ criterionId: criterion.id, check });
        formApi.reset(toValues(check));
        onOpenChange(false);
      } catch {
        // A toast says why, and the form stays as it is.
      }
    },
    onSubmitInvalid: focusFirstInvalid,
  });
  const change = (next: boolean) => {
    if (!next && !form.state.isDefaultValue && !confirmLoss()) return;
    if (!next) form.reset();
    onOpenChange(next);
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={change} title="How is this checked?" description={criterion.text} width="md">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit();
        }}
      >
        <form.Field name="kind">
          {(field) => (
            <div className="flex flex-col gap-2">
              <SegmentedControl
                label="Check"
                options={kinds}
                value={field.state.value}
                onValueChange={field.handleChange}
              />
              <p className="text-sm text-ink-3">{explanations[field.state.value]}</p>
            </div>
          )}
        </form.Field>
        <form.Subscribe selector={(state) => state.values.kind}>
          {(kind) => (
            <>
              {kind === "test-file" && (
                <>
                  <form.AppField name="path">
                    {(field) => (
                      <field.Text
                        label="Path"
                        placeholder="test/tides.test.js"
                        hint="From the service's folder. What lies there is replaced."
                        isMono
                      />
                    )}
                  </form.AppField>
                  <form.AppField name="content">
                    {(field) => (
                      <field.Area
                        label="Test"
                        rows={8}
                        maxCount={maxCheckContent}
                        isMono
                        spellCheck={false}
                        className="max-h-[45dvh]"
                      />
                    )}
                  </form.AppField>
                </>
              )}
              {kind !== "person" && (
                <form.AppField name="command">
                  {(field) => (
                    <field.Text
                      label="Command"
                      placeholder={kind === "command" ? "npm run tides -- --hours 2" : "node --test test/tides.test.js"}
                      hint="One line for the shell, in the service's folder, without a network."
                      isMono
                      spellCheck={false}
                    />
                  )}
                </form.AppField>
              )}
              {kind === "command" && (
                <div className="grid gap-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
                  <form.AppField name="exitCode">
                    {(field) => <field.Text label="Exit code" inputMode="numeric" isMono />}
                  </form.AppField>
                  <form.AppField name="outputContains">
                    {(field) => <field.Text label="Output contains (optional)" isMono spellCheck={false} />}
                  </form.AppField>
                </div>
              )}
            </>
          )}
        </form.Subscribe>
        <div className="flex justify-end">
          <form.AppForm>
            <form.Submit label="Save" isDirtyOnly />
          </form.AppForm>
        </div>
      </form>
    </Dialog>
  );
}
