import { useStore } from "@tanstack/react-form";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { changedFields, sameValues } from "#web/features/services/architecture/model/merge-values.ts";
import type { ServiceNode } from "#web/features/services/architecture/model/service-node.ts";
import { RepositoryFields } from "#web/features/services/repository-fields.tsx";
import { RoleFields } from "#web/features/services/role-fields.tsx";
import { serviceValuesSchema } from "#web/features/services/service-values.ts";
import type { ServiceValues } from "#web/features/services/service-values.ts";
import type { NamedService } from "#web/features/services/taken-names.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";

interface NodeFormProps {
  project: ProjectKey;
  node: ServiceNode;
  /** The other services of the canvas. */
  others: readonly NamedService[];
  onEdit: (values: ServiceValues) => void;
  /** Says at once what is missing, also in fields that nobody was in. */
  isStrict: boolean;
}

/** The form of a service, the same as everywhere; what is typed is the draft of the canvas at once. */
export function NodeForm({ project, node, others, onEdit, isStrict }: NodeFormProps) {
  // The form begins with these values and is never given others as its defaults, which would empty its fields.
  const [initial] = useState(node.values);
  const form = useAppForm({
    defaultValues: initial,
    validators: { onChange: serviceValuesSchema },
    onSubmitInvalid: focusFirstInvalid,
  });
  const typed = useStore(form.store, ({ values }) => values);
  const told = useRef(initial);

  // What was typed goes to the canvas.
  useEffect(() => {
    if (sameValues(typed, told.current)) return;
    told.current = typed;
    onEdit(typed);
  }, [typed, onEdit]);

  // What changed the node otherwise, such as taking back a step or somebody else's save, comes into the fields.
  useEffect(() => {
    if (sameValues(node.values, told.current)) return;
    told.current = node.values;
    for (const field of changedFields(form.state.values, node.values)) {
      form.setFieldValue(field, node.values[field], { dontUpdateMeta: true });
    }
  }, [node.values, form]);

  useEffect(() => {
    if (isStrict) void form.handleSubmit();
  }, [isStrict, form]);

  return (
    <form
      noValidate
      data-node-form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter tells what is missing; saving belongs to the canvas as a whole.
        void form.validate("change");
        void form.handleSubmit();
      }}
    >
      <RoleFields form={form} others={others} />
      <RepositoryFields form={form} project={project} isRepositoryRequired={false} />
    </form>
  );
}
