import { serviceTypes } from "@cairn/contract/services";
import type { ServiceType } from "@cairn/contract/services";
import { templateBodySchema, templateContentSchema } from "@cairn/contract/templates";
import type { Template } from "@cairn/contract/templates";
import { validation } from "@cairn/contract/texts";
import { z } from "zod";

import { outputOptions } from "#web/ui/form/section-outputs.ts";

import type { TemplateInput } from "./templates.api.ts";

type ScopeType = Template["scope"]["type"];
type ContentType = Template["content"]["type"];

const [sectionsSchema, pagesSchema] = templateContentSchema.options;

type SectionValues = z.input<typeof sectionsSchema>["sections"][number];

/** The values of the form. It holds the fields of every kind of template, so that switching loses nothing. */
export interface TemplateValues {
  title: string;
  scope: ScopeType;
  serviceTypes: ServiceType[];
  content: ContentType;
  sections: SectionValues[];
  /** Says for what there is one page each. */
  instructions: string;
  /** The template of each of these pages; null before the choice. */
  childTemplateId: string | null;
}

export const scopeOptions = [
  { value: "organization", label: "Organization" },
  { value: "project", label: "Product" },
  { value: "service", label: "Service" },
  { value: "child-template", label: "Other template" },
] as const satisfies readonly { value: ScopeType; label: string }[];

export const contentOptions = [
  { value: "sections", label: "One page" },
  { value: "pages", label: "Several pages" },
] as const satisfies readonly { value: ContentType; label: string }[];

/** A new section. */
export function emptySection(): SectionValues {
  return { title: "", instructions: { prompt: "", output: outputOptions[0].value } };
}

export function emptyTemplate(): TemplateValues {
  return {
    title: "",
    scope: "project",
    serviceTypes: [],
    content: "sections",
    sections: [emptySection()],
    instructions: "",
    childTemplateId: null,
  };
}

/** The form values of a template. */
export function toTemplateValues({
  title,
  scope,
  content,
}: Pick<Template, "title" | "scope" | "content">): TemplateValues {
  return {
    ...emptyTemplate(),
    title,
    scope: scope.type,
    serviceTypes: scope.type === "service" ? scope.serviceTypes : [],
    content: content.type,
    ...(content.type === "sections"
      ? { sections: content.sections }
      : { instructions: content.instructions, childTemplateId: content.templateId }),
  };
}

const commonSchema = z.object({
  title: templateBodySchema.shape.title,
  scope: z.enum(["organization", "project", "service", "child-template"]),
  serviceTypes: z.array(z.enum(serviceTypes)),
});

/** The hidden fields of the other kind of template are not validated. */
const uncheckedSections = z.array(z.custom<SectionValues>());

export const templateValuesSchema = z
  .discriminatedUnion("content", [
    commonSchema.extend({
      content: z.literal("sections"),
      sections: sectionsSchema.shape.sections,
      instructions: z.string(),
      childTemplateId: z.string().nullable(),
    }),
    commonSchema.extend({
      content: z.literal("pages"),
      sections: uncheckedSections,
      instructions: pagesSchema.shape.instructions,
      childTemplateId: z.custom<string | null>().pipe(pagesSchema.shape.templateId),
    }),
  ])
  .refine(({ scope, serviceTypes }) => scope !== "service" || serviceTypes.length > 0, {
    path: ["serviceTypes"],
    error: validation.typeRequired,
  });

/** The request body that creates or updates the template. */
export function toTemplateInput(values: TemplateValues): TemplateInput {
  const { title, scope, serviceTypes, content, sections, instructions, childTemplateId } = values;
  return {
    title,
    scope: scope === "service" ? { type: scope, serviceTypes } : { type: scope },
    content:
      content === "sections"
        ? { type: content, sections }
        : { type: content, instructions, templateId: childTemplateId ?? "" },
  };
}

/** The scope of a template in words: "Pages of a service: Api, Library". */
export function describeScope(scope: Template["scope"], typeLabel: (type: ServiceType) => string): string {
  switch (scope.type) {
    case "organization":
      return "Pages of the organization";
    case "project":
      return "Pages of a product";
    case "service":
      return `Pages of a service: ${scope.serviceTypes.map(typeLabel).join(", ")}`;
    case "child-template":
      return "Pages that another template makes";
  }
}

/** What a template creates, in a few words. */
export function describeContent(content: Template["content"]): string {
  if (content.type === "pages") return "Several pages";
  return content.sections.length === 1 ? "1 section" : `${content.sections.length} sections`;
}
