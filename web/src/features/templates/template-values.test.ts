import { createTemplate } from "@cairn/contract/templates";
import { validation } from "@cairn/contract/texts";
import { expect, test } from "vitest";

import {
  emptySection,
  emptyTemplate,
  describeScope,
  templateValuesSchema,
  toTemplateInput,
  toTemplateValues,
} from "./template-values.ts";
import type { TemplateValues } from "./template-values.ts";

const filled: TemplateValues = {
  ...emptyTemplate(),
  title: "Runbook",
  scope: "service",
  serviceTypes: ["api", "library"],
  sections: [{ title: "Alarms", instructions: { prompt: "Which alarms exist?", output: "mermaid" } }],
};

const messages = (change: Partial<TemplateValues>) =>
  (templateValuesSchema.safeParse({ ...filled, ...change }).error?.issues ?? []).map(({ path, message }) => [
    path.join("."),
    message,
  ]);

test("a filled form makes a request that the contract accepts", () => {
  expect(messages({})).toEqual([]);
  for (const scope of ["organization", "project", "service"] as const) {
    const body = toTemplateInput({ ...filled, scope });
    expect(createTemplate.body.parse(body)).toMatchObject({ title: "Runbook", scope: { type: scope } });
  }
});

test("service types are only required and sent for the scope service", () => {
  expect(messages({ serviceTypes: [] })).toEqual([["serviceTypes", validation.typeRequired]]);
  expect(messages({ scope: "project", serviceTypes: [] })).toEqual([]);
  expect(toTemplateInput({ ...filled, scope: "project" }).scope).toEqual({ type: "project" });
});

test("each invalid field has the message of the specification", () => {
  expect(messages({ title: " " })).toEqual([["title", "Title is required"]]);
  expect(messages({ title: "x".repeat(101) })).toEqual([["title", "Title cannot be longer than 100 characters"]]);
  expect(messages({ sections: [] })).toEqual([["sections", "At least one section is required"]]);
  expect(messages({ sections: [emptySection()] })).toEqual([
    ["sections.0.title", "Title is too short"],
    ["sections.0.instructions.prompt", "Instructions are too short"],
  ]);
});

test("a template of several pages needs instructions and a child template", () => {
  const pages = { content: "pages" as const, sections: [emptySection()] };
  expect(messages(pages)).toEqual([
    ["instructions", "Instructions are too short"],
    ["childTemplateId", "Select a template"],
  ]);
  const childTemplateId = "6f0a4d0e-53b7-4c5c-9a36-2f6f0d3c1a09";
  const values = { ...filled, ...pages, instructions: "One page per service", childTemplateId };
  expect(templateValuesSchema.safeParse(values).success).toBe(true);
  const body = createTemplate.body.parse(toTemplateInput(values));
  expect(body.content).toEqual({ type: "pages", instructions: "One page per service", templateId: childTemplateId });
  expect(toTemplateValues(body)).toMatchObject({ content: "pages", childTemplateId });
});

test("converting to a template and back returns the same values", () => {
  expect(toTemplateValues(createTemplate.body.parse(toTemplateInput(filled)))).toEqual(filled);
});

test("a new form has the scope project and one empty section", () => {
  expect(emptyTemplate()).toMatchObject({ scope: "project", sections: [emptySection()] });
});

test("a scope is described in words", () => {
  const label = (type: string) => type.toUpperCase();
  expect(describeScope({ type: "service", serviceTypes: ["api", "library"] }, label)).toBe(
    "Pages of a service: API, LIBRARY",
  );
  expect(describeScope({ type: "organization" }, label)).toBe("Pages of the organization");
});
