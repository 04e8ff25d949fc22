import type { Template } from "@cairn/contract/templates";
import { useQuery } from "@tanstack/react-query";

import { builtInTemplatesQuery, templatesQuery } from "./templates.api.ts";

/** Templates of sections, which a template of pages can make its pages from; those made for it first. */
export function useChildTemplates(organizationId: string): Template[] {
  const own = useQuery(templatesQuery(organizationId));
  const builtIn = useQuery(builtInTemplatesQuery(organizationId));
  const all = [...(own.data?.content ?? []), ...(builtIn.data?.content ?? [])];
  const isChild = ({ scope }: Template) => Number(scope.type === "child-template");
  return all.filter(({ content }) => content.type === "sections").sort((one, other) => isChild(other) - isChild(one));
}
