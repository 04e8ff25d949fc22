import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";

import { EvidenceList } from "./evidence-list.tsx";

export interface FindingsProps {
  project: ProjectKey;
  /** Null before anybody asked. */
  findings: readonly ArchitectureFinding[] | null;
  /** Whether all of the newest code was looked at. */
  isWhole: boolean;
  isBusy: boolean;
  onLook: () => void;
}

/** What stands out in the architecture, each with the lines that prove it; looked for on demand. */
export function Findings({ project, findings, isWhole, isBusy, onLook }: FindingsProps) {
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
            ? "Nothing stands out."
            : "Nothing stands out in what is indexed, which is older than the code or not all of it."}
        </p>
      )}
      {findings !== null && findings.length > 0 && (
        <ul aria-label="Findings" className="flex flex-col gap-3">
          {findings.map(({ kind, text, nodeIds, evidence }) => (
            <li key={`${kind} ${text} ${nodeIds.join(" ")}`} className="text-sm">
              <p className="wrap-anywhere text-ink-2">{text}</p>
              <EvidenceList project={project} label={`Lines: ${text}`} places={evidence} />
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" className="self-start" isBusy={isBusy} onClick={onLook}>
        {findings === null ? "Look at the architecture" : "Look again"}
      </Button>
    </section>
  );
}
