import { ArrowUUpLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpLeft";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";

import { titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";

interface RemovedNoticeProps {
  section: EditorSection;
  onUndo: () => void;
  onDismiss: () => void;
}

/** Shown instead of a section that was just removed, until the next action, with Undo. */
export function RemovedNotice({ section, onUndo, onDismiss }: RemovedNoticeProps) {
  return (
    <li
      data-section={section.sectionId}
      className="flex animate-fade items-center gap-2 rounded-lg border border-dashed border-line py-1 pr-1 pl-3 text-sm text-ink-2"
    >
      <span className="mr-auto min-w-0 truncate">{titleOrFallback(section.title, "The section")} was removed</span>
      <Button size="sm" data-part="undo" icon={<ArrowUUpLeftIcon className="size-4" />} onClick={onUndo}>
        Undo
      </Button>
      <IconButton label="Dismiss" hasTooltip={false} icon={<XIcon className="size-4" />} onClick={onDismiss} />
    </li>
  );
}
