import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** Ferries: what a question is about lies in several files, and beside it stands what merely has the same words. */
const files: Record<string, string> = {
  "src/booking/refund.ts": "/** Refunds a cancelled ferry ticket. */\nexport function refundTicket(ticket: { cents: number }): number {\n  return ticket.cents;\n}\n",
  "src/booking/cancel.ts": 'import { refundTicket } from "./refund.ts";\n\n/** Cancels a ferry ticket and refunds it. */\nexport function cancelTicket(ticket: { cents: number }): number {\n  return refundTicket(ticket);\n}\n',
  "src/screens/ticket-list.ts": "/** Shows ferry tickets; cancelled ones are grey. */\nexport function renderTickets(tickets: readonly string[]): string {\n  return tickets.join();\n}\n",
  "src/weather.ts": "/** The height of the waves, in metres. */\nexport function waveHeight(wind: number): number {\n  return wind / 10;\n}\n",
  "src/migrations/0007-cancelled-ticket-refund.ts": "/** Adds the refund of a cancelled ferry ticket. */\nexport function addTicketRefund(): string {\n  return 'alter table tickets add refund integer';\n}\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("ferries", [{ message: "Open the ferry line", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, files: [...new Set(sources.map(({ path }) => path))] };
}

it.each([
  "Where is the refund of a cancelled ferry ticket?",
  "How is a cancelled ferry ticket refunded?",
  "Which code has to change to refund a cancelled ferry ticket?",
])("the first files that are cited are those that the search ranks first: %s", async (question) => {
  const { files: cited } = await ask(question);
  expect(cited.slice(0, 2).toSorted()).toEqual(["src/booking/cancel.ts", "src/booking/refund.ts"]);
});

it("migrations come last, unless they are asked for", async () => {
  const { files: cited } = await ask("Where is the refund of a cancelled ferry ticket?");
  expect(cited.slice(0, 3)).not.toContain("src/migrations/0007-cancelled-ticket-refund.ts");
  const { files: asked } = await ask("Which migration adds the refund of a cancelled ferry ticket?");
  expect(asked.slice(0, 3)).toContain("src/migrations/0007-cancelled-ticket-refund.ts");
});

it("what is to be changed is no refusal, though a word of it is new to the code", async () => {
  const { answer, files: cited } = await ask("What do I have to change here: refund a cancelled ticket as a voucher?");
  expect(answer).toMatch(/^This is where it would most likely be changed:\n\n- `(?:refund|cancel)Ticket`/);
  expect(cited[0]).toMatch(/^src\/booking\//);
});

it("a name that the code does not have is said to be missing, and then the place of the change is told", async () => {
  const { answer } = await ask("Which code has to change to refund a cancelled ticket through PayPal?");
  expect(answer).toMatch(
    /^Nothing in the indexed code mentions “PayPal”\.\n\nThis is where it would most likely be changed:/,
  );
});

it("what is closest to something missing begins with what the search ranks first", async () => {
  const { answer, files: cited } = await ask("How does it refund a cancelled ferry ticket with PayPal?");
  expect(answer).toMatch(/^Nothing in the indexed code mentions “PayPal”\./);
  expect(cited.slice(0, 2).toSorted()).toEqual(["src/booking/cancel.ts", "src/booking/refund.ts"]);
});

it("nothing is close to what has no word in common with the code", async () => {
  expect(await ask("How are parking meters calibrated?")).toMatchObject({ files: [] });
});
