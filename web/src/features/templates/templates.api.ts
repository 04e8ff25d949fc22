import type { CallOf } from "@cairn/contract/endpoint";
import { listArtifacts } from "@cairn/contract/pages";
import {
  applyTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listBuiltInTemplates,
  listTemplates,
  updateTemplate,
} from "@cairn/contract/templates";
import type { Template } from "@cairn/contract/templates";
import { outcomes } from "@cairn/contract/texts";
import { useMutation, useQuery } from "@tanstack/react-query";

import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type TemplateInput = NonNullable<CallOf<typeof createTemplate>["body"]>;
type TemplateTarget = NonNullable<CallOf<typeof applyTemplate>["body"]>;

export function templatesQuery(organizationId: string, page = 1) {
  return endpointQuery(listTemplates, { params: { organizationId }, query: { page } });
}

/** The built-in templates. */
export function builtInTemplatesQuery(organizationId: string) {
  return endpointQuery(listBuiltInTemplates, { params: { organizationId } });
}

export function templateQuery(organizationId: string, templateId: string) {
  return endpointQuery(getTemplate, { params: { organizationId, templateId } });
}

async function refreshTemplates(): Promise<void> {
  await Promise.all(
    [listTemplates, getTemplate].map((endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  );
}

export function useCreateTemplate(organizationId: string) {
  return useMutation({
    mutationFn: (body: TemplateInput) => call(createTemplate, { params: { organizationId }, body }),
    onSuccess: refreshTemplates,
    meta: outcomes.templateCreate,
  });
}

export function useUpdateTemplate(organizationId: string, templateId: string) {
  return useMutation({
    mutationFn: (body: TemplateInput) => call(updateTemplate, { params: { organizationId, templateId }, body }),
    onSuccess: refreshTemplates,
    meta: { success: "Template updated", failure: "Could not update template" },
  });
}

export function useDeleteTemplate(organizationId: string, templateId: string) {
  return useMutation({
    mutationFn: () => call(deleteTemplate, { params: { organizationId, templateId } }),
    // Only the lists: nothing needs the deleted template any more.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listTemplates) }),
    meta: { success: "Template deleted", failure: "Could not delete template" },
  });
}

/** Creates the pages of a template; their texts are written afterwards. */
export function useApplyTemplate(organizationId: string) {
  return useMutation({
    mutationFn: ({ templateId, ...body }: TemplateTarget & { templateId: string }) =>
      call(applyTemplate, { params: { organizationId, templateId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: endpointKey(listArtifacts) }),
    meta: outcomes.artifactCreate,
  });
}

/** Templates that a template of several pages can use for each page; child templates first. */
export function useChildTemplates(organizationId: string): Template[] {
  const own = useQuery(templatesQuery(organizationId));
  const builtIn = useQuery(builtInTemplatesQuery(organizationId));
  const all = [...(own.data?.content ?? []), ...(builtIn.data?.content ?? [])];
  const isChild = ({ scope }: Template) => Number(scope.type === "child-template");
  return all.filter(({ content }) => content.type === "sections").sort((one, other) => isChild(other) - isChild(one));
}
