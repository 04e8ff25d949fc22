import type { Section } from "@cairn/contract/page-sections";
import { move } from "@dnd-kit/helpers";
import { DragDropProvider } from "@dnd-kit/react";
import { Fragment } from "react";
import type { ReactNode } from "react";

import type { PageErrors } from "#web/features/page-editor/state/check-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { handleDragSensors, withoutAnnouncements } from "#web/ui/drag/drag-settings.ts";

import { SectionBlock } from "./section-block.tsx";
import { useSectionContext } from "./section-context.ts";
import type { Preview } from "./use-previews.ts";

interface SectionListProps {
  sections: readonly EditorSection[];
  folded: ReadonlySet<string>;
  errors: PageErrors;
  previews: ReadonlyMap<string, Preview>;
  published: ReadonlyMap<string, Section>;
  /** The notice for a section that was just removed, and its index; null where there is none. */
  removed: { index: number; notice: ReactNode } | null;
}

/** The sections of a page in their order; they can be moved by dragging. */
export function SectionList({ sections, folded, errors, previews, published, removed }: SectionListProps) {
  const { onMove } = useSectionContext();
  return (
    <DragDropProvider
      sensors={handleDragSensors}
      plugins={withoutAnnouncements}
      onDragEnd={(event) => {
        const { source } = event.operation;
        if (event.canceled || !source) return;
        const ids = move(
          sections.map(({ sectionId }) => sectionId),
          event,
        );
        const section = sections.find(({ sectionId }) => sectionId === source.id);
        if (section) onMove(section, ids.indexOf(section.sectionId));
      }}
    >
      <ol className="flex flex-col gap-3">
        {sections.map((section, index) => (
          <Fragment key={section.sectionId}>
            {removed?.index === index && removed.notice}
            <SectionBlock
              section={section}
              index={index}
              count={sections.length}
              isFolded={folded.has(section.sectionId)}
              errors={errors.sections.get(section.sectionId)}
              preview={previews.get(section.sectionId)}
              published={published.get(section.sectionId)}
            />
          </Fragment>
        ))}
        {removed !== null && removed.index >= sections.length && removed.notice}
      </ol>
    </DragDropProvider>
  );
}
