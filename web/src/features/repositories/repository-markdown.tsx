import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { isFromElsewhere, resolvePath, resolvePicture } from "./file-path.ts";
import { MarkdownPicture } from "./markdown-picture.tsx";
import { pictureType } from "./picture-type.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface RepositoryMarkdownProps {
  repository: RepositoryKey;
  text: string;
  /** The file the text stands in; its relative links start there. */
  place: CodePlace;
  hrefOf: (path: string) => string;
  topHeading: number;
}

/** A Markdown file of a repository; links to other files lead to them here, and its pictures are drawn. */
export function RepositoryMarkdown({ repository, text, place, hrefOf, topHeading }: RepositoryMarkdownProps) {
  const resolveLink = (link: string) => {
    if (isFromElsewhere(link)) return link;
    if (link.startsWith("#")) return null;
    const target = resolvePath(place.path, link);
    return target && location.origin + hrefOf(target.path) + (target.hash ? `#${target.hash}` : "");
  };
  const renderPicture = (address: string, description: string) => {
    const path = resolvePicture(place.path, address);
    const type = path === null ? null : pictureType(path);
    if (path === null || type === null) return null;
    return (
      <MarkdownPicture
        repository={repository}
        place={{ branchName: place.branchName, path }}
        type={type}
        description={description}
      />
    );
  };
  return (
    <LazyMarkdown text={text} resolveLink={resolveLink} renderPicture={renderPicture} topHeading={topHeading} hasHtml />
  );
}
