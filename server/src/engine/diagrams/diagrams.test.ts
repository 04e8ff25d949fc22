import { describe, expect, it } from "vitest";

import type { LocatedSchema } from "#server/engine/facts/code/find-schemas.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";
import type { Diagram } from "#server/engine/sections/section-template.ts";

import { chooseDirection } from "./choose-direction.ts";
import { drawEntities } from "./draw-entities.ts";
import { accessibleHead, attributeWord, label, messageText } from "./mermaid-text.ts";

const hostile = [
  'say "hi"',
  "a[b]{c}(d)",
  "end",
  "graph",
  "click",
  '"];click n1 "javascript:alert(1)"',
  "%% comment",
  "`**md**`",
  "naïve — 日本語 😀",
  "a\nb\tc",
  "x --> y; z",
  "#quot; &amp; <b>",
  "\\",
  "style n1 fill:#f00",
  "",
  "x".repeat(300),
  "{{shape}}|pipe|",
  ":::class",
];

const text = (diagram: Diagram) => [...diagram.head, ...diagram.lines.map((line) => line.text)].join("\n");

describe("labels", () => {
  it.each(hostile)("of %j keep a flowchart readable", async (name) => {
    const lines = [
      "flowchart TB",
      ...accessibleHead(name, name),
      `  subgraph box1[${label(name)}]`,
      `  n1[${label(name)}]`,
      "  end",
      `  s1[(${label(name)})]`,
      "  n1 --> s1",
    ];
    expect(await parseMermaid(lines.join("\n"))).toBe("flowchart-v2");
  });

  it.each([...hostile, "a:b", "END", "loop", "Note over x"])("of %j keep a sequence readable", async (name) => {
    const lines = [
      "sequenceDiagram",
      `  participant f1 as ${messageText(name)}`,
      `  client->>f1: ${messageText(name)}`,
      "  f1->>f1: done",
    ];
    expect(await parseMermaid(lines.join("\n"))).toBe("sequence");
  });

  it("cannot start a line of their own", () => {
    for (const name of hostile) expect(label(name)).toMatch(/^"[^"\n]*"$/);
  });
});

describe("what labels show", () => {
  it.each([
    ["a\u0000b\u200Bc\n\n d", '"a b c d"'],
    ["a".repeat(48), `"${"a".repeat(48)}"`],
    ["a".repeat(49), `"${"a".repeat(47)}…"`],
    [`${"a".repeat(46)}😀😀`, `"${"a".repeat(46)}…"`],
    ['<b>|"#;', '"#lt;b#gt;#124;#quot;#35;#59;"'],
    [" \n ", '"–"'],
  ])("%j", (name, shown) => {
    expect(label(name)).toBe(shown);
  });

  it("a word that ends a block is told apart from one that only holds it", () => {
    expect(["end", "THE END", "send ending"].map(messageText)).toEqual(["en#100;", "THE EN#68;", "send ending"]);
  });

  it("a title for those who cannot see has no sign of Mermaid in it", () => {
    expect(accessibleHead("a\n--> {b}; %%", "“”")).toEqual(["  accTitle: a -- b", "  accDescr: –"]);
  });
});

describe("directions", () => {
  const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0] ?? "", to: pair[1] ?? "" }));

  it.each([
    ["TB", edges("ab", "bc", "ac")],
    ["LR", edges("ab", "ac", "ad", "ae", "af")],
    ["TB", edges("ab", "bc", "cd", "de", "ef")],
    ["TB", edges("ab", "ba")],
  ])("is %s", (expected, drawn) => {
    expect(chooseDirection(drawn)).toBe(expected);
  });
});

describe("entities", () => {
  const schema = (name: string, reference?: string): LocatedSchema => ({
    path: "a.sql",
    schema: {
      name,
      kind: "table",
      fields: [
        { name, type: name, line: 2 },
        { name: reference ? `${reference}_id` : "id", type: "uuid[]", line: 3 },
        { name: "名前", type: "varchar(20)", line: 4 },
      ],
      references: reference === undefined ? [] : [reference],
      startLine: 1,
      endLine: 5,
    },
    evidence: { repositoryId: "r", path: "a.sql", startLine: 1, endLine: 5 },
  });

  it.each(hostile.filter((name) => name.trim() !== ""))("named %j parse", async (name) => {
    const diagram = drawEntities([schema(name), schema("other", name)], name);
    expect(diagram).not.toBeNull();
    if (diagram) expect(await parseMermaid(text(diagram))).toBe("er");
  });

  it("shows relations with the field that carries them, and its line as proof", () => {
    const diagram = drawEntities([schema("sailings", "routes"), schema("routes")], "Board");
    const relation = diagram?.lines.find((line) => line.text.includes("}o--||"));
    expect(relation?.text).toContain('"routes_id"');
    expect(relation?.evidence[0]).toMatchObject({ startLine: 3, endLine: 3 });
  });

  it("draws a pair once, with many at the side that is held in a list", () => {
    const one = schema("Owner", "Pet");
    const other = schema("Pet", "Owner");
    one.schema.fields[1] = { name: "pets", type: "List<Pet>", line: 3 };
    const lines = drawEntities([one, other], "Clinic")?.lines.map((line) => line.text.trim()) ?? [];
    expect(lines.filter((line) => line.includes("--"))).toEqual(['t0 ||--o{ t1 : "pets"']);
  });

  it("are drawn without fields where several refer to what could not be read", () => {
    const lines = drawEntities([schema("Pin", "Team"), schema("Star", "Team")], "Wiki")?.lines ?? [];
    expect(lines.find((line) => line.text === '  t2["Team"]')?.evidence).toMatchObject([{ startLine: 3, endLine: 3 }]);
    expect(lines.filter((line) => line.text.includes("}o--|| t2"))).toHaveLength(2);
  });

  it("hold as many fields and entities as can be seen, those that most refer to first", () => {
    const wide = schema("wide");
    wide.schema.fields = Array.from({ length: 30 }, (_, at) => ({ name: `f${at}`, type: "text", line: at + 1 }));
    const hub = Array.from({ length: 30 }, (_, at) => schema(`n${at}`, "wide"));
    const [first = "", ...others] = drawEntities([...hub, wide], "Board")?.lines.map((one) => one.text) ?? [];
    expect(first.split("\n")).toEqual([
      '  t0["wide"] {',
      ...Array.from({ length: 12 }, (_, at) => `    text f${at}`),
      "  }",
    ]);
    expect(others.filter((line) => line.startsWith("  t") && line.includes("["))).toHaveLength(17);
    expect(others.filter((line) => line.includes("--"))).toHaveLength(17);
  });

  it("show a field once, and a table that refers to itself", () => {
    const own = schema("berths", "berths");
    own.schema.fields.push({ name: "名前", type: "text", line: 5 }, { name: "a-b", type: "", line: 6 }, { name: "a_b", type: "", line: 7 });
    const lines = drawEntities([own, schema("ships")], "Quay")?.lines.map((one) => one.text) ?? [];
    expect(lines[0]).toBe('  t0["berths"] {\n    berths berths\n    uuid berths_id\n    varchar_20 field\n    value a_b\n  }');
    expect(lines.at(-1)).toBe('  t0 }o--|| t0 : "berths_id"');
  }); // prettier-ignore

  it("that are models and refer to nothing are no data model", () => {
    const model = (name: string) => ({ ...schema(name), schema: { ...schema(name).schema, kind: "model" as const } });
    expect(drawEntities([model("one"), model("other")], "Board")).toBeNull();
    expect(drawEntities([model("one"), schema("table")], "Board")).not.toBeNull();
  });

  it("are not drawn for one table alone", () => {
    expect(drawEntities([schema("alone")], "Board")).toBeNull();
  });
});

it("makes words for attribute lists", () => {
  expect(["created_at", "uuid[]", "9lives", "", "!!"].map((word) => attributeWord(word, "value"))).toEqual([
    "created_at",
    "uuid",
    "_9lives",
    "value",
    "value",
  ]);
});
