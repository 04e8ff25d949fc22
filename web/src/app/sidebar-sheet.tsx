import { Sheet } from "#web/ui/sheet.tsx";

import type { Place } from "./place.ts";
import { SidebarContent } from "./sidebar.tsx";

/** The sidebar of narrow windows. */
export function SidebarSheet({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Sheet isOpen onOpenChange={onClose} title="Menu" side="left" isTitleHidden>
      <SidebarContent place={place} isRail={false} />
    </Sheet>
  );
}
