import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

let indexed: IndexedCodebase;

const files = (text: string) => ({ "src/harbour.ts": `/** Keeps boats. */\nexport const boats = ${text};\n` });

beforeAll(async () => {
  indexed = await indexCodebase("harbour", [
    { message: "Keep boats with lodash", files: files("1") },
    { message: "Add the semaphore protocol", files: files("2") },
    { message: "Replace lodash with es-toolkit\n\nIt is a tenth of the size.", files: files("3") },
    { message: "Remove a stale mention of lodash", files: files("4") },
    { message: "Drop support for Python 2.7", files: files("5") },
    { message: "Bump setup-python from 5.2.0 to 5.3.0", files: files("6") },
    { message: "Revert sharing one default TideTable", files: files("7") },
    { message: "Mend the semaphore protocol for night ships", files: files("8") },
  ]);
});
afterAll(() => indexed.remove());

const opening = async (text: string, lens: "technical" | "non-technical" = "technical") =>
  (await askCodebase(indexed.codebase, { text, lens })).text.split("\n\n")[0];

it("tells of what is gone by the commit that took it out, with its reason", async () => {
  expect(await opening("When and why was lodash replaced in the server?")).toMatch(
    /^On \d{4}-\d\d-\d\d .+ committed “Replace lodash with es-toolkit” \(`[\da-f]{8}`\)\. Its message says: It is a tenth of the size\.$/,
  );
  expect(await opening("we used lodash everywhere before. Who replaced it, with what and why?")).toContain(
    "Replace lodash with es-toolkit",
  );
  expect(await opening("Who took lodash out?", "non-technical")).toMatch(/committed this change: Replace lodash with/);
});

it("reads a number beside its word, and not as a part of another", async () => {
  expect(await opening("When was Python 2 dropped?")).toContain("“Drop support for Python 2.7”");
});

it("finds by the words that matter where no subject holds them all", async () => {
  const text = "For a while one ready-made tide table was shared. Who took that out again, and when?";
  expect(await opening(text)).toContain("“Revert sharing one default TideTable”");
});

it("tells how something came by its first commit", async () => {
  expect(await opening("When was the semaphore protocol introduced?")).toContain("“Add the semaphore protocol”");
});

it("does not pass off as the end of a thing what was done to another", async () => {
  expect(await opening("Who removed the semaphore and why?")).toMatch(
    /^No commit says in its message what is asked; 2 commits speak of “semaphore”, newest first:$/,
  );
  expect(await opening("When did python support go away?")).toContain("“Drop support for Python 2.7”");
});

it("says that neither the code nor its commits know of a thing", async () => {
  expect(await opening("When was Backbone dropped and why?")).toMatch(
    /^Nothing in the indexed code mentions “backbone”, and no message of the 8 indexed commits tells that it was taken out\.$/,
  );
});
