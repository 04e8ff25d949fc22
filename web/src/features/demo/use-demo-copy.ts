import type { copyDemo } from "@cairn/contract/demo";
import type { OutputOf } from "@cairn/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { refreshOrganizations } from "#web/features/organizations/organizations.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";

import { demoQuery, useCopyDemo } from "./demo.api.ts";

/** A person's own copy of the demo: whether there can be one, how far it is, and making it. */
export function useDemoCopy({ opensWhenReady = false }: { opensWhenReady?: boolean } = {}) {
  const query = useQuery(demoQuery);
  const make = useCopyDemo();
  const navigate = useNavigate();
  // A copy that was asked for elsewhere is not opened by itself.
  const [isAwaited, setAwaited] = useState(opensWhenReady);
  const copy = query.data?.copy ?? null;
  const isReady = copy?.state === "ready";
  const address = copy && addressOf(copy);
  useEffect(() => {
    if (!isAwaited || !isReady || address === null) return;
    void refreshOrganizations();
    void navigate({ to: address, replace: opensWhenReady });
  }, [isAwaited, isReady, address, opensWhenReady, navigate]);
  return {
    query,
    copy,
    isOffered: query.data !== undefined && (query.data.isInstalled || copy !== null),
    isMaking: make.isPending || copy?.state === "making" || (isAwaited && isReady),
    /** In per cent. */
    progress: make.isPending ? 0 : (copy?.progress ?? 0),
    /** Of a copy that is ready; null where none is. */
    address: isReady ? address : null,
    problem: make.isError
      ? errorMessage(make.error)
      : copy?.state === "failed"
        ? "Your copy of the demo could not be made."
        : null,
    start: () => {
      setAwaited(true);
      make.mutate();
    },
  };
}

function addressOf({ slug, product }: OutputOf<typeof copyDemo>): string {
  return href("project", { organizationId: slug, projectId: product });
}
