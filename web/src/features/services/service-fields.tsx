import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { withForm } from "#web/ui/form/form.tsx";

import { RepositoryFields } from "./repository-fields.tsx";
import { RoleFields } from "./role-fields.tsx";
import { emptyServiceValues, serviceValuesSchema } from "./service-values.ts";
import type { NamedService } from "./taken-names.ts";

interface ServiceFieldsProps {
  project: ProjectKey;
  /** The other services of the product. */
  others: readonly NamedService[];
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
  render: function ServiceFields({ form, project, others, isRepositoryRequired, submitLabel, isDirtyOnly }) {
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
        <RoleFields form={form} others={others} />
        <div className="flex justify-end">
          <form.AppForm>
            <form.Submit label={submitLabel} isDirtyOnly={isDirtyOnly} />
          </form.AppForm>
        </div>
      </form>
    );
  },
});
