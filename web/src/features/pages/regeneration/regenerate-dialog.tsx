import type { Section } from "@cairn/contract/page-sections";
import type { Artifact } from "@cairn/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { describeTokenCap, describeEstimate } from "./describe-estimate.ts";
import { estimateQuery, useRegenerate } from "./regeneration.api.ts";
import type { Estimate } from "./regeneration.api.ts";

const estimateDelayMs = 200;

interface RegenerateDialogProps {
  organizationId: string;
  artifact: Artifact;
  onClose: () => void;
}

/** Chooses the sections to write again, with an estimate. Stale and failed ones are chosen at first. */
export function RegenerateDialog({ organizationId, artifact, onClose }: RegenerateDialogProps) {
  const { artifactId } = artifact;
  const sections = artifact.sections.filter(({ kind }) => kind === "auto");
  const [chosen, setChosen] = useState<readonly string[]>(() => idsOf(sections.filter(isOutdated)));
  const estimatedIds = useDebounced(chosen, estimateDelayMs);
  const estimate = useQuery({
    ...estimateQuery(organizationId, artifactId, estimatedIds),
    ...(estimatedIds.length === 0 ? { enabled: false } : {}),
  });
  const regenerate = useRegenerate(organizationId, artifactId);
  const outdated = idsOf(sections.filter(isOutdated));
  const toggle = (sectionId: string) =>
    setChosen(chosen.includes(sectionId) ? chosen.filter((one) => one !== sectionId) : [...chosen, sectionId]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="md"
      title="Regenerate"
      description="Chosen sections are written again from the code as it is now. What people wrote is not touched."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={regenerate.isPending}
            disabledReason={chosen.length === 0 ? "Choose at least one section" : undefined}
            onClick={() => regenerate.mutate(chosen, { onSuccess: onClose })}
          >
            {chosen.length === 1 ? "Write 1 section" : `Write ${chosen.length} sections`}
          </Button>
        </>
      }
    >
      <div className="mb-2 flex flex-wrap gap-1">
        <Button size="sm" variant="ghost" onClick={() => setChosen(idsOf(sections))}>
          All
        </Button>
        {outdated.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setChosen(outdated)}>
            Only those that need it
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => setChosen([])}>
          None
        </Button>
      </div>
      <fieldset className="max-h-[40dvh] overflow-y-auto rounded-lg border border-line">
        <legend className="sr-only">Sections</legend>
        {sections.map((section) => (
          <label
            key={section.sectionId}
            className="flex min-h-9 items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-surface-3 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={chosen.includes(section.sectionId)}
              onChange={() => toggle(section.sectionId)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{section.title}</span>
            <SectionReason section={section} />
          </label>
        ))}
      </fieldset>
      <output className="mt-3 block min-h-10 text-sm text-ink-2">
        <EstimateLine chosenCount={chosen.length} estimate={estimate.data} error={estimate.error} />
      </output>
    </Dialog>
  );
}

function EstimateLine({
  chosenCount,
  estimate,
  error,
}: {
  chosenCount: number;
  estimate: Estimate | undefined;
  error: Error | null;
}) {
  if (chosenCount === 0) return "Nothing is chosen.";
  if (!estimate) return error ? errorMessage(error) : "Estimating…";
  const cap = describeTokenCap(estimate);
  return (
    <>
      {describeEstimate(estimate)}
      {cap && <span className="mt-0.5 block text-xs text-ink-3">{cap}</span>}
    </>
  );
}

function SectionReason({ section }: { section: Section }) {
  if (section.status === "stale") return <Badge tone="warning">Code changed since</Badge>;
  if (section.status === "failed") return <Badge tone="danger">Failed</Badge>;
  if (section.held) return <Badge tone="warning">Waits for you</Badge>;
  if (section.isPaused) return <Badge>Kept by decision</Badge>;
  return null;
}

function isOutdated({ status, isPaused }: Section): boolean {
  return status === "failed" || (status === "stale" && !isPaused);
}

function idsOf(sections: readonly Section[]): string[] {
  return sections.map(({ sectionId }) => sectionId);
}
