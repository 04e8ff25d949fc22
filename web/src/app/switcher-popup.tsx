import { useState } from "react";

import { useIsNarrow } from "#web/lib/media.ts";
import { Popover } from "#web/ui/popover.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

import type { Place } from "./place.ts";
import { SwitcherButton } from "./switcher-button.tsx";
import { SwitcherColumns } from "./switcher-columns.tsx";

interface SwitcherPopupProps {
  place: Place;
  isRail: boolean;
}

/** A popover beside the sidebar, on narrow windows a sheet; open as soon as it is there. */
export function SwitcherPopup({ place, isRail }: SwitcherPopupProps) {
  const [isOpen, setIsOpen] = useState(true);
  const isNarrow = useIsNarrow();
  const columns = <SwitcherColumns place={place} isStacked={isNarrow} onClose={() => setIsOpen(false)} />;
  if (isNarrow) {
    return (
      <>
        <SwitcherButton
          place={place}
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
      trigger={<SwitcherButton place={place} isRail={isRail} />}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="h-100 max-h-(--available-height) w-140 max-w-(--available-width)"
    >
      {columns}
    </Popover>
  );
}
