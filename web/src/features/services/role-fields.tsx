import { withForm } from "#web/ui/form/form.tsx";

import { serviceTypeOptions } from "./service-type.tsx";
import { emptyServiceValues, serviceValuesSchema } from "./service-values.ts";
import { takenNameText } from "./taken-names.ts";
import type { NamedService } from "./taken-names.ts";

interface RoleFieldsProps {
  /** The other services of the product. */
  others: readonly NamedService[];
}

/** What a service is: its name, its type and the role it has in the system. */
export const RoleFields = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as RoleFieldsProps,
  render: function RoleFields({ form, others }) {
    const takenName = (name: string) => {
      const text = takenNameText(name, others);
      return text && <span className="text-warning-text">{text}</span>;
    };
    return (
      <>
        <div className="@container">
          <div className="grid grid-cols-1 gap-4 @sm:grid-cols-2">
            <form.AppField name="name">
              {(field) => <field.Text label="Name" placeholder="web" hint={takenName(field.state.value)} />}
            </form.AppField>
            <form.AppField name="type">
              {(field) => <field.Choice label="Type" options={serviceTypeOptions} />}
            </form.AppField>
          </div>
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
      </>
    );
  },
});
