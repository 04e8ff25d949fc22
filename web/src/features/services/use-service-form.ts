import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";

import {
  emptyServiceValues,
  serviceValuesSchema,
  toServiceChange,
  toServiceInput,
  toServiceValues,
} from "./service-values.ts";
import { useCreateService, useUpdateService } from "./services.api.ts";

/** The form that makes a service. */
export function useNewServiceForm(project: ProjectKey, onCreated: (service: Service) => void) {
  const create = useCreateService(project);
  return useAppForm({
    defaultValues: emptyServiceValues,
    validators: { onChange: serviceValuesSchema },
    // On failure a toast says why, and the form stays as it is.
    onSubmit: ({ value }) => create.mutateAsync(toServiceInput(value)).then(onCreated, () => {}),
    onSubmitInvalid: focusFirstInvalid,
  });
}

/** The form that changes a service; saved values count as unchanged afterwards. */
export function useServiceForm(project: ProjectKey, service: Service) {
  const update = useUpdateService(project, service.serviceId);
  const form = useAppForm({
    defaultValues: toServiceValues(service),
    validators: { onChange: serviceValuesSchema },
    // On failure a toast says why, and the typed values stay.
    onSubmit: ({ value }) =>
      update.mutateAsync(toServiceChange(value, service)).then(
        (saved) => form.reset(toServiceValues(saved)),
        () => {},
      ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return form;
}
