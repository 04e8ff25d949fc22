import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Dialog } from "#web/ui/dialog.tsx";

import { ServiceForm } from "./service-form.tsx";

interface CreateServiceDialogProps {
  project: ProjectKey;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function CreateServiceDialog({ project, isOpen, onOpenChange }: CreateServiceDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Create Service"
      description="A service is one part of your product: a web app, an API, a library, a database."
      width="md"
    >
      <ServiceForm project={project} onCreated={() => onOpenChange(false)} />
    </Dialog>
  );
}
