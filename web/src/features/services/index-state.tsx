import type { Indexing } from "@cairn/contract/indexing";
import { progressTextPercent } from "@cairn/contract/indexing";

import { formatDateTime } from "#web/lib/text/dates.ts";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

interface IndexStateProps {
  indexing: Indexing;
  /** Left out where the same run is measured beside it. */
  hasPercent?: boolean;
}

/** The index state of a repository as icon and label. */
export function IndexState({ indexing, hasPercent = true }: IndexStateProps) {
  const label = indexing.label ?? "Indexing";
  switch (indexing.state) {
    case "never":
      return <StateIcon kind="idle" label="Not indexed" />;
    case "queued":
      return <StateIcon kind="running" label="Waiting to be indexed" />;
    case "cloning":
    case "analyzing":
      return (
        <StateIcon kind="running" label={hasPercent ? `${label} ${progressTextPercent(indexing.progress)} %` : label} />
      );
    case "failed":
      return <StateIcon kind="failed" label="Indexing failed" />;
    case "ready":
      return (
        <StateIcon
          kind="done"
          label={indexing.lastIndexedAt ? `Indexed ${formatDateTime(indexing.lastIndexedAt)}` : "Indexed"}
        />
      );
  }
}
