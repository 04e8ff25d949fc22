import { useQuery } from "@tanstack/react-query";

import { fileQuery, pictureQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";

import { maxPictureBytes } from "./picture-type.ts";

interface MarkdownPictureProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  type: string;
  description: string;
}

/** A picture of the repository inside a text; its description when it cannot be loaded or is too large. */
export function MarkdownPicture({ repository, codeLocation, type, description }: MarkdownPictureProps) {
  const file = useQuery({ ...fileQuery(repository, codeLocation), retry: false });
  const isSmall = file.data !== undefined && file.data.kind === "file" && file.data.size <= maxPictureBytes;
  const picture = useQuery({
    ...pictureQuery(
      repository,
      { branchName: file.data?.commit ?? codeLocation.branchName, path: codeLocation.path },
      type,
    ),
    ...(isSmall ? {} : { enabled: false }),
  });
  if (!picture.data) return <span className="text-sm text-ink-3">{description}</span>;
  return <img src={picture.data} alt={description} className="inline-block max-h-[70dvh] max-w-full" />;
}
