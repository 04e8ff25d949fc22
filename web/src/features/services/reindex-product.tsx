import type { Service } from "@cairn/contract/services";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";

import { reindexReason } from "./reindex-reason.ts";
import { useReindexServices } from "./services.api.ts";

/** Starts a new index of every repository of a product that may have one now; when none may, it says when. */
export function ReindexProduct({ project, services }: { project: ProjectKey; services: readonly Service[] }) {
  const reindex = useReindexServices(project);
  const [now] = useState(Date.now);
  const repositories = new Map(
    services.flatMap(({ serviceId, repository }) =>
      repository ? [[repository.repositoryId, { serviceId, indexing: repository.indexing }] as const] : [],
    ),
  );
  const states = [...repositories.values()].map((one) => ({ ...one, reason: reindexReason(one.indexing, now) }));
  const possible = states.filter(({ reason }) => reason === undefined).map(({ serviceId }) => serviceId);
  if (states.length === 0) return null;
  const disabledReason = reindex.isPending
    ? "It is being started"
    : possible.length > 0
      ? undefined
      : states[0]?.reason;
  return (
    <Button
      size="sm"
      icon={<ArrowClockwiseIcon className="size-4" />}
      disabledReason={disabledReason}
      onClick={() => reindex.mutate(possible)}
    >
      Reindex
    </Button>
  );
}
