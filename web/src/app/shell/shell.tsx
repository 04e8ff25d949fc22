import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import { useCurrentScope } from "#web/app/location/current-scope.ts";
import { toggleSidebar, useIsSidebarOpen } from "#web/app/sidebar/sidebar-state.ts";
import { Sidebar } from "#web/app/sidebar/sidebar.tsx";
import { useUser } from "#web/features/users/users.api.ts";
import { loadAreShortcutsOff } from "#web/lib/browser/storage.ts";
import { setSingleKeysOff, useModKey } from "#web/ui/keyboard/shortcuts.ts";
import { OverlayProvider } from "#web/ui/overlay/overlay-container.tsx";

import { GlobalKeys } from "./global-keys.tsx";
import { Header } from "./header.tsx";
import { MobileBar } from "./mobile-bar.tsx";

const loadCommandMenu = () => import("#web/app/commands/command-menu.tsx");
const CommandMenu = lazy(() => loadCommandMenu().then((module) => ({ default: module.CommandMenu })));

const SidebarSheet = lazy(() =>
  import("#web/app/sidebar/sidebar-sheet.tsx").then((module) => ({ default: module.SidebarSheet })),
);

/** The first screen is loaded before. */
const menuLoadMs = 2_000;

/** The layout of every screen of a signed-in user. */
export function Shell() {
  const scope = useCurrentScope();
  const user = useUser();
  const { pathname } = useLocation();
  const isSidebarOpen = useIsSidebarOpen();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const [menuPath, setMenuPath] = useState<string | null>(null);

  useModKey("mod+k", () => setIsSearchOpen((isOpen) => !isOpen));
  useModKey("mod+b", toggleSidebar);
  useEffect(() => {
    // What is typed right after the key would be lost while the menu is being loaded.
    const timer = setTimeout(() => void loadCommandMenu().catch(() => {}), menuLoadMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (user) setSingleKeysOff(loadAreShortcutsOff(user.userId));
  }, [user]);

  return (
    <OverlayProvider container={container}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-90 -translate-y-16 rounded-md bg-primary px-3 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        <Sidebar scope={scope} isOpen={isSidebarOpen} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header scope={scope} onSearch={() => setIsSearchOpen(true)} />
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none max-md:pb-14">
            <Outlet />
            <div id="overlays" ref={setContainer} />
          </main>
        </div>
      </div>
      <MobileBar scope={scope} onMenu={() => setMenuPath(pathname)} onSearch={() => setIsSearchOpen(true)} />
      {/* Open only for the address it was opened on, so that following a link closes it. */}
      {menuPath === pathname && (
        <Suspense>
          <SidebarSheet scope={scope} onClose={() => setMenuPath(null)} />
        </Suspense>
      )}
      {isSearchOpen && (
        <Suspense>
          <CommandMenu scope={scope} onClose={() => setIsSearchOpen(false)} />
        </Suspense>
      )}
      <GlobalKeys scope={scope} />
    </OverlayProvider>
  );
}
