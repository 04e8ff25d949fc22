import type { Repository } from "@cairn/contract/repositories";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { withForm } from "#web/ui/form/form.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";

import { FolderPicker } from "./folder-picker.tsx";
import { emptyServiceValues, serviceValuesSchema } from "./service-values.ts";

/** One of the repositories the product has, and a folder of it. */
export const ExistingRepository = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as { project: ProjectKey },
  render: function ExistingRepository({ form, project }) {
    const { items: repositories, isComplete, failure } = useAllPages((page) => repositoriesQuery(project, page));
    return (
      <>
        <form.Field name="repositoryId">
          {(field) => {
            const { isBlurred, errors } = field.state.meta;
            const isShown = isBlurred || field.form.state.submissionAttempts > 0;
            return (
              <SearchSelect
                label="Repository of this product"
                searchPlaceholder="Find a repository"
                emptyText={isComplete ? "This product has no repository yet" : "Loading repositories"}
                failure={failure}
                error={isShown ? errors[0]?.message : undefined}
                items={repositories.map((one) => ({ key: one.repositoryId, label: repositoryLabel(one) }))}
                value={field.state.value}
                onValueChange={field.handleChange}
                onBlur={field.handleBlur}
              />
            );
          }}
        </form.Field>
        <form.Subscribe selector={(state) => state.values.repositoryId}>
          {(repositoryId) => {
            const chosen = repositories.find((one) => one.repositoryId === repositoryId);
            return (
              <form.AppField name="workingPath">
                {(field) => (
                  <field.Text
                    label="Working path"
                    isMono
                    spellCheck={false}
                    hint="The folder of the service, / for all"
                    trailing={
                      chosen?.indexing.commit && (
                        <FolderPicker
                          repositoryKey={{ ...project, repositoryId: chosen.repositoryId }}
                          branchName={chosen.mainBranch}
                          value={field.state.value}
                          onValueChange={field.handleChange}
                        />
                      )
                    }
                  />
                )}
              </form.AppField>
            );
          }}
        </form.Subscribe>
      </>
    );
  },
});

function repositoryLabel({ owner, repo, isReadOnly }: Repository): string {
  return `${owner ? `${owner}/` : ""}${repo}${isReadOnly ? "" : " · Writable"}`;
}
