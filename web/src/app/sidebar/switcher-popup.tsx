import { useState } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import { SwitcherButton } from "./switcher-button.tsx";
import { SwitcherColumns } from "./switcher-columns.tsx";

interface SwitcherPopupProps {
  scope: CurrentScope;
  isRail: boolean;
}

/** A popover beside the sidebar, or a sheet on narrow windows; initially open. */
export function SwitcherPopup({ scope, isRail }: SwitcherPopupProps) {
  const [isOpen, setIsOpen] = useState(true);
  const isNarrow = useIsNarrow();
  const columns = <SwitcherColumns scope={scope} isStacked={isNarrow} onClose={() => setIsOpen(false)} />;
  if (isNarrow) {
    return (
      <>
        <SwitcherButton
          scope={scope}
          isRail={isRail}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        />
        <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="Select Project" side="bottom">
          <div className="h-[60dvh]">{columns}</div>
        </Sheet>
      </>
    );
  }
  return (
    <Popover
      title="Select Project"
      trigger={<SwitcherButton scope={scope} isRail={isRail} />}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="h-100 max-h-(--available-height) w-140 max-w-(--available-width)"
    >
      {columns}
    </Popover>
  );
}
