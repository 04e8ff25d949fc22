import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";

import { Badge } from "#web/ui/display/badge.tsx";

import { mcpReachQuery } from "./mcp.api.ts";

/** Whether the address answers this browser. */
export function ReachBadge({ url }: { url: string }) {
  const reach = useQuery(mcpReachQuery(url));
  if (reach.isPending) return null;
  return reach.isError ? (
    <Badge tone="danger" icon={<WarningCircleIcon className="size-3.5" />}>
      Not reachable
    </Badge>
  ) : (
    <Badge tone="success" icon={<CheckCircleIcon className="size-3.5" />}>
      Reachable
    </Badge>
  );
}
