import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";

import { WhoSaid } from "./who-said.tsx";

/** What is said of connections today: by whom and when, the newest first. */
export function SaidHistory({ edges }: { edges: readonly CanvasEdge[] }) {
  const told = edges
    .flatMap(({ edgeId, name, edge: { stance, said } }) => (stance && said ? [{ edgeId, name, stance, said }] : []))
    .toSorted((a, b) => b.said.at.localeCompare(a.said.at));
  if (told.length === 0) return null;
  return (
    <section aria-label="Who said what" className="mt-6 flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">Who said what</h3>
      <ul aria-label="Allowed and forbidden" className="flex flex-col gap-2">
        {told.map(({ edgeId, name, stance, said }) => (
          <li key={edgeId} className="text-sm text-ink-2">
            <p className="wrap-anywhere">
              <span className="font-medium text-ink">{stance === "allowed" ? "Allowed" : "Forbidden"}: </span>
              {name}
            </p>
            <p className="text-ink-3">
              <WhoSaid said={said} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
