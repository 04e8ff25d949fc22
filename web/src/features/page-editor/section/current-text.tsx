import type { Section } from "@cairn/contract/page-sections";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useId, useState } from "react";

import { hasAcceptedText, textToPublish } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";

import { RenderedText } from "./rendered-text.tsx";
import { useSectionContext } from "./section-context.ts";
import { SectionStatus } from "./section-status.tsx";

interface CurrentTextProps {
  section: EditorSection;
  /** The published section; undefined where it is not published yet. */
  published: Section | undefined;
}

/** The current text of an Auto section, folded at first, with its status. */
export function CurrentText({ section, published }: CurrentTextProps) {
  const { project } = useSectionContext();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const isAccepted = hasAcceptedText(section);
  const text = textToPublish(section);
  const isEmpty = text.content.trim() === "";
  if (isEmpty && published === undefined) {
    return <p className="text-sm text-ink-3">It is written from its prompt after the page is saved.</p>;
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          data-part="current"
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-1 flex min-h-7 items-center gap-1.5 rounded-md px-1 text-sm font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11"
        >
          <CaretRightIcon
            aria-hidden
            className={cx("size-3.5 text-ink-3 transition-transform duration-120", isOpen && "rotate-90")}
          />
          {isAccepted ? "Text to be published" : "Current text"}
        </button>
        {isAccepted && <Badge tone="ai">From your preview</Badge>}
        {!isAccepted && published && <SectionStatus section={published} />}
        {!isAccepted && published?.generatedAt && (
          <time
            dateTime={published.generatedAt}
            title={formatFullDate(published.generatedAt)}
            className="text-xs text-ink-3"
          >
            written {formatDateTime(published.generatedAt)}
          </time>
        )}
      </div>
      {!isAccepted && published?.status === "failed" && (
        <p className="mt-1 text-sm text-danger-text">{published.error}</p>
      )}
      {!isAccepted && published?.held && (
        <p className="mt-1 text-sm text-warning-text">
          A new text waits for a decision on the page: {published.held.reason}
        </p>
      )}
      <div id={id} hidden={!isOpen} className="mt-2 rounded-lg border border-line bg-surface-1 p-3 md:p-4">
        {isOpen && <RenderedText project={project} title={section.title} output={section.output} text={text} />}
      </div>
    </div>
  );
}
