import type { EdgeStance, Said } from "@cairn/contract/architecture";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";

import { WhoSaid } from "./who-said.tsx";

interface StanceRow {
  key: string;
  stance: EdgeStance;
  /** Of all that were said with one press. */
  names: readonly string[];
  said: Said;
}

/** What is said of connections today: by whom and when, the newest first; what one press said is one row. */
export function SaidHistory({ edges }: { edges: readonly CanvasEdge[] }) {
  const rows = listTold(edges);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Who said what" className="mt-6 flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">Who said what</h3>
      <ul aria-label="Allowed and forbidden" className="flex flex-col gap-2">
        {rows.map(({ key, stance, names, said }) => (
          <li key={key} className="text-sm text-ink-2">
            <p className="wrap-anywhere">
              <span className="font-medium text-ink">{stance === "allowed" ? "Allowed" : "Forbidden"}: </span>
              {names.length === 1 ? names[0] : `${names.length} connections at once`}
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

/** Two presses are never of the same moment. */
function listTold(edges: readonly CanvasEdge[]): StanceRow[] {
  const told = edges.flatMap(({ name, edge: { stance, said } }) => (stance && said ? [{ name, stance, said }] : []));
  const presses = Map.groupBy(told, ({ stance, said: { by, at } }) => `${at} ${stance} ${by?.userId ?? ""}`);
  return [...presses]
    .flatMap(([key, press]) => {
      const [first] = press;
      return first ? [{ key, stance: first.stance, said: first.said, names: press.map(({ name }) => name) }] : [];
    })
    .toSorted((a, b) => b.said.at.localeCompare(a.said.at));
}
