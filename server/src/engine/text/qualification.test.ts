import { expect, it } from "vitest";

import { qualificationIn, withQualification } from "./qualification.ts";
import { leadingSentences } from "./sentences.ts";
import { summarizeBriefly, summarizeDoc } from "./summarize-doc.ts";

it.each([
  ["Serves the charts.\n\nFor development only.", "For development only."],
  ["Rings a bell. It must not be used in production.", "It must not be used in production."],
  ["Old names.\n\n@deprecated use `moor` instead. It is faster.", "Deprecated: use `moor` instead."],
  ["Old names.\n@deprecated", "Deprecated."],
  [
    "The API.\n\n> ⚠️ **This API is soon gone, and will be removed in the next version.**",
    "This API is soon gone, and will be removed in the next version.",
  ],
  ["Which driver. Currently unused.", "Currently unused."],
  ["Takes a boat. Removes deprecated moorings first.", null],
  ["Names a boat. Without a picture the old one will be removed.", null],
  ["Whether boats are tested. It runs in production too.", null],
  ["This is deprecated. It is still deprecated.", null],
])("of %j the rest says %j", (text, expected) => {
  expect(qualificationIn(text, text.split(/(?<=\.)\s/)[0] ?? "")).toBe(expected);
});

it("carries on what the rest of a comment takes back, with its lines", () => {
  const text = "Tells every boat the tides, in the order in which they came.\n\nNot used in production.\nMore.";
  const doc = { text, startLine: 3, endLine: 6 };
  expect(summarizeDoc(doc, 80, 1)).toEqual({
    text: "Tells every boat the tides, in the order in which they came. Not used in production.",
    startLine: 3,
    endLine: 6,
  });
  expect(summarizeBriefly(doc, 40)?.text).toBe(
    "Tells every boat the tides, in the …. Not used in production.".replace("….", "…"),
  );
  expect(withQualification("A driver", "A driver\n\nDeprecated.")).toBe("A driver. Deprecated.");
});

it("leaves out second sentences that only lead elsewhere", () => {
  const text = "Explains the API. For more examples, import this collection. Each call needs a token.";
  expect(leadingSentences(text, 200, 2)).toBe("Explains the API. Each call needs a token.");
  expect(leadingSentences("See the docs. It moors boats.", 200, 1)).toBe("See the docs.");
});
