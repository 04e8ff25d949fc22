import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { ServiceFields } from "./service-fields.tsx";
import { useNewServiceForm } from "./use-service-form.ts";

interface ServiceFormProps {
  project: ProjectKey;
  /** The very first service needs a repository. */
  isRepositoryRequired?: boolean;
  submitLabel: string;
  onCreated: (service: Service) => void;
}

/** Adds a service on a screen of its own. */
export function ServiceForm({ project, isRepositoryRequired = false, submitLabel, onCreated }: ServiceFormProps) {
  const form = useNewServiceForm(project, onCreated);
  return (
    <ServiceFields
      form={form}
      project={project}
      isRepositoryRequired={isRepositoryRequired}
      submitLabel={submitLabel}
      isDirtyOnly={false}
    />
  );
}
