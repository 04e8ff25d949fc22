import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A ferry, of which several places say the words of a question and one does what it asks for. */
const files: Record<string, string> = {
  "src/database.ts": "export const prisma = { ticket: { create(row: object): void { void row; } }, passenger: { deleteMany(where: object): void { void where; } } };\n",
  "src/tickets/ticket-view.ts": "/** What a passenger sees of a ticket. */\nexport function createTicketOfPassenger(ticket: { passenger: string; deck: string }) {\n  const { passenger, deck } = ticket;\n  return { passenger, deck, label: `Ticket of ${passenger}` };\n}\n",
  "src/tickets/ticket-router.ts": `import { prisma } from "../database.ts";
import { createTicketOfPassenger } from "./ticket-view.ts";

export const ticketRouter = {
  list: (ticket: { passenger: string; deck: string }) => createTicketOfPassenger(ticket),
  first: (ticket: { passenger: string; deck: string }) => createTicketOfPassenger(ticket),
  add: (ticket: { passenger: string; deck: string }) => {
    prisma.ticket.create({ data: ticket });
    return createTicketOfPassenger(ticket);
  },
};
`,
  "src/tickets/issue.ts": 'import { prisma } from "../database.ts";\n\n/** Issues a ticket at the counter. */\nexport function issueTicket(passenger: string): void {\n  prisma.ticket.create({ passenger });\n}\n',
  "src/tickets/exchange.ts": 'import { prisma } from "../database.ts";\n\n/** Exchanges a ticket for a new one. */\nexport function exchangeTicket(passenger: string): void {\n  prisma.ticket.create({ passenger, deck: "upper" });\n}\n',
  "scripts/purge-guests.ts": "/** Purges old guests from the list of last summer. */\nexport function purgeOldGuests(guests: string[]): string[] {\n  return guests.filter((guest) => guest !== \"old\");\n}\n",
  "src/guests/forget-guests.ts": 'import { prisma } from "../database.ts";\n\n/** Deletes old guests that nobody has seen for a month. */\nexport function deleteOldGuests(): void {\n  prisma.passenger.deleteMany({ guest: true, old: true });\n}\n',
  "src/mails/templates/boarding.tsx": "/** Sent to a sailor who may board a lifeboat. */\nexport function BoardLifeboatMail({ sailor }: { sailor: string }) {\n  return <p>Dear sailor {sailor}, board the lifeboat</p>;\n}\n",
  "src/decks/deck-scope.ts": 'export function deckScope(options: { deck: string }): string {\n  if (options.deck === "lower") {\n    return "all";\n  }\n  return "archived";\n}\n',
  "src/fares/child-fare.ts": "/** The fare of a child on a weekday. */\nexport function childFare(base: number): number {\n  return base / 2;\n}\n",
  "src/fares/sunday-fare.ts": "/** The fare of a child on a Sunday. */\nexport function sundayChildFare(base: number): number {\n  return base / 4;\n}\n",
  "src/cargo/delivery.ts": "export function handleError(log: string[], reason: string): void {\n  log.push(reason);\n  log.push('again');\n}\n",
  "src/links.ts": "export const known =\n  /https?:\\/\\/(?:[\\w-]+\\.)?(?:harbour\\.example|chat\\.boatchat\\.example)\\//i;\n\nexport function isKnownLink(notification: string): boolean {\n  return known.test(notification);\n}\n",
  "src/notify.ts": "import { mailer } from \"./mailer.ts\";\n\n/** Sends a notification to a passenger. */\nexport function sendNotification(passenger: string): void {\n  mailer.sendMail(passenger);\n}\n",
  "src/mailer.ts": "export const mailer = { sendMail(to: string): void { void to; } };\n",
  "src/locales/en.json": '{\n  "share": "Send it over mail or BoatChat"\n}\n',
  "src/config.ts": '/** Mail addresses that may register, such as "*@example.com, *@*.example.com". */\nexport const allowed = process.env.ALLOWED_MAIL_ADDRESSES ?? "";\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("ferry", [{ message: "Sail", files }]);
});
afterAll(() => indexed.remove());

async function ask(text: string) {
  const { text: answer, sources } = await askCodebase(indexed.codebase, { text });
  return { answer, cited: sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`) };
}

describe("what leads an answer does what is asked", () => {
  it("writes where something is saved, and not what only shapes it", async () => {
    const { answer } = await ask("How does the ticket of a passenger get saved?");
    expect(answer).toMatch(/^\*\*`(?:ticketRouter\.add|issueTicket|exchangeTicket)`/);
    expect(answer).toMatch(/prisma\.ticket\.create/);
  });

  it("is what runs, and not a script of one day that says more of the words", async () => {
    const { answer } = await ask("How are old guests purged?");
    expect(answer).toMatch(/^\*\*`deleteOldGuests`\*\*/);
  });

  it("is the handler of what happens, by its own name and its file's", async () => {
    const { answer } = await ask("What happens when a cargo delivery fails?");
    expect(answer).toMatch(/^\*\*`handleError`\*\*/);
  });

  it("names each place that does it, with its line", async () => {
    const { answer, cited } = await ask("Where is a new ticket created?");
    expect(answer).toMatch(/### It is done here as well/);
    expect(answer).toMatch(
      /^- `exchangeTicket` \(`src\/tickets\/exchange\.ts`\), line 5 writes: `prisma\.ticket\.create\(/m,
    );
    expect(cited.slice(0, 2)).toEqual(["src/tickets/ticket-router.ts:7-10", "src/tickets/exchange.ts:5-5"]);
  });
});

it("several places that say as much are each named with their lines", async () => {
  const { answer, cited } = await ask("Where is the fare of a child reduced?");
  expect(answer).toMatch(/### Just as likely\n\n- `sundayChildFare`/);
  const cites = (path: string) => cited.some((one) => one.startsWith(path));
  expect([cites("src/fares/child-fare.ts"), cites("src/fares/sunday-fare.ts")]).toEqual([true, true]);
});

describe("where nothing does it, that is said first", () => {
  it("and a mail's text is no answer to what happens", async () => {
    const { answer, cited } = await ask("What happens when a sailor is not allowed to board a lifeboat?");
    expect(answer).toMatch(/^No place was found that surely does this\. Nearest are:\n\n- /);
    expect(answer.match(/^- `/gm)?.length).toBeLessThanOrEqual(3);
    expect(answer).not.toContain("```");
    expect(cited.length).toBeGreaterThan(0);
  });

  it("and a condition that does not say it is no answer either", async () => {
    const { answer } = await ask("What happens when a deck is archived?");
    expect(answer).toMatch(/^No place was found that surely does this\. Nearest are:\n\n- `deckScope`/);
  });

  it("and a setting that is for something else is only near", async () => {
    const { answer } = await ask("How do I change the address that mails are sent from?");
    expect(answer).toMatch(
      /^No setting was found that is surely for this\. Nearest are:\n\n- `ALLOWED_MAIL_ADDRESSES`/,
    );
    expect(answer).toContain(String.raw`"\*@example.com, \*@\*.example.com"`);
  });

  it("and a product's name in texts and patterns alone is told with where it stands", async () => {
    const { answer } = await ask("Where is the BoatChat notification sent?");
    expect(answer).toMatch(
      /^Nothing in the indexed code is about “BoatChat”; it is named only in `src\/locales\/en\.json`, line 2 and `src\/links\.ts`, line 2\./,
    );
  });
});

it("every known call is told", async () => {
  const { answer } = await ask("How does createTicketOfPassenger work?");
  expect(answer).toMatch(
    /It is called by `ticketRouter\.list` \(`src\/tickets\/ticket-router\.ts`, line 5\), `ticketRouter\.first` \(.*, line 6\) and `ticketRouter\.add` \(.*, line 9\)\./,
  );
});
