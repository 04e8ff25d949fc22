import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { pictureQuery, type CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import { baseName } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import "./picture-view.css";

interface PictureViewProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  /** As `pictureType` has it. */
  type: string;
}

/** A picture on a chequered background that shows transparency. */
export function PictureView({ repository, codeLocation, type }: PictureViewProps) {
  const picture = useQuery(pictureQuery(repository, codeLocation, type));
  const [size, setSize] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  if (picture.isError) {
    return <ErrorState message={errorMessage(picture.error)} onRetry={() => void picture.refetch()} />;
  }
  if (isBroken) {
    return <p className="p-6 text-center text-sm text-ink-3">This picture is damaged or of a kind no browser draws.</p>;
  }
  return (
    <figure className="flex flex-col items-center gap-3 p-4 md:p-6">
      {picture.data === undefined ? (
        <Loading what="picture">
          <Skeleton className="h-60 w-80 max-w-full" />
        </Loading>
      ) : (
        <img
          src={picture.data}
          alt={baseName(codeLocation.path)}
          onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)}
          onError={() => setIsBroken(true)}
          className="picture-ground max-h-[70dvh] min-h-4 max-w-full min-w-4 rounded-sm border border-line object-contain"
        />
      )}
      <figcaption className="min-h-4 text-xs text-ink-3 tabular-nums">{size && `${size} pixels`}</figcaption>
    </figure>
  );
}
