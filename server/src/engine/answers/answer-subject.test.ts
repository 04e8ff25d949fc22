import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "package.json": '{\n  "name": "shop",\n  "workspaces": ["packages/*"]\n}\n',
  "packages/scale/package.json": '{\n  "name": "@shop/scale",\n  "version": "1.0.0"\n}\n',
  "packages/scale/src/weigh.ts": `/** Approximate limit of how many parcels still match one shelf. */
export function limitMatches(parcels: number): number {
  return Math.min(parcels, 40);
}
`,
  "packages/till/package.json": '{\n  "name": "@shop/till",\n  "dependencies": {\n    "@shop/scale": "1.0.0"\n  }\n}\n',
  "packages/till/src/pay.ts": `import { limitMatches } from "@shop/scale";

/** Pays for the parcels of a shelf. */
export const pay = () => limitMatches(3);
`,
  "src/mail.ts": "/** Writes a mail to whoever ordered. */\nexport function writeMail(): void {}\n",
  "src/queue.ts": "/** The default size of the queue of parcels. */\nexport const queueSize = 12;\n",
  "src/options.py": `import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--max-parcels", default=40, help="Ignore parcels heavier than this many grams")
parser.add_argument("--colour", default="auto", help="Paints the labels")


def collect(args):
    if args.max_parcels > 0:
        return args.max_parcels
    return 0
`,
};

let indexed: IndexedCodebase;

beforeAll(async () => {
  indexed = await indexCodebase("shop", [{ message: "Weigh parcels", files }]);
});

afterAll(async () => {
  await indexed.remove();
});

async function ask(text: string) {
  return await askCodebase(indexed.codebase, { text });
}

describe("what a question is about", () => {
  it("is not there although the words around it are", async () => {
    const { text } = await ask("How many spelling mistakes may a label contain so that approximate matching finds it?");
    expect(text).toMatch(/^Nothing in the indexed code/);
  });

  it("is not there although each of its words is, apart", async () => {
    const { text } = await ask("What is the size of the mail queue?");
    expect(text).toMatch(/^Nothing in the indexed code/);
    expect(text).toContain("“mail queue”");
  });

  it("is there although nobody says how it is", async () => {
    const { text } = await ask("What limits the huge personal parcels?");
    expect(text).not.toMatch(/^Nothing/);
  });
});

describe("a setting", () => {
  it.each(["What is the default of `max-parcels`?", "what is the default of max_parcels", "Explain MAX_PARCELS"])(
    "is told by its name in any spelling: %s",
    async (question) => {
      const { text, sources } = await ask(question);
      expect(text.split("\n")[0]).toContain("`--max-parcels`");
      expect(text.split("\n")[0]).toContain("`40`");
      expect(text).toContain("in `collect`");
      expect(sources.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
        "src/options.py:4",
        "src/options.py:9",
      ]);
    },
  );

  it("is found by what it does", async () => {
    const { text } = await ask(
      "Is there a flag to leave parcels out above a certain weight in grams, and what is it by default?",
    );
    expect(text.split("\n")[0]).toContain("`--max-parcels`");
    expect(text.split("\n")[0]).toContain("`40`");
  });
});

describe("what rests on a package", () => {
  it.each([
    "If I change the scale package, which other parts are affected?",
    "who depends on package @shop/scale?",
    "Which packages depend on the scale package?",
  ])("is told by manifest and import: %s", async (question) => {
    const { text, sources } = await ask(question);
    expect(text).toContain("1 part of the repository depends on `@shop/scale`");
    const cited = sources.map(({ path, startLine }) => `${path}:${startLine}`);
    expect(cited).toEqual(["packages/till/package.json:4", "packages/till/src/pay.ts:1"]);
  });

  it("is nothing where nobody needs it", async () => {
    const { text } = await ask("who depends on package @shop/till?");
    expect(text).toContain("No other part of the indexed code names or imports `@shop/till`");
  });
});
