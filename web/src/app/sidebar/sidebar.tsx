import { useLocation } from "@tanstack/react-router";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { isActivePath } from "#web/lib/navigation/paths.ts";
import { cx } from "#web/ui/cx.ts";

import { HomeNav, OrganizationNav, UserSettingsNav } from "./general-nav.tsx";
import { RailContext } from "./nav-item.tsx";
import { ProductSwitcher } from "./product-switcher.tsx";
import { ProjectNav } from "./project-nav.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The column at the left: 16rem, or a rail of icons. */
export function Sidebar({ scope, isOpen }: { scope: CurrentScope; isOpen: boolean }) {
  return (
    <div
      className={cx(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line-subtle bg-surface-0 max-md:hidden",
        isOpen ? "w-64" : "w-12",
      )}
    >
      <SidebarContent scope={scope} isRail={!isOpen} />
    </div>
  );
}

/** What the column and the sheet of narrow windows show. */
export function SidebarContent({ scope, isRail }: { scope: CurrentScope; isRail: boolean }) {
  return (
    <RailContext value={isRail}>
      <div className="flex h-12 shrink-0 items-center px-1.5">
        <ProductSwitcher scope={scope} isRail={isRail} />
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-1.5 py-2">
        <Navigation scope={scope} />
      </nav>
      <div className="shrink-0 border-t border-line-subtle p-1.5">
        <UserMenu isRail={isRail} />
      </div>
    </RailContext>
  );
}

function Navigation({ scope }: { scope: CurrentScope }) {
  const { pathname } = useLocation();
  const { organizationId, projectId } = scope;
  if (organizationId && projectId) {
    return (
      <ProjectNav
        organizationId={organizationId}
        projectId={projectId}
        organization={scope.organization}
        project={scope.project}
      />
    );
  }
  if (organizationId) return <OrganizationNav organizationId={organizationId} />;
  if (isActivePath("userSettings", pathname)) return <UserSettingsNav />;
  return <HomeNav />;
}
