import { expect, it } from "vitest";

import { interpretQuestion } from "./interpret-question.ts";

it.each([
  ["Can a parcel be brought back?", "restore"],
  ["What happens when the server hangs?", "timeout"],
  ["How does a letter in the watched folder get in?", "consume"],
  ["What does text recognition cost?", "ocr"],
  ["Is there a second factor?", "totp"],
])("%s is asked for as code calls it: %s", (text, word) => {
  const [part] = interpretQuestion(text);
  const said = part?.terms.flatMap((term) => [term.word, ...term.synonyms]) ?? [];
  expect(said).toContain(word);
});

it("looks for no word that only carries another: brought, taken", () => {
  const words = interpretQuestion("Can it be taken over once it is brought in by the postman?").flatMap(({ terms }) => terms.map((term) => term.word)); // prettier-ignore
  expect(words).not.toContain("brought");
  expect(words).not.toContain("taken");
});
