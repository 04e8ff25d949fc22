import { useMemo } from "react";

import { comparisonPlugins } from "#web/ui/markdown/compare/remark-compare.ts";

import { Markdown } from "./markdown.tsx";
import type { MarkdownProps } from "./markdown.tsx";

export interface ComparedMarkdownProps extends Pick<MarkdownProps, "resolveMention" | "isCompact"> {
  before: string;
  after: string;
  topHeading: number;
}

/** Two texts in Markdown as one, as it is read, with what went and what came marked where it stands. */
export function ComparedMarkdown({ before, after, topHeading, ...props }: ComparedMarkdownProps) {
  const plugins = useMemo(() => comparisonPlugins(before), [before]);
  return <Markdown text={after} remarkPlugins={plugins} topHeading={topHeading} {...props} />;
}
