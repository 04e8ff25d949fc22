import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { confirmLoss } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { ServiceFields } from "./service-fields.tsx";
import type { NamedService } from "./taken-names.ts";
import { useNewServiceForm } from "./use-service-form.ts";

interface CreateServiceDialogProps {
  project: ProjectKey;
  /** The services that the product has. */
  others: readonly NamedService[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function CreateServiceDialog({ project, others, isOpen, onOpenChange }: CreateServiceDialogProps) {
  const form = useNewServiceForm(project, () => onOpenChange(false));
  const change = (next: boolean) => (next || form.state.isDefaultValue || confirmLoss()) && onOpenChange(next);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title="Create Service"
      description="A service is one part of your product: a web app, an API, a library, a database."
      width="md"
    >
      <ServiceFields
        form={form}
        project={project}
        others={others}
        isRepositoryRequired={false}
        submitLabel="Create Service"
        isDirtyOnly={false}
      />
    </Dialog>
  );
}
