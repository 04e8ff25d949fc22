import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useTestNewConnection } from "#web/features/repository-settings/connection-test.api.ts";
import { withForm } from "#web/ui/form/form.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { TrialButton } from "#web/ui/form/trial-button.tsx";

import { emptyServiceValues, serviceValuesSchema, testProblem, toConnection } from "./service-values.ts";

/** Fields for an external repository: the connection test, then the main branch. */
export const RemoteFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as { project: ProjectKey },
  render: function RemoteFields({ form, project }) {
    const test = useTestNewConnection(project);
    const testConnection = () => {
      const connection = toConnection(form.state.values);
      if (!connection) return;
      test.mutate(connection, {
        onSuccess: ({ branches, defaultBranch }) => {
          const proposed = defaultBranch ?? branches[0];
          const isKept = branches.includes(form.state.values.mainBranch) && form.state.fieldMeta.mainBranch?.isDirty;
          if (proposed !== undefined && !isKept) form.setFieldValue("mainBranch", proposed);
        },
      });
    };
    return (
      <form.Subscribe selector={(state) => state.values}>
        {(values) => {
          // The result is valid only for the tested connection.
          const isTested = test.variables && JSON.stringify(test.variables) === JSON.stringify(toConnection(values));
          const branches = isTested ? (test.found?.branches ?? []) : [];
          return (
            <>
              <TrialButton
                label="Test connection"
                isBusy={test.isPending}
                result={isTested ? test.result : null}
                disabledReason={testProblem(values)}
                onTry={testConnection}
              />
              {branches.length === 0 ? (
                <form.AppField name="mainBranch">
                  {(field) => <field.Text label="Main branch" isMono spellCheck={false} />}
                </form.AppField>
              ) : (
                <form.Field name="mainBranch">
                  {(field) => (
                    <SearchSelect
                      label="Main branch"
                      isMono
                      searchPlaceholder="Find a branch"
                      emptyText="No branches"
                      items={branches.map((name) => ({
                        key: name,
                        label: name,
                        icon: <GitBranchIcon aria-hidden className="size-4 shrink-0 text-ink-3" />,
                      }))}
                      value={field.state.value}
                      onValueChange={field.handleChange}
                      onBlur={field.handleBlur}
                    />
                  )}
                </form.Field>
              )}
            </>
          );
        }}
      </form.Subscribe>
    );
  },
});
