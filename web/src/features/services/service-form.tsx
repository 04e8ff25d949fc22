import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

import { serviceTypeOptions } from "./service-type.tsx";
import { emptyServiceValues, nameFromUrl, serviceValuesSchema, toServiceInput } from "./service-values.ts";
import type { RepositorySource } from "./service-values.ts";
import { useCreateService } from "./services.api.ts";

interface ServiceFormProps {
  project: ProjectKey;
  /** A service without code makes no sense as the very first one. */
  isRepositoryRequired?: boolean;
  submitLabel?: string;
  onCreated: (service: Service) => void;
}

/** Adds a service: where its code is, what it is called, what it does. */
export function ServiceForm({
  project,
  isRepositoryRequired = false,
  submitLabel = "Create Service",
  onCreated,
}: ServiceFormProps) {
  const create = useCreateService(project);
  const repositories = useQuery(repositoriesQuery(project)).data?.content ?? [];
  const form = useAppForm({
    defaultValues: emptyServiceValues,
    validators: { onChange: serviceValuesSchema },
    // A refusal is told by a toast; the form stays as it is.
    onSubmit: ({ value }) => create.mutateAsync(toServiceInput(value)).then(onCreated, () => {}),
    onSubmitInvalid: focusFirstInvalid,
  });

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.Field name="source">
        {(field) => (
          <div className="flex flex-col gap-1.5">
            <p aria-hidden="true" className="text-sm font-medium">
              Repository
            </p>
            <SegmentedControl
              label="Repository"
              options={sourceOptions(repositories.length > 0, isRepositoryRequired)}
              value={field.state.value}
              onValueChange={field.handleChange}
            />
          </div>
        )}
      </form.Field>
      <form.Subscribe selector={(state) => state.values.source}>
        {(source) => (
          <>
            {source === "url" && (
              <form.AppField
                name="url"
                listeners={{
                  onBlur: ({ value }) => {
                    if (!form.state.values.name) form.setFieldValue("name", nameFromUrl(value));
                  },
                }}
              >
                {(field) => (
                  <field.Text
                    label="Repository URL"
                    type="url"
                    inputMode="url"
                    placeholder="https://github.com/owner/repository"
                    hint="The address of a public Git repository"
                  />
                )}
              </form.AppField>
            )}
            {source === "existing" && (
              <form.AppField name="repositoryId">
                {(field) => <field.Choice label="Repository of this product" options={repositories.map(toOption)} />}
              </form.AppField>
            )}
          </>
        )}
      </form.Subscribe>
      <div className="grid gap-4 sm:grid-cols-2">
        <form.AppField name="name">{(field) => <field.Text label="Name" placeholder="web" />}</form.AppField>
        <form.AppField name="type">
          {(field) => <field.Choice label="Type" options={serviceTypeOptions} />}
        </form.AppField>
      </div>
      <form.AppField name="description">
        {(field) => (
          <field.Area
            label="Description"
            rows={3}
            maxCount={512}
            placeholder="Serves departures and delays to the boards"
            hint="The role of this service in your system"
          />
        )}
      </form.AppField>
      <form.Subscribe selector={(state) => state.values.source}>
        {(source) =>
          source !== "none" && (
            <div className="grid gap-4 sm:grid-cols-2">
              {source === "url" && (
                <form.AppField name="mainBranch">
                  {(field) => <field.Text label="Main branch" isMono spellCheck={false} />}
                </form.AppField>
              )}
              <form.AppField name="workingPath">
                {(field) => (
                  <field.Text
                    label="Working path"
                    isMono
                    spellCheck={false}
                    hint="The folder of the service, / for all"
                  />
                )}
              </form.AppField>
            </div>
          )
        }
      </form.Subscribe>
      <div className="flex justify-end">
        <form.AppForm>
          <form.Submit label={submitLabel} />
        </form.AppForm>
      </div>
    </form>
  );
}

function sourceOptions(hasRepositories: boolean, isRepositoryRequired: boolean) {
  const all: { value: RepositorySource; label: string; isShown: boolean }[] = [
    { value: "url", label: "Public URL", isShown: true },
    { value: "existing", label: "Existing", isShown: hasRepositories },
    { value: "none", label: "None", isShown: !isRepositoryRequired },
  ];
  return all.filter(({ isShown }) => isShown);
}

function toOption(repository: Repository): { value: string; label: string } {
  return {
    value: repository.repositoryId,
    label: repository.owner ? `${repository.owner}/${repository.repo}` : repository.repo,
  };
}
