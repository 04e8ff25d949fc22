import { describe, expect, it } from "vitest";

import { rehypeCitations, replaceCitations, splitCitations } from "./citations.ts";

describe("splitCitations", () => {
  it("keeps the text around and between citations", () => {
    expect(splitCitations("Delay is late [1][12], always.")).toEqual([
      { kind: "text", text: "Delay is late " },
      { kind: "citation", number: 1 },
      { kind: "citation", number: 12 },
      { kind: "text", text: ", always." },
    ]);
  });

  it.each(["[x]", "[1234]", "[ 1 ]", "[1", "[^1]"])("treats %s as text", (text) => {
    expect(splitCitations(text)).toEqual([{ kind: "text", text }]);
  });
});

describe("replaceCitations", () => {
  const bump = (markdown: string) => replaceCitations(markdown, (number) => `<${number}>`);

  it("leaves inline code, fences and links alone", () => {
    const markdown = "A [1] `list[1]` ``a ` [2]`` [3](x)\n\n```ts\nlist[4]\n```\nB [5]";
    expect(bump(markdown)).toBe("A <1> `list[1]` ``a ` [2]`` [3](x)\n\n```ts\nlist[4]\n```\nB <5>");
  });

  it("treats everything after an open fence as code", () => {
    expect(bump("[1]\n```\n[2]\n[3]")).toBe("<1>\n```\n[2]\n[3]");
  });

  it("keeps a citation whose source does not exist", () => {
    expect(replaceCitations("a [9]", () => null)).toBe("a [9]");
  });
});

describe("rehypeCitations", () => {
  it("makes elements of citations, but not inside code and links", () => {
    const inCode = { type: "element", tagName: "code", children: [{ type: "text", value: "a[1]" }] };
    const tree = {
      type: "root",
      children: [{ type: "element", tagName: "p", children: [{ type: "text", value: "So [2]" }, inCode] }],
    };
    rehypeCitations()(tree);
    expect(tree.children[0]?.children).toEqual([
      { type: "text", value: "So " },
      { type: "element", tagName: "citation", properties: { number: 2 }, children: [] },
      { type: "element", tagName: "code", children: [{ type: "text", value: "a[1]" }] },
    ]);
  });
});
