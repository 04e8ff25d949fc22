import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { board } from "#server/engine/pages/testing/board.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import type { DescriptionContext, DescriptionMessage } from "./description.ts";
import { gatherMaterial } from "./gather-material.ts";
import { runDescriptionTurn } from "./run-description-turn.ts";

const readme = `# Tide Desk

Tide Desk tells harbour crews and passengers when the tide turns, and which berth is dry. It never moves a boat itself.

## Features

- Tide tables for a year ahead
- Warnings on the phone, so that nobody waits in vain
`;

let repository: IndexedFiles;
let subject: PageSubject;
beforeAll(async () => {
  repository = await indexFiles("tide-desk", [...board, { message: "Tell", files: { "README.md": readme } }]);
  subject = { name: "Tide Desk", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(() => repository.remove());

const empty: PageSubject = { name: "New", scopes: [], service: null, services: [] };
const text =
  "Tide Desk tells crews when the tide turns. It shows which berth is dry.\n\nIt keeps tables for a year. Warnings come on the phone.\n\n- One point\n- Another point";

interface Told {
  text: string;
  reply: string;
  events: AnswerEvent[];
}

async function print(words: string, given: Partial<DescriptionMessage> = {}, about = subject): Promise<Told> {
  const message: DescriptionMessage = {
    text: words,
    description: text,
    before: null,
    answers: [],
    askedIds: new Set(),
    earlier: [],
    isRetry: false,
    ...given,
  };
  const context: DescriptionContext = {
    subject: about,
    model: null,
    signal: new AbortController().signal,
    async *answer(question) {
      yield { type: "text", text: `Answer to: ${question}` };
      yield { type: "end", droppedCitations: 0, uncitedStatements: 0 };
    },
  };
  const reported: Told = { text: message.description, reply: "", events: [] };
  for await (const event of runDescriptionTurn(message, context)) {
    if (event.type === "draft") reported.text = String(event.changes[0]?.value);
    else reported.events.push(event);
    if (event.type === "text") reported.reply += event.text;
  }
  return reported;
}

function questionsOf({ events }: Told) {
  return events.flatMap((event) => (event.type === "questions" ? event.questions : []));
}

it("names the product's services by their own names, all of them, those that people meet first before the others", async () => {
  const manifest = (name: string, more = {}) => JSON.stringify({ name, ...more });
  const source = "export const a = 1;\n".repeat(40);
  const shop = await indexFiles("shop", [
    {
      message: "Begin",
      files: {
        "src/ads/package.json": manifest("ads", { description: "Gives out advertisements for what is looked at." }),
        "src/ads/server.js": source,
        "src/currency/package.json": manifest("grpc-currency-service", {
          description: "Turns money of one kind into another.",
        }),
        "src/currency/server.js": source,
        "src/frontend/main.js": source,
        "src/pay/package.json": manifest("pay", { description: "Charges a card with what is due." }),
        "src/pay/server.js": source,
      },
    },
  ]);
  const service = (name: string, folder: string, type = "api") => ({
    serviceId: name,
    name,
    description: "",
    type,
    repositoryId: shop.repositoryId,
    workingPath: `/src/${folder}`,
  });
  const services = [
    service("adservice", "ads"),
    service("currencyservice", "currency"),
    service("paymentservice", "pay"),
    service("shop-pages", "frontend", "frontend"),
    service("gone", "gone"),
  ];
  const product: PageSubject = { name: "Shop", scopes: [openScope(shop, "/")], service: null, services };
  const material = (await gatherMaterial(product)).map(({ statements }) => statements.map(({ text: said }) => said));
  expect(material.flat().join(" ")).toContain(
    "Shop has 4 services: shop-pages, adservice, currencyservice and paymentservice.",
  );
  expect(material.flat().join(" ")).not.toContain("grpc-currency-service");
  const many = Array.from({ length: 20 }, (_, at) => service(`part-${at + 10}`, "ads"));
  const [said] = (await gatherMaterial({ ...product, services: [...many, service("edge-gateway", "pay")] })).flatMap(
    ({ statements }) => statements.filter((one) => one.text.includes("services")),
  );
  expect(said?.text).toBe(
    "Shop has 21 services, among them edge-gateway, part-10, part-11, part-12, part-13 and part-14.",
  );
  await shop.remove();
});

describe("a first description", () => {
  it("says what the README says, with its lines in the reply and none in the text", async () => {
    const reported = await print("Write a description", { description: "" });
    expect(reported.text).toContain("Tide Desk tells harbour crews and passengers when the tide turns");
    expect(reported.text).toContain("- Tide tables for a year ahead");
    expect(reported.text).not.toMatch(/\[\d+\]/);
    expect(reported.text.length).toBeGreaterThanOrEqual(100);
    const sources = reported.events.flatMap((event) => (event.type === "source" ? [event.source] : []));
    expect(sources.map(({ path }) => path)).toContain("README.md");
    expect(reported.reply).toMatch(/- Tide Desk tells harbour crews .+ \[1\]/);
    const [firstSource, firstText] = ["source", "text"].map((type) =>
      reported.events.findIndex((one) => one.type === type),
    );
    expect(firstSource).toBeLessThan(firstText ?? -1);
  });

  it("asks what the code does not tell, with the README's own people as options", async () => {
    const questions = questionsOf(await print("Draft it", { description: "" }));
    expect(questions.find(({ questionId }) => questionId === "audience")?.options).toEqual([
      "harbour crews",
      "passengers",
    ]);
    expect(questions.find(({ questionId }) => questionId === "never")?.options).toEqual([
      "It never moves a boat itself",
    ]);
    const again = await print("Write it anew", { askedIds: new Set(["audience", "problem", "never"]) });
    expect(questionsOf(again)).toEqual([]);
  });

  it("is as long as it was asked to be", async () => {
    const { text: short } = await print("write a description of 150 characters", { description: "" });
    expect(short.length).toBeLessThanOrEqual(150);
    expect(short.length).toBeGreaterThanOrEqual(100);
  });

  it("without code asks the person, and is written from their words alone", async () => {
    const reported = await print("Write a description", { description: "" }, empty);
    expect(reported.text).toBe("");
    expect(questionsOf(reported).map(({ questionId, options }) => [questionId, options.length])).toEqual([
      ["audience", 0],
      ["problem", 0],
      ["never", 0],
    ]);
    const answers = [
      { questionId: "audience", values: ["Harbour staff"] },
      { questionId: "problem", values: ["Nobody knows when the tide turns, and boats run dry."] },
      { questionId: "never", values: ["Move a boat"] },
    ];
    const answered = await print("", { description: "", answers }, empty);
    expect(answered.text).toBe(
      "**Who it is for:** Harbour staff.\n\n**The problem it solves:** Nobody knows when the tide turns, and boats run dry.\n\n**What it must never do:** Move a boat.",
    );
  });
});

it("takes answers into the text behind its first paragraph, and a later answer in place of the former", async () => {
  const once = await print("", {
    answers: [{ questionId: "audience", values: ["crews", "passengers", "the office"] }],
  });
  expect(once.text.split("\n\n")[1]).toBe("**Who it is for:** crews, passengers and the office.");
  const twice = await print("", { description: once.text, answers: [{ questionId: "audience", values: ["anglers"] }] });
  expect(twice.text.match(/Who it is for/g)).toHaveLength(1);
  expect(twice.text).toContain("**Who it is for:** anglers.");
});

const unchanged = text;

it.each([
  ["Change “berth” to “quay”", text.replace("berth", "quay")],
  ["change Tide Desk to Ebb", text.replace("Tide Desk", "Ebb")],
  ["use skippers instead of crews", text.replace("crews", "skippers")],
  ["Remove the second sentence", text.replace(" It shows which berth is dry.", "")],
  ["delete the sentence about warnings", text.replace(" Warnings come on the phone.", "")],
  ["remove the last paragraph", text.replace("\n\n- One point\n- Another point", "")],
  ["Remove the first point", text.replace("- One point\n", "")],
  [
    "Replace the first sentence with “Ebb knows the tides.”",
    text.replace("Tide Desk tells crews when the tide turns.", "Ebb knows the tides."),
  ],
  ["add “Crews use it offline. It syncs later.”", `${text}\n\nCrews use it offline. It syncs later.`],
  ["mention that it runs offline", `${text}\n\nIt runs offline.`],
  ["Add: it is free at the start", `It is free. ${text}`],
  ["turn the points into paragraphs", text.replace("- One point\n- Another point", "One point. Another point.")],
  ["Remove the first point and change berth to quay", text.replace("- One point\n", "").replace("berth", "quay")],
  ["It is made by four people in Northquay.", `${text}\n\nIt is made by four people in Northquay.`],
  ["Remove the sentence about payments", unchanged],
  ["change anchor to buoy", unchanged],
  ["translate it to German", unchanged],
  ["make it friendlier", unchanged],
  ["save it", unchanged],
  ["thanks!", unchanged],
  ["add a paragraph about payroll accounting", unchanged],
  ["undo", unchanged],
])("does as it is told: %s", async (words, wanted) => {
  const reported = await print(words);
  expect(reported.text).toBe(wanted);
  expect(reported.reply).not.toBe("");
  expect(reported.events.at(-1)?.type).toBe("end");
});

it("takes its last change back", async () => {
  expect((await print("Please undo that", { before: "What it said before." })).text).toBe("What it said before.");
});

it("shortens to no less than a description needs and keeps its first sentence", async () => {
  const short = await print("make it shorter");
  expect(short.text.length).toBeLessThan(text.length);
  const least = await print("cut it to 10 characters");
  expect(least.text.length).toBeGreaterThanOrEqual(100);
  expect(least.text).toContain("Tide Desk tells crews when the tide turns.");
  expect(least.reply).toContain("100 characters");
});

it("never leaves the limits of what can be saved", async () => {
  const long = "A sentence of some length stands here. ".repeat(127).trim();
  const reported = await print(`add “${"word ".repeat(60)}”`, { description: long });
  expect(reported.text).toBe(long);
  expect(reported.reply).toContain("at most 5000");
  const small =
    "A description of exactly a hundred and something characters. It has a second sentence that is long enough.";
  const removed = await print("remove the second sentence", { description: small });
  expect(removed.text).toBe(small);
  expect(removed.reply).toContain("at least 100");
});

it("adds what the code says about something, with its lines", async () => {
  const reported = await print("Add a paragraph about the announced delay");
  expect(reported.text.startsWith(`${text}\n\n`)).toBe(true);
  expect(reported.text).toContain("delay passengers are told about");
  expect(reported.events.some((event) => event.type === "source" && event.source.path === "src/rules/delay.ts")).toBe(
    true,
  );
});

it("says it in plain words without what only programmers need", async () => {
  const technical = `${text}\n\nIt answers 2 HTTP endpoints, served with \`express\`. The API keeps the config of the repo.`;
  const { text: plain } = await print("Say it in plain words", { description: technical });
  expect(plain).not.toMatch(/HTTP|API|config\b|repo\b|`/);
  expect(plain).toContain("The interface for other programs keeps the settings of the code repository.");
});

it("answers questions from the code and changes nothing", async () => {
  const reported = await print("How is a delay announced?");
  expect(reported.reply).toBe("Answer to: How is a delay announced?");
  expect(reported.text).toBe(text);
});

it("does not do twice what was done before the answer broke off", async () => {
  const reported = await print("make it shorter", { isRetry: true });
  expect(reported.text).toBe(text);
  expect(reported.reply).toContain("was made before");
});

it("says what it did not understand, and what it can do", async () => {
  const reported = await print("blah foo bar. Change berth to quay");
  expect(reported.text).toContain("quay");
  expect(reported.reply).toMatch(/I did not understand “blah foo bar\.?”/);
});

it("survives very long and hostile words", async () => {
  for (const words of [
    "change ".repeat(3_000),
    "“".repeat(4_000),
    "remove the ".repeat(2_000),
    "to ".repeat(6_000),
    "((((".repeat(5_000),
  ]) {
    const workedMs = startCpuClock();
    await print(words);
    expect(workedMs()).toBeLessThan(1_500);
  }
});
