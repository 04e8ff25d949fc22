import { describe, expect, it } from "vitest";

import { ableModel } from "#server/platform/models/able-model.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";

import { interpretTurnWithModel } from "./interpret-turn-with-model.ts";
import type { DraftSection, PageDraft } from "./page-draft.ts";

const section = (sectionId: string, given: Partial<DraftSection> = {}): DraftSection => ({
  sectionId,
  title: sectionId.toUpperCase(),
  instructions: { prompt: `about ${sectionId}`, output: "markdown" },
  content: `Text of ${sectionId}.`,
  sources: [],
  writtenBy: "engine",
  ...given,
});
const draft: PageDraft = { title: "Tides", serviceId: "v1", sections: [section("a"), section("b")] };

type Call = readonly [name: string, input: unknown];

/** What becomes of a message where the model makes these calls; with what each was answered and what it was sent. */
async function interpret(
  calls: readonly Call[],
  given: { draft?: PageDraft; earlier?: { role: "user" | "assistant"; content: string }[] } = {},
) {
  const received: string[] = [];
  const sent: ModelRequest[] = [];
  const model: ModelPort = {
    name: "scripted",
    capabilities: async () => ableModel,
    async *stream(request): AsyncGenerator<ModelEvent> {
      sent.push(request);
      for (const [at, [name, input]] of calls.entries()) {
        yield { type: "tool-start", callId: String(at), name, input };
        const tool = request.tools.find((one) => one.name === name);
        received.push(await Promise.resolve(tool?.run(input)).catch((error: Error) => error.message) ?? "no such tool");
        yield { type: "tool-end", callId: String(at), durationMs: 1 };
      }
      yield { type: "text", text: "I am done." };
    },
  };
  let made = 0;
  const turn = await interpretTurnWithModel(
    { text: "Make it good", earlier: given.earlier ?? [] },
    {
      draft: given.draft ?? draft,
      templates: [{ title: "Runbook", sections: [{ title: "Start", prompt: "How is it started?", output: "markdown" }] }],
      services: [{ serviceId: "v1", name: "api" }, { serviceId: "v2", name: "Web" }],
      model,
      signal: new AbortController().signal,
      newId: () => `new${(made += 1)}`,
    },
  );
  return { turn, heard: received, sent };
} // prettier-ignore

describe("the calls of a model", () => {
  it.each<[Call, object]>([
    [["set_title", { title: " Ebb " }], { kind: "title", title: "Ebb" }],
    [["remove_section", { number: 2 }], { kind: "remove", sectionId: "b" }],
    [["rename_section", { number: 1, title: "Ebb" }], { kind: "rename", sectionId: "a", title: "Ebb" }],
    [["move_section", { number: 2, before: 1 }], { kind: "move", sectionId: "b", beforeId: "a" }],
    [["move_section", { number: 1 }], { kind: "move", sectionId: "a", beforeId: null }],
    [["set_service", { name: "WEB" }], { kind: "place", serviceId: "v2" }],
    [["set_service", { name: null }], { kind: "place", serviceId: null }],
    [["rewrite_section", { number: 1 }], { kind: "rewrite", sectionId: "a", prompt: null, output: null }],
    [
      ["rewrite_section", { number: 1, instructions: "the clock", output: "mermaid" }],
      { kind: "rewrite", sectionId: "a", prompt: "the clock", output: "mermaid" },
    ],
    [
      ["add_section", { title: "Ebb", instructions: "the ebb", before: 2 }],
      { kind: "add", section: { title: "Ebb", prompt: "the ebb", output: "markdown" }, beforeId: "b", sectionId: "new1" },
    ],
  ])("are edits: %j", async (call, edit) => {
    const { turn, heard: received } = await interpret([call]);
    expect(turn).toEqual({ edits: [edit], problems: [], question: null });
    expect(received[0]).toMatch(/^Taken\. The page now:\n1\. “/);
  }); // prettier-ignore

  it("count on the page as the calls before left it", async () => {
    const { turn, heard: received } = await interpret([
      ["remove_section", { number: 1 }],
      ["rename_section", { number: 1, title: "First" }],
      ["add_section", { title: "Next", instructions: "what is next" }],
      ["move_section", { number: 2, before: 1 }],
    ]);
    expect(turn.edits).toMatchObject([
      { kind: "remove", sectionId: "a" },
      { kind: "rename", sectionId: "b" },
      { kind: "add", sectionId: "new1" },
      { kind: "move", sectionId: "new1", beforeId: "b" },
    ]);
    expect(received.at(-1)).toBe(
      "Taken. The page now:\n1. “Next” (markdown): what is next\n2. “First” (markdown): about b",
    );
  });

  it.each<[Call, RegExp]>([
    [["remove_section", { number: 3 }], /^Refused: the page has 2 sections, not 3\.$/],
    [["move_section", { number: 1, before: 9 }], /^Refused: the page has 2 sections, not 9\.$/],
    [["set_service", { name: "billing" }], /^Refused: the product has no such service\.$/],
    [["remove_section", { number: 0 }], /number/],
    [["remove_section", { number: 1.5 }], /number/],
    [["set_title", { title: "x".repeat(129) }], /title/],
    [["add_section", { title: "Ebb", instructions: "the ebb", output: "html" }], /output/],
    [["add_section", { title: "Ebb", instructions: "x".repeat(5_001) }], /instructions/],
  ])("are refused and told where they name nothing: %j", async (call, why) => {
    const { turn, heard: received } = await interpret([call]);
    expect(received[0]).toMatch(why);
    expect(turn).toMatchObject({ edits: [], question: null });
    expect(turn.problems[0]).toMatch(/^The model wanted a change that is not possible: .+\. Nothing was changed\.$/);
  });

  it("stand where another was refused, which the person need not hear of", async () => {
    const { turn } = await interpret([
      ["remove_section", { number: 9 }],
      ["remove_section", { number: 2 }],
    ]);
    expect(turn).toEqual({ edits: [{ kind: "remove", sectionId: "b" }], problems: [], question: null });
  });

  it("cannot make a page longer than 20 sections", async () => {
    const full = { ...draft, sections: Array.from({ length: 20 }, (_, at) => section(`s${at}`)) };
    const { turn } = await interpret([["add_section", { title: "More", instructions: "more" }]], { draft: full });
    expect(turn.edits).toEqual([]);
    expect(turn.problems[0]).toContain("at most 20 sections");
  });
});

it("leaves to an answer what the model changed nothing for", async () => {
  expect((await interpret([])).turn).toEqual({ edits: [], problems: [], question: "Make it good" });
});

describe("the model is told", () => {
  it("the page with its numbers, the services and the templates", async () => {
    const byHand = section("c", { title: "By hand", instructions: null, content: "One\nTwo" });
    const { sent } = await interpret([], {
      draft: { ...draft, sections: [section("a", { content: `Begin${"x".repeat(700)}` }), byHand] },
    });
    expect(sent[0]?.messages).toEqual([
      {
        role: "user",
        content: `Make it good

<page>
Title: Tides
1. “A” (markdown): about a
   Begin${"x".repeat(595)}
2. “By hand” (written by hand)
   One
   Two
</page>
<services>
api (the page's)
Web
</services>
<templates>
Runbook:
  - Start (markdown): How is it started?
</templates>`,
      },
    ]);
  });

  it("of an empty page that it is one", async () => {
    const { sent } = await interpret([], { draft: { title: "", serviceId: null, sections: [] } });
    expect(sent[0]?.messages[0]?.content).toContain("Title: (none yet)\nNo sections yet.\n");
  });

  it("the last six turns, each cut, and no empty one", async () => {
    const earlier = Array.from({ length: 9 }, (_, at) => ({
      role: at % 2 ? ("assistant" as const) : ("user" as const),
      content: at === 7 ? " " : `${at}${"x".repeat(5_000)}`,
    }));
    const { sent } = await interpret([], { earlier });
    const turns = (sent[0]?.messages ?? []).slice(0, -1);
    expect(turns.map(({ content }) => content)).toEqual(
      ["3", "4", "5", "6", "8"].map((at) => `${at}${"x".repeat(3_999)}`),
    );
  });
});
