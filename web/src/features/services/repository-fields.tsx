import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { withForm } from "#web/ui/form/form.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

import { ExistingRepository } from "./existing-repository.tsx";
import { GithubRepositoryField } from "./github-repository-field.tsx";
import { RemoteFields } from "./remote-fields.tsx";
import { emptyServiceValues, isRemote, repositorySources, serviceValuesSchema } from "./service-values.ts";
import type { RepositorySource } from "./service-values.ts";
import { SshFields } from "./ssh-fields.tsx";
import { UrlFields } from "./url-fields.tsx";

interface RepositoryFieldsProps {
  project: ProjectKey;
  isRepositoryRequired: boolean;
}

/** Where the code of a service comes from, and which part of it is the service. */
export const RepositoryFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as RepositoryFieldsProps,
  render: function RepositoryFields({ form, project, isRepositoryRequired }) {
    return (
      <>
        <form.Field name="source">
          {(field) => (
            <div className="flex flex-col items-start gap-1.5">
              <p aria-hidden="true" className="text-sm font-medium">
                Repository
              </p>
              <SegmentedControl
                label="Repository"
                options={sourceOptions(isRepositoryRequired)}
                value={field.state.value}
                onValueChange={field.handleChange}
              />
            </div>
          )}
        </form.Field>
        <form.Subscribe selector={({ values }) => [values.source, values.github === null] as const}>
          {([source, isGithubOpen]) => (
            <>
              {source === "github" && <GithubRepositoryField form={form} project={project} />}
              {source === "ssh" && <SshFields form={form} project={project} />}
              {source === "url" && <UrlFields form={form} />}
              {source === "new" && (
                <form.AppField
                  name="hostedName"
                  listeners={{
                    onBlur: ({ value }) => {
                      if (value.trim() && !form.state.values.name) form.setFieldValue("name", value.trim());
                    },
                  }}
                >
                  {(field) => (
                    <field.Text
                      label="Repository name"
                      isMono
                      spellCheck={false}
                      maxCount={50}
                      placeholder="ferry-board"
                      hint="Made on this server, empty; you push to it"
                    />
                  )}
                </form.AppField>
              )}
              {source === "existing" && <ExistingRepository form={form} project={project} />}
              {isRemote(source) && !(source === "github" && isGithubOpen) && (
                <RemoteFields form={form} project={project} />
              )}
              {(isRemote(source) || source === "new") && (
                <form.AppField name="workingPath">
                  {(field) => <field.Text label="Working path" isMono spellCheck={false} hint={workingPathHint} />}
                </form.AppField>
              )}
            </>
          )}
        </form.Subscribe>
      </>
    );
  },
});

const workingPathHint = "The folder of the service, / for all";

const sourceLabels: Record<RepositorySource, string> = {
  github: "GitHub",
  ssh: "SSH",
  url: "Url",
  new: "New",
  existing: "Existing",
  none: "None",
};

function sourceOptions(isRepositoryRequired: boolean) {
  return repositorySources
    .filter((source) => source !== "none" || !isRepositoryRequired)
    .map((value) => ({ value, label: sourceLabels[value] }));
}
