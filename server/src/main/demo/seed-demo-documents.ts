import { mentionAddress } from "@cairn/contract/mentions";
import { type SectionInput } from "@cairn/contract/page-sections";
import { createArtifact, listArtifacts } from "@cairn/contract/pages";
import type { Service } from "@cairn/contract/services";
import { applyTemplate, createTemplate, listBuiltInTemplates, listTemplates } from "@cairn/contract/templates";

import type { ApiCaller } from "./api-caller.ts";

interface DemoTarget {
  organizationId: string;
  projectId: string;
}

type DemoSection = Pick<SectionInput, "title" | "content"> & { prompt?: string; output?: "markdown" | "mermaid" };

const glossary: readonly DemoSection[] = [
  {
    title: "Words we use",
    content: `| Word | Meaning |
| --- | --- |
| Sailing | One boat that leaves one quay once, at a planned minute |
| Line | All sailings between the same quays under one name |
| Berth | The place at a quay where a boat lies; the board shows its letter |
| Delay | Minutes that the crew announced beforehand |
| Late | Left after its time without anybody having said so |
| Cancelled | Taken out by the harbour office, always with a reason |`,
  },
];

/** `glossary` is the address of the page above. */
function handbook(glossaryAddress: string): readonly DemoSection[] {
  return [
    {
      title: "How we work",
      content: `Small changes, each with a test that fails without it. What passengers see is shown to the harbour office before it is merged.

1. Take the top task of **Todo** and say so on the board.
2. Work on a branch of your own; push early.
3. Ask for a review as soon as the tests are green.
4. Merge yourself, and look at the quay screens for five minutes.`,
    },
    {
      title: "Words",
      content: `We speak like the harbour office. What *late*, *delayed* and *cancelled* mean stands in the [Glossary](${glossaryAddress}); code, tests and screens use the same words.`,
    },
    {
      title: "On call",
      content: `One of us is on call while boats sail, from 05:30 to 23:00.

- [ ] Telephone charged and loud
- [ ] Access to the machines at the quay tried once
- [ ] The number of the harbour office saved

A dark screen is worse than an old one: if in doubt, show the printed timetable.`,
    },
  ];
}

const domainModel: readonly DemoSection[] = [
  {
    title: "Entities",
    content: "",
    prompt: "Draw the stored entities with their fields and relations.",
    output: "mermaid",
  },
  { title: "Delays", content: "", prompt: "How are delays computed, and where is the rule for being late?" },
  {
    title: "What we decided",
    content:
      "Times are minutes since midnight of the sailing's day. A sailing that leaves after midnight belongs to the day it was planned for, so that the board and the printed timetable agree.",
  },
];

const templates = [
  {
    title: "Quay screen",
    scope: { type: "service" as const, serviceTypes: ["frontend" as const] },
    content: {
      type: "sections" as const,
      sections: [
        { title: "What it shows", instructions: { prompt: "Say what this service is responsible for." } },
        { title: "Settings", instructions: { prompt: "List the settings with their defaults and what each is for." } },
        { title: "When it goes dark", instructions: { prompt: "Which failures does the code report?" } },
      ],
    },
  },
  {
    title: "Season opening",
    scope: { type: "project" as const },
    content: {
      type: "sections" as const,
      sections: [
        {
          title: "Before the first boat",
          instructions: { prompt: "List the settings that must be set before the first run." },
        },
        {
          title: "What changed since last season",
          instructions: { prompt: "Say what the last version and the last commits changed." },
        },
      ],
    },
  },
  {
    title: "Team agreement",
    scope: { type: "organization" as const },
    content: {
      type: "sections" as const,
      sections: [
        {
          title: "Technology",
          instructions: {
            prompt: "List the languages with their shares and the frameworks with what they are used for.",
          },
        },
      ],
    },
  },
];

/** Which built-in templates the demo's pages are made from, and the service they are about. */
const applied: readonly { template: string; service?: string }[] = [
  { template: "API reference", service: "Departures API" },
  { template: "Runbook", service: "Departures API" },
  { template: "Data model", service: "Database" },
  { template: "Release notes" },
];

/** Documents and templates of the demo workspace; what is there by its title is not made again. */
export async function seedDemoDocuments(
  client: ApiCaller,
  location: DemoTarget,
  services: readonly Service[],
): Promise<void> {
  const { organizationId, projectId } = location;
  const params = { organizationId };
  const listed = await client.call(listArtifacts, { params });
  const known = new Map(listed.content.map(({ title, artifactId }) => [title, artifactId]));
  const make = async (title: string, sections: readonly DemoSection[], owner: { projectId?: string }) =>
    known.get(title) ??
    (await client.call(createArtifact, { params, body: { title, sections: sections.map(toSection), ...owner } }))
      .artifactId;

  const artifactId = await make("Glossary", glossary, {});
  await make("Engineering handbook", handbook(mentionAddress({ kind: "page", artifactId })), {});
  await make("Domain model", domainModel, { projectId });
  await applyTemplates(client, location, { services, known });
  await makeTemplates(client, organizationId);
}

function toSection({ title, content, prompt = "", output = "markdown" }: DemoSection): SectionInput {
  return { title, content: content ?? "", instructions: { prompt, output } };
}

async function applyTemplates(
  client: ApiCaller,
  { organizationId, projectId }: DemoTarget,
  { services, known }: { services: readonly Service[]; known: ReadonlyMap<string, string> },
): Promise<void> {
  const { content } = await client.call(listBuiltInTemplates, { params: { organizationId } });
  for (const { template, service } of applied) {
    const templateId = content.find(({ title }) => title === template)?.templateId;
    if (templateId === undefined || known.has(template)) continue;
    const serviceId = services.find(({ name }) => name === service)?.serviceId ?? null;
    await client.call(applyTemplate, { params: { organizationId, templateId }, body: { projectId, serviceId } });
  }
}

async function makeTemplates(client: ApiCaller, organizationId: string): Promise<void> {
  const { content } = await client.call(listTemplates, { params: { organizationId } });
  for (const template of templates) {
    if (content.some(({ title }) => title === template.title)) continue;
    await client.call(createTemplate, { params: { organizationId }, body: template });
  }
}
