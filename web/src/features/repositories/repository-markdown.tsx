import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { resolvePath } from "./file-path.ts";

interface RepositoryMarkdownProps {
  text: string;
  /** The file the text stands in; its relative links start there. */
  path: string;
  hrefOf: (path: string) => string;
  topHeading: number;
}

/** A Markdown file of a repository; links to other files lead to them here. */
export function RepositoryMarkdown({ text, path, hrefOf, topHeading }: RepositoryMarkdownProps) {
  const resolveLink = (link: string) => {
    if (/^[a-z][\w+.-]*:/i.test(link)) return link;
    if (link.startsWith("#")) return null;
    const target = resolvePath(path, link);
    return target && location.origin + hrefOf(target.path) + (target.hash ? `#${target.hash}` : "");
  };
  return <LazyMarkdown text={text} resolveLink={resolveLink} topHeading={topHeading} hasHtml />;
}
