import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { ListIcon } from "@phosphor-icons/react/dist/csr/List";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useEffect, useState } from "react";

import { href } from "#web/lib/paths.ts";
import { Link } from "#web/ui/link.tsx";

import type { Place } from "./place.ts";

/** A keyboard takes at least this much of the window's height. */
const keyboardMinHeightPx = 150;

/** The bar under narrow windows: menu, search, chat. */
export function MobileBar({ place, onMenu, onSearch }: { place: Place; onMenu: () => void; onSearch: () => void }) {
  const { organizationId, projectId, project } = place;
  if (useIsKeyboardUp()) return null;
  const look = "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-2 active:bg-surface-3";
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface-0 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <button type="button" onClick={onMenu} className={look}>
        <ListIcon aria-hidden className="size-5" />
        Menu
      </button>
      <button type="button" onClick={onSearch} className={look}>
        <MagnifyingGlassIcon aria-hidden className="size-5" />
        Search
      </button>
      {/* The place is kept while the product loads, so that the others do not move. */}
      {projectId && !project && <span className={look} />}
      {project?.setupComplete && (
        <Link href={href("chat", { organizationId, projectId })} className={look}>
          <ChatCircleTextIcon aria-hidden className="size-5" />
          Chat
        </Link>
      )}
    </nav>
  );
}

function useIsKeyboardUp(): boolean {
  const [isUp, setIsUp] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => setIsUp(window.innerHeight - viewport.height > keyboardMinHeightPx);
    viewport.addEventListener("resize", update);
    return () => viewport.removeEventListener("resize", update);
  }, []);
  return isUp;
}
