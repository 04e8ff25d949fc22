import type { Indexing } from "@cairn/contract/indexing";
import type { Service } from "@cairn/contract/services";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";

import { reindexReason } from "./reindex-reason.ts";
import { useReindexService } from "./services.api.ts";

interface ReindexButtonProps {
  project: ProjectKey;
  service: Service;
  indexing: Indexing;
  /** Rendered small in a list, with the service in its accessible name. */
  isInRow?: boolean;
}

/** Starts a new index of a service's repository; when disabled, it says when it will be possible. */
export function ReindexButton({ project, service, indexing, isInRow = false }: ReindexButtonProps) {
  const reindex = useReindexService(project);
  const [now] = useState(Date.now);
  const disabledReason = reindex.isPending ? "It is being started" : reindexReason(indexing, now);
  const start = () => reindex.mutate(service.serviceId);
  const icon = <ArrowClockwiseIcon className="size-4" />;
  if (isInRow) {
    return <IconButton label={`Reindex ${service.name}`} icon={icon} disabledReason={disabledReason} onClick={start} />;
  }
  return (
    <Button icon={icon} disabledReason={disabledReason} onClick={start}>
      Reindex
    </Button>
  );
}
