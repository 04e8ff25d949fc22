import type { sectionOutputs } from "@cairn/contract/artifacts";
import { serviceTypes } from "@cairn/contract/services";
import type { ServiceType } from "@cairn/contract/services";
import { templateContentSchema, templateSchema } from "@cairn/contract/templates";
import type { Template } from "@cairn/contract/templates";
import { validation } from "@cairn/contract/texts";
import { z } from "zod";

import type { TemplateInput } from "./templates.api.ts";

type ScopeType = Template["scope"]["type"];

/** What the form of a template holds: the scope flat, so that changing it back and forth loses nothing. */
export interface TemplateValues {
  title: string;
  scope: ScopeType;
  serviceTypes: ServiceType[];
  sections: SectionValues[];
}

type SectionValues = z.input<typeof templateContentSchema>["sections"][number];

export const scopeOptions = [
  { value: "organization", label: "Organization" },
  { value: "project", label: "Product" },
  { value: "service", label: "Service" },
] as const satisfies readonly { value: ScopeType; label: string }[];

export const outputOptions = [
  { value: "markdown", label: "Markdown" },
  { value: "mermaid", label: "Mermaid diagram" },
  { value: "plain-text", label: "Plain text" },
] as const satisfies readonly { value: (typeof sectionOutputs)[number]; label: string }[];

/** A section to begin with. */
export function emptySection(): SectionValues {
  return { title: "", instructions: { prompt: "", output: "markdown" } };
}

export function emptyTemplate(): TemplateValues {
  return { title: "", scope: "project", serviceTypes: [], sections: [emptySection()] };
}

export const templateValuesSchema = z
  .object({
    title: templateSchema.shape.title,
    scope: z.enum(["organization", "project", "service"]),
    serviceTypes: z.array(z.enum(serviceTypes)),
    sections: templateContentSchema.shape.sections,
  })
  .refine(({ scope, serviceTypes }) => scope !== "service" || serviceTypes.length > 0, {
    path: ["serviceTypes"],
    error: validation.typeRequired,
  });

/** The call that creates what was typed. */
export function toTemplateInput({ title, scope, serviceTypes, sections }: TemplateValues): TemplateInput {
  return {
    title,
    scope: scope === "service" ? { type: scope, serviceTypes } : { type: scope },
    content: { type: "sections", sections },
  };
}

/** Where pages of a template belong, in words: "Services of type Api, Library". */
export function scopeText(scope: Template["scope"], typeLabel: (type: ServiceType) => string): string {
  if (scope.type === "organization") return "Pages of the organization";
  if (scope.type === "project") return "Pages of a product";
  return `Pages of a service: ${scope.serviceTypes.map(typeLabel).join(", ")}`;
}
