import type { Indexing } from "@cairn/contract/indexing";
import { progressTextPercent } from "@cairn/contract/indexing";

import { formatDateTime } from "#web/lib/text/dates.ts";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

/** The index state of a repository as icon and label. */
export function IndexState({ indexing }: { indexing: Indexing }) {
  switch (indexing.state) {
    case "never":
      return <StateIcon kind="idle" label="Not indexed" />;
    case "queued":
      return <StateIcon kind="running" label="Waiting to be indexed" />;
    case "cloning":
    case "analyzing":
      return (
        <StateIcon
          kind="running"
          label={`${indexing.label ?? "Indexing"} ${progressTextPercent(indexing.progress)} %`}
        />
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
