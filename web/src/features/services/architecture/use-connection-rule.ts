import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { rulesQuery, useCreateRule } from "#web/features/rules/rules.api.ts";

/** Without "forbids" and "has no line", the words would ask for another check than they get. */
const words = {
  condition: "A change connects parts of the product",
  instruction: "Make no connection that the architecture forbids or has no line for",
};

export interface ConnectionRule {
  /** The rule that holds each change of the product against its lines; null where there is none, undefined while nobody knows. */
  ruleId: string | null | undefined;
  isBusy: boolean;
  create: () => void;
}

/** A rule for all changes of the product by which what is drift here cannot be merged. */
export function useConnectionRule(project: ProjectKey): ConnectionRule {
  const rules = useQuery(rulesQuery(project, { page: 1 }));
  const create = useCreateRule(project);
  const found = rules.data?.content.find(
    ({ serviceId, check }) =>
      serviceId === null && check?.kind === "forbidden-connection" && check.files === "**" && check.isLineNeeded,
  );
  return {
    ruleId: rules.data && (found?.ruleId ?? null),
    isBusy: create.isPending,
    create: () =>
      create.mutate({
        ...words,
        check: { kind: "forbidden-connection", files: "**", isLineNeeded: true },
        isRequired: true,
      }),
  };
}
