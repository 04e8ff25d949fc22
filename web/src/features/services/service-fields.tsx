import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { withForm } from "#web/ui/form/form.tsx";

import { RepositoryFields } from "./repository-fields.tsx";
import { serviceTypeOptions } from "./service-type.tsx";
import { emptyServiceValues, serviceValuesSchema } from "./service-values.ts";

interface ServiceFieldsProps {
  project: ProjectKey;
  isRepositoryRequired: boolean;
  submitLabel: string;
  /** Sends only what has changed. */
  isDirtyOnly: boolean;
}

/** The whole form of a service, the same for one that is made and one that is changed. */
export const ServiceFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as ServiceFieldsProps,
  render: function ServiceFields({ form, project, isRepositoryRequired, submitLabel, isDirtyOnly }) {
    return (
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A field that was mounted anew, as those of another source are, has lost its message.
          void form.validate("change");
          void form.handleSubmit();
        }}
      >
        <RepositoryFields form={form} project={project} isRepositoryRequired={isRepositoryRequired} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
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
        <div className="flex justify-end">
          <form.AppForm>
            <form.Submit label={submitLabel} isDirtyOnly={isDirtyOnly} />
          </form.AppForm>
        </div>
      </form>
    );
  },
});
