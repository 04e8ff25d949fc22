import { describe, expect, it } from "vitest";

import { statementsOf, withoutStatements } from "./page-statements.ts";

const table = "| Job | When |\n| --- | --- |\n| purge | hourly [1] |\n| mail | daily [2] |";
const sentences = "- Two servers never run one job. [3]\n- A failed run is logged with its error. [4]";

function withoutFirst(content: string, beginning: string): string {
  return withoutStatements(
    content,
    statementsOf(content).filter(({ text }) => text.startsWith(beginning)),
  );
}

describe("words that are not so before", () => {
  it("a table leave its rows, which were read with their head", () => {
    const content = `Jobs run under a lock of their name:\n\n${table}\n\n${sentences}`;
    expect(withoutFirst(content, "Jobs run").trim()).toBe(`${table}\n\n${sentences}`);
  });

  it("items that are sentences leave them under words that claim nothing", () => {
    expect(withoutFirst(`Jobs run under a lock of their name:\n\n${sentences}`, "Jobs run")).toBe(
      `The code shows this:\n\n${sentences}`,
    );
    expect(withoutFirst(`Jobs are types. [1]\n\nEach of them runs under a lock:\n\n${sentences}`, "Each of them")).toBe(
      `Jobs are types. [1]\n\nBesides:\n\n${sentences}`,
    );
  });

  it.each([
    ["names only", "Jobs run under a lock of their name:\n\n- `purge` [1]\n- `mail` [2]"],
    ["sentences that it turns", `Jobs are not restarted on these occasions:\n\n${sentences}`],
    ["sentences that go on from it", "A service has a name and a kind:\n\n- It is added to the bus by its name. [1]"],
  ])("%s take them along", (_, content) => {
    expect(withoutFirst(content, content.slice(0, 5)).trim()).toBe("");
  });
});

describe("a first sentence that is not so", () => {
  it("leaves no bare item at the beginning", () => {
    expect(withoutFirst(`A service is a folder of its own. [1]\n\n${sentences}`, "A service")).toBe(
      `The code shows this:\n\n${sentences}`,
    );
    expect(withoutFirst(`### Jobs\n\nA job is a type of it. [1]\n\n${sentences}`, "A job")).toBe(
      `### Jobs\n\nThe code shows this:\n\n${sentences}`,
    );
  });

  it("takes items that go on from it", () => {
    const content = `A service is a folder of its own. [1]\n\n- It has a name. [2]\n${sentences}`;
    expect(withoutFirst(content, "A service")).toBe(`The code shows this:\n\n${sentences}`);
  });
});

it("numbers in code are no numbers of sources", () => {
  expect(statementsOf("The name is `args[7]`. [2]").map(({ numbers }) => numbers)).toEqual([[2]]);
});
