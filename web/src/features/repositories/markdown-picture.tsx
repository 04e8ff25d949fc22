import { useQuery } from "@tanstack/react-query";

import { maxPictureBytes } from "./picture-type.ts";
import { fileQuery, pictureQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface MarkdownPictureProps {
  repository: RepositoryKey;
  place: CodePlace;
  type: string;
  description: string;
}

/** A picture of the repository in the midst of a text; its description where it cannot be had or is very large. */
export function MarkdownPicture({ repository, place, type, description }: MarkdownPictureProps) {
  const file = useQuery({ ...fileQuery(repository, place), retry: false });
  const isSmall = file.data !== undefined && file.data.kind === "file" && file.data.size <= maxPictureBytes;
  const picture = useQuery({
    ...pictureQuery(repository, { branchName: file.data?.commit ?? place.branchName, path: place.path }, type),
    ...(isSmall ? {} : { enabled: false }),
  });
  if (!picture.data) return <span className="text-sm text-ink-3">{description}</span>;
  return <img src={picture.data} alt={description} className="inline-block max-h-[70dvh] max-w-full" />;
}
