import { derivedEdgeTexts } from "@cairn/contract/architecture";
import type { EdgeStance } from "@cairn/contract/architecture";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { edgeLookText } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import { EdgeLookMark } from "#web/features/services/architecture/parts/edge-look-mark.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";

import { EvidenceList } from "./evidence-list.tsx";
import { WhoSaid } from "./who-said.tsx";

interface EdgeSettingsProps {
  project: ProjectKey;
  edge: CanvasEdge;
  isBusy: boolean;
  onStance: (stance: EdgeStance | null) => void;
}

/** One connection: what the code shows of it, and what is said of it. */
export function EdgeSettings({ project, edge: { edge, look, name }, isBusy, onStance }: EdgeSettingsProps) {
  const { derived, stance, said, broughtBy } = edge;
  const [pressed, setPressed] = useState<EdgeStance | null | "none">("none");
  const stancesRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed goes: the focus stays beside it, so that keys go on here.
    if (stance !== pressed) return;
    if (document.activeElement === document.body) stancesRef.current?.querySelector("button")?.focus();
  }, [stance, pressed]);
  const buttonOf = (to: EdgeStance | null) => ({
    isBusy: isBusy && pressed === to,
    onClick: () => {
      if (isBusy) return;
      setPressed(to);
      onStance(to);
    },
  });
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-col gap-1">
        <p className="text-base font-medium wrap-anywhere text-ink">{name}</p>
        <p className="text-ink-2">{edgeLookText(look)}.</p>
        <EdgeLookMark look={look} className="text-ink-2" />
      </div>
      {stance !== null && said && (
        <p className="text-ink-2">
          {stance === "allowed" ? "Allowed" : "Forbidden"} by <WhoSaid said={said} />.
        </p>
      )}
      {broughtBy && (
        <p className="text-ink-2">
          Came with commit <code className="font-mono text-xs">{broughtBy.commit.slice(0, 7)}</code>,{" "}
          <RelativeTime date={broughtBy.foundAt} />.
        </p>
      )}
      {derived && (
        <section aria-label="In the code" className="flex flex-col gap-2">
          <h3 className="font-medium text-ink">
            In the code: {derived.count === 1 ? "one place" : `${derived.count} places`}
          </h3>
          {derived.certainty === "partly" && (
            <p className="text-ink-3">Partly worked out: some of it only shows when the code runs.</p>
          )}
          {derived.kinds.map((kind) => (
            <div key={kind}>
              <p className="text-ink-2">{derivedEdgeTexts[kind]}</p>
              <EvidenceList
                project={project}
                label={`Lines: ${derivedEdgeTexts[kind]}`}
                places={derived.evidence.filter((one) => one.kind === kind).map(({ place }) => place)}
              />
            </div>
          ))}
        </section>
      )}
      <div ref={stancesRef} className="flex flex-wrap gap-2 border-t border-line-subtle pt-4">
        {stance !== "allowed" && <Button {...buttonOf("allowed")}>Allow</Button>}
        {stance !== "forbidden" && <Button {...buttonOf("forbidden")}>Forbid</Button>}
        {stance !== null && (
          <Button variant="ghost" {...buttonOf(null)}>
            {derived ? "Take back what was said" : "Remove"}
          </Button>
        )}
      </div>
    </div>
  );
}
