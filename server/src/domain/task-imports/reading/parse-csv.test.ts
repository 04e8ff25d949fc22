import { describe, expect, it } from "vitest";

import { parseCsv } from "./parse-csv.ts";

const parse = (text: string) => parseCsv(Buffer.from(text), undefined);
const fieldsOf = (header: string) => parse(`${header}\n`).file.columns.map(({ field }) => field);

describe("the columns of other tools", () => {
  it.each([
    [
      "Jira",
      "Summary,Issue key,Issue id,Status,Priority,Assignee,Created,Labels,Labels,Description,Inward issue link (Blocks)",
      [
        "title",
        "key",
        null,
        "state",
        "priority",
        "assignee",
        "createdAt",
        "labels",
        "labels",
        "description",
        "blockedBy",
      ],
    ],
    [
      "Linear",
      "ID,Team,Title,Description,Status,Estimate,Priority,Creator,Assignee,Labels,Created,Blocked by",
      [
        "key",
        null,
        "title",
        "description",
        "state",
        null,
        "priority",
        null,
        "assignee",
        "labels",
        "createdAt",
        "blockedBy",
      ],
    ],
    [
      "Trello",
      "Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,List ID,List Name,Archived",
      ["key", "title", "link", "description", "labels", "assignee", null, null, "state", "archived"],
    ],
    [
      "GitHub",
      "number,title,body,state,labels,assignees,url,created_at",
      ["key", "title", "description", "state", "labels", "assignee", "link", "createdAt"],
    ],
    ["this product", "Name,Title,Acceptance criteria,Service", ["key", "title", "criteria", "service"]],
    ["a list of names", "Name,Notes", ["title", "description"]],
  ])("are known: %s", (_tool, header, fields) => {
    expect(fieldsOf(header)).toEqual(fields);
  });

  it("are what somebody says they are, where they say so", () => {
    const { tasks, file } = parseCsv(Buffer.from("A;B\nShow tides;high\n"), ["title", "priority"]);
    expect(tasks).toMatchObject([{ row: 2, title: "Show tides", priority: "high" }]);
    expect(file).toMatchObject({ separator: ";", columns: [{ header: "A", example: "Show tides" }, { header: "B" }] });
  });
});

describe("a file", () => {
  it("is read with quoted line breaks, commas and quotes; rows count as programs for tables count them", () => {
    const { tasks } = parse('Title,Description\r\n"Show, ""tides""","One\nTwo"\r\n\r\nSail,\r\n');
    expect(tasks).toMatchObject([
      { row: 2, title: 'Show, "tides"', description: "One\nTwo" },
      { row: 4, title: "Sail", description: "" },
    ]);
  });

  it.each([
    ["utf-8", Buffer.from("\uFEFFTitle,Labels\nÜberfahrt,Kai\n")],
    ["utf-16le", Buffer.from("\uFEFFTitle\tLabels\nÜberfahrt\tKai\n", "utf16le")],
    ["windows-1252", Buffer.from("Title;Labels\n\u00DCberfahrt;Kai\n", "latin1")],
  ])("is read in %s", (encoding, bytes) => {
    const { file, tasks } = parseCsv(bytes, undefined);
    expect(file.encoding).toBe(encoding);
    expect(tasks).toMatchObject([{ title: "Überfahrt", labels: ["Kai"] }]);
  });

  it("is read by the separator that Excel writes down", () => {
    expect(parse("sep=;\nTitle;Labels\nShow, tides;a,b\n").tasks).toMatchObject([
      { row: 3, title: "Show, tides", labels: ["a", "b"] },
    ]);
  });

  it("takes back what was guarded against formulas, and leaves other apostrophes", () => {
    const { tasks } = parse("Title\n'=1+1\n''-x\n'tis\n");
    expect(tasks.map(({ title }) => title)).toEqual(["=1+1", "'-x", "'tis"]);
  });

  it("says at its row that a quotation mark is never closed", () => {
    const { tasks } = parse('Title\nShow tides\n"Sail\nand all the rest\n');
    expect(tasks.map(({ row, refusal }) => [row, refusal])).toEqual([
      [2, null],
      [3, "A quotation mark of this row is never closed, so all that follows was read as one cell."],
    ]);
  });

  it("reads lists, boxes and colours of labels", () => {
    const { tasks } = parse('Title,Labels,Checklist\nSail,"Bug (red), UI","- [x] Wind\n[ ] Water\n2. Crew"\n');
    expect(tasks).toMatchObject([
      {
        labels: ["Bug", "UI"],
        criteria: [
          { text: "Wind", done: true },
          { text: "Water", done: false },
          { text: "Crew", done: false },
        ],
      },
    ]);
  });

  it.each([
    ["empty", Buffer.from("\n"), "This file is empty."],
    ["no text", Buffer.from([80, 75, 3, 4, 0, 0, 1]), "This is not a text file. Save the table as CSV"],
    ["too long", Buffer.from(`Title\n${"Sail\n".repeat(10_001)}`), "This file has more than 10,000 rows."],
  ])("that is %s is refused in plain words", (_name, bytes, message) => {
    expect(() => parseCsv(bytes, undefined)).toThrow(message);
  });

  it("may have 10,000 rows", () => {
    expect(parse(`Title\n${"Sail\n".repeat(10_000)}`).tasks).toHaveLength(10_000);
  });
});
