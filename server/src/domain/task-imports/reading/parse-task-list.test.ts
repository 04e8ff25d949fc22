import { describe, expect, it } from "vitest";

import { parseTaskList } from "./parse-task-list.ts";

const { signal } = new AbortController();
const parse = (markdown: string) => parseTaskList(markdown, signal);

describe("a pasted list", () => {
  it("has an entry for each task, its checkboxes as criteria and its headings as groups", async () => {
    const tasks = await parse(`# Summer

Some words before.

## Todo

- [ ] Show **cancelled** sailings
  Why they do not sail.
  - [x] The row says why
    - [ ] Also in German
  - Priority: High
- [x] Sail

## Engine

### Doing

* Oil it
`);
    expect(tasks).toMatchObject([
      {
        row: 7,
        title: "Show cancelled sailings",
        description: "Why they do not sail.",
        state: "todo",
        priority: "High",
        labels: [],
        criteria: [
          { text: "The row says why", done: true },
          { text: "Also in German", done: false },
        ],
      },
      { title: "Sail", state: "done" },
      { title: "Oil it", state: "in-progress", labels: ["Engine"] },
    ]);
  });

  it("is taken line by line where it has no entries", async () => {
    const tasks = await parse("Show tides\n\n  Sail # soon\n");
    expect(tasks.map(({ row, title }) => [row, title])).toEqual([
      [1, "Show tides"],
      [3, "Sail # soon"],
    ]);
  });

  it("keeps code, quotes and lists of a description as they are", async () => {
    const [task, next] = await parse(`- Sail
  Text

  \`\`\`sh
  - no task
  # no heading
  \`\`\`

  - one
    two
  > said
# Later
- Next`);
    expect(task?.description).toContain("```sh\n- no task");
    expect(task?.description).toContain("- one\n  two");
    expect(task?.description).toContain("> said");
    expect(next).toMatchObject({ title: "Next", state: "backlog" });
  });

  it("takes a description that is quoted as a whole out of its quote", async () => {
    const [task] = await parse("- [ ] Sail\n\n  > One\n  >\n  > - [ ] two\n  >   # three\n\n  - [ ] Wind");
    expect(task?.description).toBe("One\n\n- [ ] two\n  # three");
    expect(task?.criteria).toEqual([{ text: "Wind", done: false }]);
  });

  it("reads an indented list, and one in numbers", async () => {
    expect((await parse("    - a1\n      - [ ] x\n    - b1")).map(({ title }) => title)).toEqual(["a1", "b1"]);
    expect((await parse("1. a1\n2) b1")).map(({ title }) => title)).toEqual(["a1", "b1"]);
  });

  it("without a task, or with too many, is refused in plain words", async () => {
    await expect(parse("# Nothing\n## below")).rejects.toThrow("There are no tasks in this text");
    await expect(parse("- a\n".repeat(10_001))).rejects.toThrow("This list has more than 10,000 tasks");
  });
});
