import { createTopic, listTopics } from "@cairn/contract/external-context";
import { createRule, listRules } from "@cairn/contract/rules";
import type { Service } from "@cairn/contract/services";

import type { ApiCaller } from "./api-caller.ts";

/** Of the whole product where no service is named. */
const rules: readonly { service?: string; condition: string; instruction: string }[] = [
  {
    condition: "A rule about delays or cancelled sailings changes",
    instruction:
      "Change it in packages/timetable and nowhere else, add a test that fails without the change, and name the sailing and the minute in the test's title.",
  },
  {
    condition: "A new dependency seems to be needed",
    instruction:
      "Do without it. The board runs on machines at the quay that are never online during the season; ask in the task when there is no other way.",
  },
  {
    service: "Departures API",
    condition: "An endpoint of the API is added or its answer changes",
    instruction:
      "Keep old fields for one season, and describe the new ones in the README of apps/api in the same change.",
  },
  {
    service: "Departures board",
    condition: "Text is shown to passengers on the board",
    instruction:
      "At most 24 letters a line, no abbreviations for places, and times always as HH:MM in the harbour's own zone.",
  },
  {
    service: "Database",
    condition: "A table or column is added, renamed or removed",
    instruction: "Write a new migration that can run twice. Never edit one that has a number already.",
  },
  {
    condition: "Code handles times",
    instruction:
      "Keep minutes since midnight of the sailing's day as whole numbers; convert only where something is shown.",
  },
];

const topics: readonly { title: string; content: string }[] = [
  {
    title: "Words of the harbour office",
    content: `What the harbour office means when it writes to us. These words are older than the software, so the code follows them.

## Late and delayed

A sailing is *delayed* when the crew has said beforehand that it will leave later. It is *late* when it left after its time and nobody had said so. Passengers are told about delays; the office counts the late ones.

## Cancelled

The office cancels a sailing, never the software. It always gives a reason, and it may add a note for passengers. Whoever still holds a ticket goes with the next boat from the same quay, without paying again.

## Slack water

The half hour around high and low water. Boats with more than two metres of draught do not use the inner berth outside it.
`,
  },
  {
    title: "Agreement on public data",
    content: `Agreed with the port authority for this season.

- The board may be shown on screens of the port, on the web and in the ticket machines.
- Departure data may be asked for at most **once every ten seconds** by one client; more is refused with status 429.
- Names of crew never leave the office. A change that would send them anywhere needs a new agreement.
- What is shown may be at most two minutes old. When the data is older, the board says since when.
`,
  },
];

/** Rules and external context of the demo product; what is there by its words is not made again. */
export async function seedDemoGuidance(
  client: ApiCaller,
  params: { organizationId: string; projectId: string },
  services: readonly Service[],
): Promise<void> {
  const known = await client.call(listRules, { params });
  for (const { service, ...rule } of rules) {
    if (known.content.some(({ condition }) => condition === rule.condition)) continue;
    const serviceId = services.find(({ name }) => name === service)?.serviceId ?? null;
    await client.call(createRule, { params, body: { ...rule, serviceId } });
  }
  const listed = await client.call(listTopics, { params });
  for (const topic of topics) {
    if (listed.content.some(({ title }) => title === topic.title)) continue;
    await client.call(createTopic, { params, body: { mode: "manual", ...topic } });
  }
}
