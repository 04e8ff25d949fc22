import type { Section } from "@cairn/contract/page-sections";

import { Badge } from "#web/ui/display/badge.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/** The status badges of a published section; nothing for a fresh one. */
export function SectionStatus({ section }: { section: Section }) {
  return (
    <>
      <StatusBadge status={section.status} />
      {section.held && <Badge tone="warning">New text waits</Badge>}
      {section.isPaused && <Badge>Not rewritten by itself</Badge>}
    </>
  );
}

function StatusBadge({ status }: Pick<Section, "status">) {
  switch (status) {
    case "updating":
      return (
        <Badge tone="ai" icon={<Spinner className="size-3" />}>
          Updating
        </Badge>
      );
    case "failed":
      return <Badge tone="danger">Update failed</Badge>;
    case "stale":
      return <Badge tone="warning">Code changed since</Badge>;
    case "fresh":
      return null;
  }
}
