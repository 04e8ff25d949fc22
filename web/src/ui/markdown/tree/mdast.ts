import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import type { Options } from "remark-stringify";
import { unified } from "unified";

import { textHandler } from "./text-handler.ts";

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

export type Root = ReturnType<typeof parser.parse>;
export type Block = Root["children"][number];
type Kind<Type extends string> = Extract<Block, { type: Type }>;
export type Inline = Kind<"paragraph">["children"][number];
export type List = Kind<"list">;
export type ListItem = Kind<"listItem">;
export type Table = Kind<"table">;
/** Whether a reference is written `[text][label]`, `[label][]` or `[label]`. */
export type ReferenceType = "full" | "collapsed" | "shortcut";

/** Parses GitHub-flavoured Markdown to a tree. */
export function parseTree(markdown: string): Root {
  return parser.parse(markdown);
}

export interface Style {
  bullet: "-" | "*" | "+";
  /** The delimiter after the number of an ordered list item. */
  bulletOrdered: "." | ")";
}

const commonOptions: Options = {
  emphasis: "*",
  rule: "-",
  ruleRepetition: 3,
  listItemIndent: "one",
  handlers: { text: textHandler },
};

const writers = new Map<string, (tree: Root) => string>();

function writerOf({ bullet, bulletOrdered }: Style): (tree: Root) => string {
  const key = bullet + bulletOrdered;
  const known = writers.get(key);
  if (known) return known;
  const bulletOther = bullet === "-" ? "*" : "-";
  const writer = unified()
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, { ...commonOptions, bullet, bulletOther, bulletOrdered })
    .freeze();
  const write = (tree: Root) => writer.stringify(tree);
  writers.set(key, write);
  return write;
}

/** Serializes blocks to Markdown, without a trailing line break. */
export function writeTree(blocks: Block[], style: Style): string {
  return writerOf(style)({ type: "root", children: blocks }).replace(/\n$/, "");
}
