import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import { isExternalAddress, resolveLink, resolvePicture } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { MarkdownPicture } from "./markdown-picture.tsx";
import { pictureType } from "./picture-type.ts";

interface RepositoryMarkdownProps {
  repository: RepositoryKey;
  text: string;
  /** The file of the text; relative links are resolved from it. */
  codeLocation: CodeLocation;
  hrefOf: (path: string) => string;
  topHeading: number;
}

/** A Markdown file of a repository, with resolved links and pictures. */
export function RepositoryMarkdown({ repository, text, codeLocation, hrefOf, topHeading }: RepositoryMarkdownProps) {
  const absoluteLink = (link: string) => {
    if (isExternalAddress(link)) return link;
    if (link.startsWith("#")) return null;
    const target = resolveLink(codeLocation.path, link);
    return target && location.origin + hrefOf(target.path) + (target.hash ? `#${target.hash}` : "");
  };
  const renderPicture = (address: string, description: string) => {
    const path = resolvePicture(codeLocation.path, address);
    const type = path === null ? null : pictureType(path);
    if (path === null || type === null) return null;
    return (
      <MarkdownPicture
        repository={repository}
        codeLocation={{ branchName: codeLocation.branchName, path }}
        type={type}
        description={description}
      />
    );
  };
  return (
    <LazyMarkdown
      text={text}
      resolveLink={absoluteLink}
      renderPicture={renderPicture}
      topHeading={topHeading}
      hasHtml
    />
  );
}
