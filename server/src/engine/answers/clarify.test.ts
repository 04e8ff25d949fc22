import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Question } from "#server/engine/answer-context/answer-event.ts";

import { clarify, readChoice } from "./clarify.ts";
import { indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const module = (name: string, body = "return 1;") => `export function ${name}(): number {\n  ${body}\n}\n`;

let indexed: IndexedCodebase;
beforeAll(async () => {
  const files = {
    "package.json": '{ "name": "harbour", "workspaces": ["apps/*", "e2e"] }\n',
    "apps/api/package.json": '{ "name": "api" }\n',
    "apps/api/src/open.ts": `${module("openGate")}${module("moor")}`,
    "apps/api/src/close.ts": module("closeGate"),
    "apps/web/package.json": '{ "name": "web" }\n',
    "apps/web/src/open.ts": `export class openGate {}\n${module("onlyWeb")}`,
    "e2e/package.json": '{ "name": "e2e" }\n',
    "e2e/open.ts": module("openGate"),
    "apps/api/src/same.ts": module("twin"),
    "apps/api/src/twin.ts": module("twin"),
    "apps/api/src/hidden.ts": "function veiled(): number {\n  return 1;\n}\nexport const shown = veiled();\n",
    "apps/web/src/hidden.ts": module("veiled"),
  };
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

const ask = (text: string, given: Partial<Question> = {}) =>
  clarify({ text, lens: "technical", earlier: [], selection: null, focus: null, ...given }, [indexed.codebase]);

describe("what is asked back", () => {
  it("is which part is meant, where a question names none", () => {
    expect(ask("How does it work?")).toEqual({
      why: "This question does not say which part of the code it is about.",
      questions: [{ questionId: "part", text: "Which part?", options: ["apps/api", "apps/web"], isMultiple: false }],
    });
  });

  it.each(["Where is `openGate`?", "Explain openGate", "What calls openGate?"])(
    "is which of several things of one name: %s",
    (text) => {
      expect(ask(text)).toEqual({
        why: "`openGate` is the name of 2 different things here.",
        questions: [
          {
            questionId: "which",
            text: "Which `openGate`?",
            options: ["openGate (function) in apps/api/src/open.ts", "openGate (class) in apps/web/src/open.ts"],
            isMultiple: false,
          },
        ],
      });
    },
  );

  it.each([
    ["names one thing", "Where is `closeGate`?"],
    ["names things of one folder", "Where is `twin`?"],
    ["names what only one place hands out", "Where is `veiled`?"],
    ["says which", "Where is `openGate` of the web?"],
    ["means all of them", "Where are all the openGate functions?"],
    ["asks for the whole", "How do I run it?"],
    ["names nothing, nor points at anything", "How come?"],
    ["is several questions", "How does it work? Where is `openGate`?"],
  ])("is nothing where a question %s", (_, text) => {
    expect(ask(text)).toBeNull();
  });

  it("is nothing where the person shows what is meant", () => {
    const selection = { repositoryId: "harbour", path: "apps/api/src/open.ts", startLine: 1, endLine: 2 };
    expect(ask("How does it work?", { selection })).toBeNull();
    expect(ask("How does it work?", { focus: { title: "Gates", files: [], service: null } })).toBeNull();
    const attachments = [{ name: "a.pdf", contentType: "application/pdf", pages: ["Text"] }];
    expect(ask("How does it work?", { attachments })).toBeNull();
    expect(ask("How does it work?", { attachments: [] })).not.toBeNull();
  });
});

describe("a choice", () => {
  const after = (content: string): Question["earlier"] => [
    { role: "user", content: "Before" },
    { role: "user", content },
    { role: "assistant", content: "Which part?" },
  ];

  it.each([
    ["stands for what the question pointed at", ["How does it work?", "**Which part?** apps/api"], { text: "How does `apps/api` work?", path: null }],
    ["stands behind a question that pointed at nothing", ["How come?", "**Which part?** apps/api"], { text: "How come? `apps/api`", path: null }],
    ["names a file", ["Where is openGate?", "**Which `openGate`?** openGate (class) in apps/web/src/open.ts"], { text: "Where is openGate?", path: "apps/web/src/open.ts" }],
    ["is taken as it stands", ["How does it work?", "**Which part?** src/$&/$1"], { text: "How does `src/$&/$1` work?", path: null }],
  ] as const)("%s", (_, [before, reply], choice) => {
    expect(readChoice(reply, after(before))).toEqual(choice);
  }); // prettier-ignore

  it.each(["apps/api", "**Which part?**", "**Why?** apps/api", "Hm. **Which part?** apps/api"])(
    "is none of %j",
    (text) => {
      expect(readChoice(text, after("How does it work?"))).toBeNull();
    },
  );

  it("is none where nothing was asked before", () => {
    expect(readChoice("**Which part?** apps/api", [])).toBeNull();
  });
});
