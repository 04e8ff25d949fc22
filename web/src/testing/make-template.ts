import type { Template } from "@cairn/contract/templates";

import { sampleId } from "./sample.ts";

/** A template, by number: of a product's page with one section. */
export function makeTemplate(number: number, change: Partial<Template> = {}): Template {
  return {
    templateId: sampleId(number),
    title: "Runbook",
    scope: { type: "project" },
    content: {
      type: "sections",
      sections: [{ title: "Alarms", instructions: { prompt: "Which alarms exist?", output: "markdown" } }],
    },
    createdAt: "2026-03-02T09:30:00.000Z",
    isBuiltIn: false,
    ...change,
  };
}
