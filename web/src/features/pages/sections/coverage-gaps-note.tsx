import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";
import type { Section } from "@cairn/contract/page-sections";
import { PlusCircleIcon } from "@phosphor-icons/react/dist/csr/PlusCircle";
import { Link as RouterLink } from "@tanstack/react-router";
import { useMemo } from "react";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { useRegenerate } from "#web/features/pages/regeneration/regeneration.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";

import { describeCoverageGaps } from "./coverage-gaps.ts";

const maxNamedFacts = 6;

interface CoverageGapsNoteProps {
  project: ProjectKey;
  artifactId: string;
  section: Section;
  gaps: SectionCoverageGaps;
}

/** Facts that were added to the code and belong into this section: its text is correct, but incomplete. */
export function CoverageGapsNote({ project, artifactId, section, gaps }: CoverageGapsNoteProps) {
  const regenerate = useRegenerate(project.organizationId, artifactId);
  const named = gaps.facts.slice(0, maxNamedFacts);
  const sources = useMemo(() => gaps.facts.slice(0, maxNamedFacts).map(({ source }) => source), [gaps]);
  const targets = useCitationTargets(project, sources);
  if (section.status !== "fresh") return null;
  const moreCount = gaps.total - named.length;
  return (
    <div className="mb-4 flex max-w-[72ch] flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-line bg-surface-2 p-3 text-sm md:px-4 print:hidden">
      <PlusCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="font-medium text-ink">{describeCoverageGaps([gaps], "in this section")}</p>
        <p className="mt-0.5 text-ink-2">
          Added to the code since it was written:{" "}
          {named.map(({ name }, index) => {
            const link = targets[index]?.link;
            const text = <code className="font-mono text-xs">{name}</code>;
            return (
              <span key={name}>
                {index > 0 && ", "}
                {link ? (
                  <RouterLink
                    to={link.href}
                    hash={link.hash}
                    preload={false}
                    className="text-accent-text underline underline-offset-2"
                  >
                    {text}
                  </RouterLink>
                ) : (
                  text
                )}
              </span>
            );
          })}
          {moreCount > 0 && ` and ${moreCount} more`}.
        </p>
      </div>
      <Button size="sm" isBusy={regenerate.isPending} onClick={() => regenerate.mutate([section.sectionId])}>
        Write again
      </Button>
    </div>
  );
}
