import { createRoute } from "@tanstack/react-router";
import type { AnyRoute, RouteComponent } from "@tanstack/react-router";

import { paths } from "#web/lib/navigation/paths.ts";
import type { PathName } from "#web/lib/navigation/paths.ts";

/** One screen: its parent, its name in the table of paths and the component, loaded when it is first needed. */
export function screen<Parent extends AnyRoute>(parent: Parent, name: PathName, component: RouteComponent) {
  return createRoute({ getParentRoute: () => parent, path: paths[name], component });
}
