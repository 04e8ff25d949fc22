import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import { SidebarContent } from "./sidebar.tsx";

/** The sidebar of narrow windows. */
export function SidebarSheet({ scope, onClose }: { scope: CurrentScope; onClose: () => void }) {
  return (
    <Sheet isOpen onOpenChange={onClose} title="Menu" side="left" isTitleHidden>
      <SidebarContent scope={scope} isRail={false} />
    </Sheet>
  );
}
