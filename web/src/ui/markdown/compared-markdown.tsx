import { useMemo } from "react";

import { comparisonPlugins } from "#web/ui/markdown/compare/remark-compare.ts";

import { Markdown } from "./markdown.tsx";
import type { MarkdownProps } from "./markdown.tsx";

export interface ComparedMarkdownProps extends Pick<MarkdownProps, "resolveMention" | "isCompact"> {
  before: string;
  after: string;
  topHeading: number;
}

/** Renders two Markdown texts as one, with added and removed parts marked in place. */
export function ComparedMarkdown({ before, after, topHeading, ...props }: ComparedMarkdownProps) {
  const plugins = useMemo(() => comparisonPlugins(before), [before]);
  return <Markdown text={after} remarkPlugins={plugins} topHeading={topHeading} {...props} />;
}
