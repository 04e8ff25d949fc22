import { expect, it } from "vitest";

import { unwrap } from "./unwrap.ts";

it.each([
  ["Text [1].", "Text [1]."],
  ["  \r\nText\r\n\r\n[1].\n", "Text\n\n[1]."],
  ["Sure! Here it is:\n\nText [1].", "Text [1]."],
  ["Here’s the section.\nText [1].", "Text [1]."],
  ["```markdown\nText [1].\n```", "Text [1]."],
  ["```\nText [1].\n```", "Text [1]."],
  ["~~~\nText [1].\n~~~", "Text [1]."],
  ["Below is the section:\n\n```md\nText [1].\n```", "Text [1]."],
  ["```md\nText [1].\n\n```js\nx\n```\n```", "```md\nText [1].\n\n```js\nx\n```\n```"],
  ["Below are the settings that it reads [1].\nPORT [2].", "Below are the settings that it reads [1].\nPORT [2]."],
  ["Okay, so the board shows boats [1].", "Okay, so the board shows boats [1]."],
  ["I cannot be stopped, says the worker [1].", "I cannot be stopped, says the worker [1]."],
  ["[1] says so.", "[1] says so."],
  ["{not json} [1]", "{not json} [1]"],
])("takes the text out of %j", (raw, text) => {
  expect(unwrap(raw)).toEqual({ ok: true, text });
});

it.each([
  ["", "The answer was empty."],
  [" \u0000\n", "The answer was empty."],
  ["```\n\n```", "The answer was empty."],
  ["Certainly!", "The answer held nothing but a preamble."],
  ["```ts\nconst a = 1;\n```", "The answer was one block of ts, not text."],
  ['{"text": "Text [1]."}', "The answer was JSON, not text."],
  ['{ "text": "cut off', "The answer was JSON, not text."],
  ['```\n[{"a": 1}]\n```', "The answer was JSON, not text."],
  ["I’m very sorry, but I can’t help with that.", "The answer was a refusal."],
  ["As an AI language model, I have no access.", "The answer was a refusal."],
  ["Unfortunately, I do not know.", "The answer was a refusal."],
])("says what shape %j has instead", (raw, problem) => {
  expect(unwrap(raw)).toEqual({ ok: false, problem });
});
