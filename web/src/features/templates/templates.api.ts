import type { CallOf } from "@cairn/contract/endpoint";
import { createTemplate, listTemplates } from "@cairn/contract/templates";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import { call } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";

export type TemplateInput = NonNullable<CallOf<typeof createTemplate>["body"]>;

export function templatesQuery(organizationId: string, page: number) {
  return endpointQuery(listTemplates, { params: { organizationId }, query: { page } });
}

export function useCreateTemplate(organizationId: string) {
  return useMutation({
    mutationFn: (body: TemplateInput) => call(createTemplate, { params: { organizationId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listTemplates) }),
    meta: outcomes.templateCreate,
  });
}
