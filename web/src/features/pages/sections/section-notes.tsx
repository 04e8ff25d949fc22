import { displayName } from "@cairn/contract/auth";
import type { Section } from "@cairn/contract/page-sections";
import { HandIcon } from "@phosphor-icons/react/dist/csr/Hand";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { lazy, Suspense, useState } from "react";

import { useDecideHeldSection, useRegenerate } from "#web/features/pages/regeneration/regeneration.api.ts";
import { formatDateInSentence } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

const ComparedContent = lazy(() =>
  import("./compared-text.tsx").then((module) => ({ default: module.ComparedContent })),
);

interface SectionNotesProps {
  organizationId: string;
  artifactId: string;
  section: Section;
}

/** Notes above a section's text: that it could not be written, or not by the model, has a held text, or is paused. */
export function SectionNotes(props: SectionNotesProps) {
  const { section } = props;
  if (section.status === "updating") return null;
  return (
    <>
      {section.status === "failed" && <FailedNote {...props} />}
      {section.status !== "failed" && section.error !== null && <InsteadNote {...props} />}
      {section.held && <HeldTextNote {...props} held={section.held} />}
      {section.isPaused && !section.held && <PausedNote {...props} />}
    </>
  );
}

function FailedNote({ organizationId, artifactId, section }: SectionNotesProps) {
  const regenerate = useRegenerate(organizationId, artifactId);
  return (
    <div className="mb-4 max-w-[72ch] print:hidden">
      <Banner
        tone="danger"
        icon={<WarningCircleIcon aria-hidden className="size-4 text-danger-text" />}
        title="This section could not be written"
        action={
          <Button size="sm" isBusy={regenerate.isPending} onClick={() => regenerate.mutate([section.sectionId])}>
            Retry
          </Button>
        }
      >
        {section.error}
      </Banner>
    </div>
  );
}

/** The model was to write it and did not come to it. */
function InsteadNote({ organizationId, artifactId, section }: SectionNotesProps) {
  const regenerate = useRegenerate(organizationId, artifactId);
  return (
    <p className="mb-3 flex max-w-[72ch] flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3 print:hidden">
      <span>Written by the built-in engine. {section.error}</span>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5"
        isBusy={regenerate.isPending}
        onClick={() => regenerate.mutate([section.sectionId])}
      >
        Write again
      </Button>
    </p>
  );
}

function HeldTextNote({
  organizationId,
  artifactId,
  section,
  held,
}: SectionNotesProps & { held: NonNullable<Section["held"]> }) {
  const decide = useDecideHeldSection(organizationId, artifactId);
  const [isCompared, setIsCompared] = useState(false);
  const decideAs = (decision: "accept" | "discard") => () => decide.mutate({ sectionId: section.sectionId, decision });
  const chosen = decide.isPending ? decide.variables.decision : null;
  return (
    <div className="mb-4 flex max-w-[72ch] flex-col gap-3 rounded-lg border border-warning-line bg-warning-subtle p-3 md:px-4 print:hidden">
      <div className="flex items-start gap-3">
        <HandIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
        <div className="min-w-0 flex-1 text-sm wrap-anywhere">
          <p className="font-medium text-ink">A new text waits for you: {held.reason}</p>
          <p className="mt-0.5 text-ink-2">
            Written {formatDateInSentence(held.generatedAt)}. What stands here stays until you decide.
          </p>
        </div>
      </div>
      {isCompared && (
        <div className="rounded-md border border-line bg-surface-1 p-3">
          {held.content.trim() === "" ? (
            <p className="text-sm text-ink-2">
              The new text is empty: the code says nothing about this any more. Accepting it empties the section.
            </p>
          ) : (
            <Suspense fallback={<div className="h-24" />}>
              <ComparedContent
                isMarkdown={(section.instructions?.output ?? "markdown") === "markdown"}
                before={section.content}
                after={held.content}
                label={`${section.title}, compared with the new text`}
              />
            </Suspense>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
          {isCompared ? "Hide comparison" : "Compare"}
        </Button>
        <span className="flex-1" />
        <Button size="sm" isBusy={chosen === "discard"} onClick={decideAs("discard")}>
          Keep current text
        </Button>
        <Button size="sm" variant="primary" isBusy={chosen === "accept"} onClick={decideAs("accept")}>
          Accept
        </Button>
      </div>
    </div>
  );
}

/** "Kept by Ada Okafor with Implementation 3 of FB-9" */
function sayKept({ pausedBy, pausedWith }: Section): string {
  const by = pausedBy === null ? "Kept by decision" : `Kept by ${displayName(pausedBy)}`;
  return pausedWith === null ? by : `${by} with ${pausedWith}`;
}

function PausedNote({ organizationId, artifactId, section }: SectionNotesProps) {
  const regenerate = useRegenerate(organizationId, artifactId);
  return (
    <p className="mb-3 flex max-w-[72ch] flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3 print:hidden">
      {sayKept(section)}: it is not rewritten when the code changes.
      {section.kind === "auto" && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5"
          isBusy={regenerate.isPending}
          onClick={() => regenerate.mutate([section.sectionId])}
        >
          Write again
        </Button>
      )}
    </p>
  );
}
