import { AppError } from "@cairn/contract/errors";
import type { Service } from "@cairn/contract/services";
import { useStore } from "@tanstack/react-form";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";

import {
  emptyServiceValues,
  serviceValuesSchema,
  toServiceChange,
  toServiceInput,
  toServiceValues,
} from "./service-values.ts";
import type { ServiceValues } from "./service-values.ts";
import { refreshServices, useCreateService, useUpdateService } from "./services.api.ts";

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
  // What somebody else saves while this is typed in is not what was seen: it is told once, and replaced by the next save.
  const [seen, setSeen] = useState(service);
  const [isTold, setIsTold] = useState(false);
  const save = async (value: ServiceValues) => {
    try {
      const saved = await update.mutateAsync(toServiceChange(value, isTold ? service : seen));
      setSeen(saved);
      setIsTold(false);
      form.reset(toServiceValues(saved));
    } catch (error) {
      if (!(error instanceof AppError && error.code === "conflict")) return;
      await refreshServices(project).catch(() => {});
      setIsTold(true);
    }
  };
  const form = useAppForm({
    defaultValues: toServiceValues(seen),
    validators: { onChange: serviceValuesSchema },
    // On failure a toast says why, and the typed values stay.
    onSubmit: ({ value }) => save(value),
    onSubmitInvalid: focusFirstInvalid,
  });
  const isDirty = useStore(form.store, (state) => state.isDirty);
  if (!isDirty && seen !== service) setSeen(service);
  return form;
}
