import { useState } from "react";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import { routeLines } from "#web/features/services/architecture/model/route-lines.ts";
import type { RoutedLine } from "#web/features/services/architecture/model/route-lines.ts";

import { describeLines } from "./flow-elements.ts";
import type { StandingNode } from "./flow-elements.ts";

/** Where the lines run: led anew only when something stands elsewhere or is connected otherwise. */
export function useRoutes(
  edges: readonly CanvasEdge[],
  standing: readonly StandingNode[],
): ReadonlyMap<string, RoutedLine> {
  const key = describeLines(edges, standing);
  const [led, setLed] = useState<{ key: string; routes: ReadonlyMap<string, RoutedLine> }>();
  if (led?.key === key) return led.routes;
  const routes = routeLines(standing, edges);
  setLed({ key, routes });
  return routes;
}
