import type { Section } from "@cairn/contract/page-sections";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { Badge } from "#web/ui/display/badge.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/** The badge of a section that is stale, failed or being updated; nothing for a fresh one. */
export function SectionState({ section, onShowChanges }: { section: Section; onShowChanges: () => void }) {
  switch (section.status) {
    case "updating":
      return (
        <Badge tone="ai" icon={<Spinner className="size-3" />}>
          Updating
        </Badge>
      );
    case "failed":
      return (
        <Badge tone="danger" icon={<WarningCircleIcon aria-hidden className="size-3" />}>
          Update failed
        </Badge>
      );
    case "stale":
      return (
        <button
          type="button"
          aria-label={`Code changed since: show what changed for ${section.title}`}
          onClick={onShowChanges}
          className="flex h-6 items-center rounded-sm pointer-coarse:h-11"
        >
          <Badge tone="warning" icon={<WarningCircleIcon aria-hidden className="size-3" />} className="hover:underline">
            Code changed since
            <CaretRightIcon aria-hidden className="size-2.5" />
          </Badge>
        </button>
      );
    case "fresh":
      return null;
  }
}
