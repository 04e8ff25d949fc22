import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { board } from "#server/engine/pages/testing/board.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import type { DraftEvent, DraftSection, PageDraft } from "./page-draft.ts";
import { runTurn } from "./run-turn.ts";

let repository: IndexedFiles;
let subject: PageSubject;
beforeAll(async () => {
  repository = await indexFiles("board", board);
  subject = { name: "Board", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(() => repository.remove());

const nothingIndexed: PageSubject = { name: "New", scopes: [], service: null, services: [] };
const empty: PageDraft = { title: "", serviceId: null, sections: [] };
const section = (sectionId: string, title: string, given: Partial<DraftSection> = {}): DraftSection => ({
  sectionId,
  title,
  instructions: { prompt: title, output: "markdown" },
  content: "Old text.",
  sources: [],
  writtenBy: "somebody",
  ...given,
});

interface Told {
  draft: PageDraft;
  reply: string;
  events: DraftEvent[];
}

/** What a message makes of a draft; every change is applied as a client would. */
async function print(text: string, draft: PageDraft, given: { subject?: PageSubject; isRetry?: boolean; signal?: AbortSignal } = {}): Promise<Told> {
  let made = 0;
  const turn = runTurn(
    { text, draft, earlier: [], isRetry: given.isRetry ?? false },
    {
      services: [{ serviceId: "v1", name: "api" }],
      templates: [],
      subjectFor: () => given.subject ?? subject,
      model: null,
      signal: given.signal ?? new AbortController().signal,
      newId: () => `new${(made += 1)}`,
      async *answer(question) {
        yield { type: "text", text: `Answer to: ${question}` };
        yield { type: "end", droppedCitations: 0, uncitedStatements: 0 };
      },
    },
  );
  const reported: Told = { draft: structuredClone(draft), reply: "", events: [] };
  for await (const event of turn) {
    reported.events.push(event);
    if (event.type === "text") reported.reply += event.text;
    if (event.type === "draft") for (const { path, value } of event.changes) put(reported.draft, path, structuredClone(value));
  }
  return reported;
} // prettier-ignore

function put(target: object, path: string, value: unknown): void {
  const keys = path.split("/").slice(1);
  const parent = keys.slice(0, -1).reduce<object>((one, key) => Reflect.get(one, key) as object, target);
  Reflect.set(parent, keys.at(-1) ?? "", value);
}

const shape = ({ sections }: PageDraft) => sections.map(({ title, content }) => [title, content !== ""]);

describe("a page", () => {
  it("is planned, written from the code section by section, and lacks what the code says nothing about", async () => {
    const { draft, reply, events } = await print("Write a page about the announced delay", empty);
    expect(draft.title).toBe("Announced delay");
    expect(shape(draft)).toEqual([
      ["Overview", true],
      ["Where it is used", true],
      ["Endpoints", true],
      ["When something fails", true],
      ["Recent changes", true],
    ]);
    expect(draft.sections[0]).toMatchObject({ writtenBy: "Built-in engine", content: expect.stringContaining("[1]") });
    expect(draft.sections[0]?.sources.map(({ path }) => path)).toContain("src/rules/delay.ts");
    expect(reply).toMatch(/^I wrote “Announced delay”: “Overview”.+, from \d+ places? in \d+ files?\. .+ so I left (?:it|them) out\.$/);
    const calls = events.filter(({ type }) => type === "call" || type === "call-end");
    expect(calls.map(({ type }) => type)).toEqual(Array.from(calls, (_, at) => (at % 2 ? "call-end" : "call")));
    expect(events.at(-1)).toEqual({ type: "end", droppedCitations: 0, uncitedStatements: 0 });
  }); // prettier-ignore

  it("stays empty where nothing is indexed, and says so", async () => {
    const { draft, reply } = await print("Write a page about the announced delay", empty, { subject: nothingIndexed });
    expect(draft).toEqual({ title: "Announced delay", serviceId: null, sections: [] });
    expect(reply).toBe(
      "I could not write anything for “Announced delay”. No repository of this product has been indexed yet, so there is nothing to write from. Connect one on the Services page, or wait until its first index is ready.",
    );
  });

  it("keeps what was written before it was stopped", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(print("Write a page about the announced delay", empty, { signal: stop.signal })).rejects.toThrow(
      "stopped",
    );
  });
});

const page: PageDraft = {
  title: "Delays",
  serviceId: null,
  sections: [section("a", "Announced delay"), section("b", "Whales"), section("c", "Notes", { instructions: null })],
};

describe("a section", () => {
  it("is written again from the code", async () => {
    const { draft, reply } = await print("rewrite section 1", page);
    expect(draft.sections[0]?.content).toContain("delay passengers are told about");
    expect(draft.sections.slice(1)).toEqual(page.sections.slice(1));
    expect(reply).toMatch(/^I wrote “Announced delay” again from \d+ places? in \d+ files?\.$/);
    expect((await print("rewrite section 1", draft)).reply).toBe("“Announced delay” came out as before.");
  });

  it("stays as it was where the code says nothing about it", async () => {
    const { draft, reply } = await print("rewrite Whales about payroll accounting", page);
    expect(draft).toEqual(page);
    expect(reply).toBe("The code says nothing I could prove about “Whales”, so I left it as it was.");
  });

  it("that a person wrote is not written over without words for it", async () => {
    const { draft, reply } = await print("rewrite Notes", page);
    expect(draft).toEqual(page);
    expect(reply).toBe("“Notes” was written by hand; say what it shall be about, and I write it from the code.");
  });

  it("that tells what another tells already does not come in", async () => {
    const { draft: written } = await print("rewrite section 1", page);
    const { draft, reply } = await print("add a section about the announced delay", written);
    expect(draft).toEqual(written);
    expect(reply).toBe("About “Announced delay” it says no more than the other sections tell, so I left it out.");
  });

  it("names settings that hold secrets, and never says what they hold", async () => {
    const { draft, reply } = await print("add a section about all the passwords and tokens", page);
    expect(reply).toBe("I wrote “All the passwords and tokens” from 1 place in 1 file.");
    expect(JSON.stringify(draft)).not.toMatch(/abcdefgh-1234|s3cretpw|hunter2/);
    expect(draft.sections.at(-1)?.content).toBe(
      "Settings that hold secrets; values are never shown:\n\n| Key | What for |\n| --- | --- |\n| `STAFF_TOKEN` | Shared secret of the crews. [1] |",
    );
  });
});

it("changes at once what needs no writing", async () => {
  const { draft, reply, events } = await print("Rename section 2 to Ships and move it to the end, call the page Ebb", page);
  expect(draft).toMatchObject({ title: "Ebb", sections: [{ title: "Announced delay" }, { title: "Notes" }, { title: "Ships" }] });
  expect(reply).toBe("I renamed “Whales” to “Ships”, moved “Ships” to the end and named the page “Ebb”.");
  expect(events.filter(({ type }) => type === "draft")).toHaveLength(1);
}); // prettier-ignore

it("writes on a second try only what has no text yet", async () => {
  const half = { ...page, sections: [section("a", "Announced delay", { content: "" }), section("b", "Whales")] };
  const { draft, reply } = await print("Write a page about something else", half, { isRetry: true });
  expect(draft.title).toBe("Delays");
  expect(draft.sections[1]).toEqual(half.sections[1]);
  expect(reply).toMatch(/^I wrote “Announced delay” from /);
});

it("answers what is no change, and after a change in a paragraph of its own", async () => {
  const requested = await print("How is a delay announced?", page);
  expect(requested.reply).toBe("Answer to: How is a delay announced?");
  expect(requested.draft).toEqual(page);
  const both = await print("Remove Whales. How is a delay announced?", page);
  expect(both.reply).toBe("I removed “Whales”.\n\nAnswer to: How is a delay announced?");
  expect(both.events.filter(({ type }) => type === "end")).toHaveLength(1);
});

it.each(["Which sections are there?", "how many sections does the page have?"])(
  "lists the sections where they are asked for: %s",
  async (question) => {
    expect((await print(question, page)).reply).toBe("The sections are 1. Announced delay, 2. Whales and 3. Notes.");
  },
);
