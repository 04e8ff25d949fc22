import type { Revision } from "@cairn/contract/page-history";
import { useMemo } from "react";

import { ComparedContent, ComparedText } from "#web/features/pages/sections/compared-text.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import { compareSections, hasChanges } from "./compare-revisions.ts";
import type { SectionComparison } from "./compare-revisions.ts";

/** The differences between two revisions of a page, section by section. */
export function RevisionComparison({ before, after }: { before: Revision; after: Revision }) {
  const compared = useMemo(() => compareSections(before.sections, after.sections), [before, after]);
  const changed = compared.filter(hasChanges);
  const same = compared.filter((one) => !hasChanges(one));
  const isRetitled = before.title !== after.title;
  if (changed.length === 0 && !isRetitled) {
    return <EmptyState title="No changes" text="Both states of the page say the same." />;
  }
  return (
    <div className="flex flex-col gap-8">
      {isRetitled && (
        <p className="text-base wrap-anywhere">
          Title: <del className="text-ink-3">{before.title}</del> → <ins className="no-underline">{after.title}</ins>
        </p>
      )}
      {changed.map((section) => (
        <ComparedSection key={section.sectionId} section={section} />
      ))}
      {same.length > 0 && (
        <p className="max-w-[72ch] text-sm text-ink-3 wrap-anywhere">
          Unchanged: {same.map(({ title }) => title).join(", ")}
        </p>
      )}
    </div>
  );
}

const changeBadges = {
  added: { word: "Added", tone: "success" },
  removed: { word: "Removed", tone: "danger" },
  changed: { word: "Changed", tone: "accent" },
  same: null,
} as const;

function ComparedSection({ section }: { section: SectionComparison }) {
  const { title, formerTitle, isMoved, kind, before, after, hasOtherInstructions } = section;
  const mark = changeBadges[kind];
  return (
    <section aria-label={title}>
      <div className="mb-2 flex max-w-[72ch] flex-wrap items-center gap-2">
        <h3 className="text-lg font-semibold wrap-anywhere">{title}</h3>
        {mark && <Badge tone={mark.tone}>{mark.word}</Badge>}
        {isMoved && <Badge>Moved</Badge>}
      </div>
      {formerTitle !== null && <p className="mb-2 text-sm text-ink-3 wrap-anywhere">It was called “{formerTitle}”.</p>}
      {hasOtherInstructions && (
        <div className="mb-3 max-w-[72ch] rounded-md border border-line bg-surface-2 p-3">
          <p className="mb-1 text-xs font-medium text-ink-3">Instructions</p>
          <ComparedText
            before={before?.instructions?.prompt ?? ""}
            after={after?.instructions?.prompt ?? ""}
            label={`Instructions of ${title}`}
          />
        </div>
      )}
      {kind !== "same" && (
        <ComparedContent
          isMarkdown={[before, after].every((one) => (one?.instructions?.output ?? "markdown") === "markdown")}
          before={before?.content ?? ""}
          after={after?.content ?? ""}
          label={`Changes of ${title}`}
        />
      )}
    </section>
  );
}
