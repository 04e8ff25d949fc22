import { AppError } from "@cairn/contract/errors";
import { expect, test } from "vitest";

import { checkPage, hasErrors, mergeErrors, parseServerErrors } from "./check-page.ts";
import { newSection } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";

const section = (sectionId: string, change: Partial<EditorSection> = {}): EditorSection => ({
  ...newSection("static"),
  sectionId,
  title: "Purpose",
  content: "It shows departures.",
  ...change,
});
const a = crypto.randomUUID();
const b = crypto.randomUUID();
const errorsOf = (change: Partial<EditorSection>) =>
  checkPage({ title: "Overview", sections: [section(a, change)] }).sections.get(a);

test("a valid page has no errors", () => {
  const page: EditorPage = {
    title: "漢".repeat(128),
    sections: [section(a), section(b, { kind: "auto", prompt: "What is it?", content: "" })],
  };
  expect(hasErrors(checkPage(page))).toBe(false);
});

test("each invalid field has the message of the specification", () => {
  expect(checkPage({ title: " x ", sections: [] })).toMatchObject({
    title: "Title is too short",
    list: "At least one section is required",
  });
  expect(checkPage({ title: "x".repeat(129), sections: [section(a)] }).title).toBe(
    "Title can't be longer than 128 characters",
  );
  expect(errorsOf({ title: "" })).toEqual({ title: "Title is too short" });
  expect(errorsOf({ content: " x " })).toEqual({ content: "Content is too short" });
  expect(errorsOf({ kind: "auto", prompt: " ", content: "" })).toEqual({ prompt: "Instructions are too short" });
  expect(errorsOf({ kind: "auto", prompt: "x" })).toEqual({ prompt: "Instructions are too short" });
  expect(errorsOf({ kind: "auto", prompt: "x".repeat(5001) })).toEqual({ prompt: "Instructions are too long" });
  expect(errorsOf({ content: "x".repeat(200_001) })?.content).toContain("200,000 characters");
});

test("errors of the server are assigned to their fields", () => {
  const page: EditorPage = { title: "Overview", sections: [section(a), section(b, { kind: "auto", prompt: "Why?" })] };
  const refusal = (details: unknown) =>
    parseServerErrors(new AppError("unprocessable", { message: "No such lines", details }), page);
  expect(refusal({ sectionId: b })?.sections.get(b)).toEqual({ prompt: "No such lines" });
  expect(refusal({ sectionId: a })?.sections.get(a)).toEqual({ content: "No such lines" });
  expect(
    refusal([
      { path: "title", message: "Taken" },
      { path: "sections.1.instructions.prompt", message: "No" },
      { path: "sections.1.title", message: "Odd" },
    ]),
  ).toEqual({ title: "Taken", sections: new Map([[b, { prompt: "No", title: "Odd" }]]) });
  expect(refusal({ sectionId: "elsewhere" })).toBeNull();
  expect(parseServerErrors(new TypeError("network"), page)).toBeNull();
});

test("errors found by the browser take precedence", () => {
  const own = { sections: new Map([[a, { title: "Own" }]]) };
  const refused = { title: "Server", sections: new Map([[a, { title: "Other", content: "Refused" }]]) };
  expect(mergeErrors(own, refused)).toEqual({
    title: "Server",
    list: undefined,
    sections: new Map([[a, { title: "Own", content: "Refused" }]]),
  });
});
