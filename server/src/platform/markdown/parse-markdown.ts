import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

export type MarkdownBlock = ReturnType<typeof parser.parse>["children"][number];
export type MarkdownList = Extract<MarkdownBlock, { type: "list" }>;

/** The blocks of a text in GitHub-flavoured Markdown. Long texts take more than their share of time. */
export function parseMarkdown(text: string): MarkdownBlock[] {
  return parser.parse(text).children;
}
