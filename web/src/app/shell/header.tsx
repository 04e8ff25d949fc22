import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { SidebarSimpleIcon } from "@phosphor-icons/react/dist/csr/SidebarSimple";
import { useLocation } from "@tanstack/react-router";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { toggleSidebar, useIsSidebarOpen } from "#web/app/sidebar/sidebar-state.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { useCurrentPageTitle } from "#web/lib/navigation/page-title.ts";
import { href, isActivePath, matchPath } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import type { Crumb } from "#web/ui/layout/crumb.ts";

/** The header of every screen: sidebar toggle, breadcrumbs, search. */
export function Header({ scope, onSearch }: { scope: CurrentScope; onSearch: () => void }) {
  const isSidebarOpen = useIsSidebarOpen();
  const isNarrow = useIsNarrow();
  const crumbs = useCrumbs(scope);
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center gap-2 border-b border-line-subtle bg-surface-1 px-2 md:px-3">
      <IconButton
        label={isSidebarOpen ? "Fold sidebar" : "Open sidebar"}
        tooltipOptions={{ side: "bottom", keys: ["mod", "B"] }}
        onClick={toggleSidebar}
        className="max-md:hidden"
        icon={<SidebarSimpleIcon className="size-4" />}
      />
      <div className="min-w-0 flex-1">
        <Breadcrumbs items={crumbs} isNarrow={isNarrow} />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className={
          "flex h-7 w-56 items-center gap-2 rounded-md border border-line bg-surface-2 px-2 text-sm " +
          "text-ink-3 transition-colors hover:bg-surface-3 hover:text-ink-2 max-md:hidden " +
          "pointer-coarse:h-11"
        }
      >
        <MagnifyingGlassIcon aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search or Ask...</span>
        <KeyHint keys={["mod", "K"]} />
      </button>
    </header>
  );
}

/** Organization, product, section and screen; the last one is the screen's own title. */
function useCrumbs(scope: CurrentScope): Crumb[] {
  const { pathname } = useLocation();
  const title = useCurrentPageTitle();
  const { organizationId, projectId } = scope;
  const crumbs: Crumb[] = [];
  if (organizationId) {
    crumbs.push({ label: scope.organization?.name ?? null, href: href("projects", { organizationId }) });
    if (isActivePath("auditLog", pathname)) {
      crumbs.push({ label: "Settings", href: href("organizationSettings", { organizationId }) });
    }
    if (isActivePath("template", pathname)) {
      crumbs.push({ label: "Templates", href: href("templates", { organizationId }) });
    }
  } else if (isActivePath("userSettings", pathname)) {
    crumbs.push({ label: "Your account", href: href("userSettings") });
    if (isActivePath("sshKeyCreate", pathname)) crumbs.push({ label: "SSH Keys", href: href("sshKeys") });
    if (isActivePath("apiKeyCreate", pathname)) crumbs.push({ label: "API Keys", href: href("apiKeys") });
  }
  if (organizationId && projectId) {
    const params = { organizationId, projectId };
    crumbs.push({ label: scope.project?.name ?? null, href: href("project", params) });
    if (isActivePath("service", pathname)) crumbs.push({ label: "Services", href: href("services", params) });
    if (isActivePath("task", pathname)) crumbs.push({ label: "Tasks", href: href("tasks", params) });
    if (isActivePath("plan", pathname)) crumbs.push({ label: "Plan", href: href("plans", params) });
    if (isActivePath("review", pathname)) crumbs.push({ label: "Review", href: href("reviews", params) });
    if (isActivePath("repositoryFile", pathname)) {
      crumbs.push({ label: "Repositories", href: href("repositories", params) });
    }
    const settings = matchPath("repositorySettings", pathname);
    if (settings) {
      crumbs.push({ label: "Repositories", href: href("repositories", params) });
      if (isActivePath("repositoryKeyCreate", pathname)) {
        crumbs.push({ label: "Repository settings", href: href("repositorySettings", settings) });
      }
    }
  }
  if (title === "" || isActivePath("project", pathname, { isExact: true })) return crumbs;
  return [...crumbs, { label: title, href: pathname }];
}
