import { Fragment } from "@tiptap/pm/model";
import type { Node } from "@tiptap/pm/model";
import { describe, expect, test } from "vitest";

import { normalizeMeaning } from "./markdown-meaning.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "./markdown-text.ts";
import { markdownSchema } from "./schema.ts";

const schema = markdownSchema();
const read = (source: string) => parseMarkdown(schema, source);
const rewrite = (source: string) => rewriteMarkdown(read(source));

/** Texts that are hard to preserve. */
const hard: Record<string, string> = {
  headings: "# One\n\nTwo\n===\n\n### Three ###\n\n#### Four\n##### Five\n###### *Six* `x`\n",
  "marks inside words": '**a**b*c*d ~~e~~f snake_case __init__ 2 * 3 "**q**"x 日本語**太字**です\n',
  "marks inside marks": "*a **b** c* **d *e* f** ~~*g*~~ **[h](i)** [**j**](k) [`l`](m) **a `b` c**\n",
  "code with backticks": "`` a ` b `` and ``` `` ```\n\n````md\n```ts\nx\n```\n````\n",
  "code with meta": '```ts title="a.ts" {1,3-5}\nconst a = 1;\n```\n\n~~~\nplain\n~~~\n\n    indented\n      more\n',
  links: "a [b](c \"d\") [e](<f g> 'h') <https://i.j> https://k.l/m_n?o=p www.q.r s@t.u [](empty) [v](w(x)y)\n",
  "pictures as links": "[![a](b)](c) [![d][e]][f]\n\n[e]: /e\n[f]: /f 'F'\n",
  "references of all kinds": '[a][ref] [ref][] [ref] ![b][ref] [*c*][Ref]\n\n[ref]: <https://x.y> "title"\n',
  "citations and mentions":
    "The board [1][2] asks [@Ada Okafor](cairn:person/u1) [3], see [delay.ts](cairn:file/r1/src/delay.ts#L1-L2).\n",
  "task lists": "- [x] a\n- [ ] b\n  - [ ] c\n- not a task\n\n1. [ ] d\n",
  lists: "- a\n\n  b\n\n- c\n  1. d\n  2. e\n\n     f\n- \n- g\n\n\n3) h\n4) i\n",
  "lists side by side": "- a\n- b\n\n* c\n* d\n\n1. e\n\n1) f\n",
  tables: "| a | b | c |\n|:--|:-:|--:|\n| `x\\|y` | **b** \\| | [l](m) |\n| short |\n| 1 | 2 | 3 | 4 |\n\na|b\n-|-\n",
  breaks: "a  \nb\\\nc\nd\n\n> e  \n> f\n",
  html: '<div align="center">\n\n# T\n\n</div>\n\na <kbd>b</kbd><br/> <!-- c -->\n\n<!-- d\n\ne -->\n\n<details><summary>f</summary>\n\n- g\n\n</details>\n',
  footnotes: "a[^1] b[^long]\n\n[^1]: One.\n[^long]: Two\n\n    - three\n",
  quotes: "> a\n>\n> - b\n>   > c\nlazy\n\n> [!NOTE]\n> d\n",
  escapes: "\\*a\\* \\[b] \\_c\\_ \\# d \\`e\\` 1\\. f &lt;g&gt; &copy; &nbsp; h&amp;i \\\\ 5 < 6\n",
  "raw blocks in a list": "- a\n\n  [x]: /y\n\n  <p>\n  b\n  </p>\n\n  [z][x]\n",
  "front matter": "---\ntitle: a\n---\n\nb\n",
  "nothing at all": "",
  "only space": "\n \n",
  "no line break at the end": "a\n\n- b",
  "much space": "\n\n\na\n\n\n\n\nb   \n\n\n",
  "Windows line ends": "# a\r\n\r\n- b\r\n- c\r\n\r\n```\r\nd\r\ne\r\n```\r\n",
  "mixed line ends": "a\r\n\r\n```\nb\nc\n```\n\r\n| d |\n|-|\r\n| e |\n",
  "byte order mark": "\uFEFF# a\n",
};

describe.each(Object.entries(hard))("%s", (_name, source) => {
  test("serialized unchanged, it is identical byte for byte", () => {
    const text = read(source);
    text.doc.check();
    expect(writeMarkdown(text, text.doc)).toBe(source);
    // The same with recreated nodes, as after undo.
    const copy = schema.nodeFromJSON(text.doc.toJSON());
    expect(writeMarkdown({ ...text, doc: schema.topNodeType.create() }, copy).trimEnd()).toBe(source.trimEnd());
  });

  test("serialized again, it has the same meaning and is stable", () => {
    const once = rewrite(source);
    expect(normalizeMeaning(once)).toEqual(normalizeMeaning(source.replace("\uFEFF", "")));
    expect(rewrite(once)).toBe(once);
  });
});

/** Replaces the block at an index. */
function withBlock(doc: Node, index: number, ...blocks: Node[]): Node {
  return doc.copy(Fragment.fromArray([...doc.children.slice(0, index), ...blocks, ...doc.children.slice(index + 1)]));
}

const paragraph = (words: string) => schema.node("paragraph", null, words === "" ? [] : [schema.text(words)]);

describe("a change", () => {
  const source = "Title\n=====\n* a\n* b\n\n\n\nsoft\nwrap __bold__\n\n+ c\n";

  test("leaves every other block and the space around it as they were", () => {
    const text = read(source);
    expect(writeMarkdown(text, withBlock(text.doc, 2, paragraph("new")))).toBe(
      "Title\n=====\n* a\n* b\n\n\n\nnew\n\n+ c\n",
    );
  });

  test("that is taken back leaves the text as it was", () => {
    const text = read(source);
    const changed = withBlock(text.doc, 2, paragraph("new"));
    const back = withBlock(changed, 2, schema.nodeFromJSON(text.doc.child(2).toJSON()));
    expect(writeMarkdown(text, back)).toBe(source);
  });

  test("of a list keeps the list markers of the text", () => {
    const text = read(source);
    const list = text.doc.child(1);
    expect(writeMarkdown(text, withBlock(text.doc, 1, list.copy(list.content.cut(0, 5))))).toContain("* a\n");
  });

  test("that makes two lists adjacent keeps them separate", () => {
    const text = read("- a\n\nbetween\n\n- b\n");
    const doc = withBlock(text.doc, 1);
    expect(normalizeMeaning(writeMarkdown(text, doc))).toHaveLength(2);
  });

  test("that moves indented code after a list keeps it out of the list", () => {
    const text = read("    code\n\n- a\n");
    const doc = text.doc.copy(Fragment.fromArray(text.doc.children.toReversed()));
    expect(writeMarkdown(text, doc)).toBe("- a\n\n```\ncode\n```\n");
  });

  test("that removes a definition keeps the addresses of its links", () => {
    const text = read("[a][b] ![c][b]\n\n[b]: /d\n");
    expect(writeMarkdown(text, withBlock(text.doc, 1, paragraph("e")))).toContain("[a][b]");
    expect(rewriteMarkdown({ ...text, doc: withBlock(text.doc, 1) })).toBe("[a](/d) ![c](/d)\n");
  });

  test("of a text with Windows line ends has them too", () => {
    const text = read("a\r\n\r\nb\r\n");
    const list = read("- c\n- d").doc.child(0);
    expect(writeMarkdown(text, withBlock(text.doc, 0, list))).toBe("- c\r\n- d\r\n\r\nb\r\n");
  });

  test("that leaves empty paragraphs does not serialize them", () => {
    const text = read("a\n\nb\n");
    expect(writeMarkdown(text, withBlock(text.doc, 1, paragraph(""), paragraph("")))).toBe("a\n");
    expect(writeMarkdown(read(""), schema.node("doc", null, [paragraph("x")]))).toBe("x");
  });
});

describe("what people type", () => {
  const bold = schema.mark("bold");
  const written = (...content: Node[]) =>
    rewriteMarkdown({
      ...read(""),
      doc: schema.node("doc", null, [schema.node("paragraph", null, content)]),
    }).trimEnd();

  test.each([
    ["a citation stays a citation", "as said [1], [23] and [456].", "as said [1], [23] and [456]."],
    ["names with underscores stay readable", "call snake_case_name(x)", "call snake_case_name(x)"],
    ["signs between spaces stay readable", "2 * 3 & R&D", "2 * 3 & R&D"],
    ["marks are escaped where they would mean something", "*a* _b_ `c` # d", "\\*a\\* \\_b\\_ \\`c\\` # d"],
    ["a line like a list is no list", "- a", "\\- a"],
    ["a line like a definition is none", "[1]: here", "\\[1]: here"],
    ["space at the ends is nothing", "  a  ", "a"],
  ])("%s", (_name, typed, expected) => {
    expect(written(schema.text(typed))).toBe(expected);
    expect(read(expected).doc.textContent).toBe(typed.trim());
  });

  test("bold that includes a space is written without it", () => {
    expect(written(schema.text("a"), schema.text(" b ", [bold]), schema.text("c"))).toBe("a **b** c");
    expect(written(schema.text("a", [bold]), schema.text(" ", [bold]))).toBe("**a**");
  });

  test("a break at the end of a paragraph is nothing", () => {
    expect(written(schema.text("a"), schema.node("hardBreak"))).toBe("a");
  });

  test("a citation before a reference is not taken for its text", () => {
    const source = "\\[1][r]\n\n[r]: /x\n";
    expect(normalizeMeaning(rewrite(source))).toEqual(normalizeMeaning(source));
  });
});
