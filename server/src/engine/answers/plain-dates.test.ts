import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A product whose posts say the words of a question louder than its guide. */
const files: Record<string, string> = {
  "docs/guide/tickets.md": "# Tickets\n\n## Refunds\n\nA refund of a ticket takes two days and goes to the card it was paid with.\n",
  "blog/posts/refunds.md": "---\ntitle: Refunds\ndate: 2023-06-19\n---\n\n# Refunds of tickets\n\nA refund of a ticket will soon be possible for everybody who has paid a ticket.\n",
  "blog/posts/boats.md": "---\ntitle: Boats\ndate: 2022-01-05\n---\n\n# Electric boats\n\nOur electric boats sail without any noise since last summer.\n\n## Idle button\n\nThe button stays idle until a deck is chosen. On long passages it floats, so that passages are never lost.\n",
  "src/refund.ts": "export function refundTicket(ticket: { paid: number }): number {\n  return ticket.paid;\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("boats", [{ message: "Sail", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string) => (await askCodebase(indexed.codebase, { text, lens: "non-technical" })).text;

it("a guide wins over a post of a day", async () => {
  expect(await ask("How does the refund of a ticket work?")).toMatch(/^A refund of a ticket takes two days/);
});

it("a post is told with the day it was written", async () => {
  expect(await ask("How do the electric boats sail?")).toMatch(
    /sail without any noise since last summer\. \(written 2022-01-05\) \[1\]/,
  );
});

it("words of one thing that stand apart are about something else", async () => {
  expect(await ask("What happens to idle passages?")).toMatch(/^Nothing was found in documents/);
});
