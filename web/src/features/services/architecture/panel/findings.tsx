import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";

import { EvidenceList } from "./evidence-list.tsx";

export interface FindingsProps {
  project: ProjectKey;
  /** Null before anybody asked. */
  findings: readonly ArchitectureFinding[] | null;
  /** Whether all of the newest code was looked at. */
  isWhole: boolean;
  isBusy: boolean;
  onLook: () => void;
  /** What it is about stands out on the canvas. */
  chosen: ArchitectureFinding | null;
  onChoose: (finding: ArchitectureFinding | null) => void;
}

/** What stands out in the architecture, each with the lines that prove it; looked for on demand. */
export function Findings({ project, findings, isWhole, isBusy, onLook, chosen, onChoose }: FindingsProps) {
  return (
    <section aria-label="What stands out" className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">What stands out</h3>
      {findings === null && (
        <p className="text-sm text-ink-3">
          Circles, hubs, shared tables, services that nothing uses or nobody owns, calls without retry.
        </p>
      )}
      {findings?.length === 0 && (
        <p className="text-sm text-ink-2">
          {isWhole
            ? "Nothing stands out in the code. Lines without code are not looked at."
            : "Nothing stands out in what is indexed, which is older than the code or not all of it."}
        </p>
      )}
      {findings !== null && findings.length > 0 && (
        <>
          <p className="text-sm text-ink-3">Choose one to see on the canvas what it is about.</p>
          <ul aria-label="Findings" className="flex flex-col gap-3">
            {findings.map((finding) => (
              <li key={`${finding.kind} ${finding.text} ${finding.nodeIds.join(" ")}`} className="text-sm">
                <button
                  type="button"
                  aria-pressed={finding === chosen}
                  onClick={() => onChoose(finding === chosen ? null : finding)}
                  className={cx(
                    "-mx-1.5 rounded-md px-1.5 py-1 text-left wrap-anywhere text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:py-3",
                    finding === chosen && "bg-warning-subtle text-ink",
                  )}
                >
                  {finding.text}
                </button>
                <EvidenceList project={project} label={`Lines: ${finding.text}`} places={finding.evidence} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Button size="sm" className="self-start" isBusy={isBusy} onClick={onLook}>
        {findings === null ? "Look at the architecture" : "Look again"}
      </Button>
    </section>
  );
}
