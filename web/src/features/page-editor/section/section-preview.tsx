import { outcomes } from "@cairn/contract/texts";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Collapsible } from "#web/ui/layout/collapsible.tsx";

import { RenderedText } from "./rendered-text.tsx";
import { useSectionContext } from "./section-context.ts";
import type { Preview } from "./use-previews.ts";

const foldedHeightPx = 420;

/** The preview of a section: running, failed or ready. */
export function SectionPreview({ section, preview }: { section: EditorSection; preview: Preview }) {
  const { onDropPreview } = useSectionContext();
  const { sectionId } = section;
  switch (preview.kind) {
    case "running":
      return (
        <Banner
          tone="ai"
          icon={<Spinner className="size-4" />}
          title="Generating Preview..."
          action={
            <Button size="sm" data-part="stop" onClick={() => onDropPreview(sectionId)}>
              Stop
            </Button>
          }
        >
          This may take a couple of minutes. You can edit other sections
        </Banner>
      );
    case "failed":
      return (
        <div role="alert">
          <Banner
            tone="danger"
            title={outcomes.previewGenerate.failure}
            action={
              <Button size="sm" variant="ghost" onClick={() => onDropPreview(sectionId)}>
                Dismiss
              </Button>
            }
          >
            {preview.message}
          </Banner>
        </div>
      );
    case "ready":
      return <ReadyPreview section={section} preview={preview} />;
  }
}

function ReadyPreview({ section, preview }: { section: EditorSection; preview: Preview & { kind: "ready" } }) {
  const { project, dispatch, onDropPreview } = useSectionContext();
  const { sectionId, title } = section;
  const { text, writtenBy } = preview;
  const isOutdated = text.prompt !== section.prompt.trim() || text.output !== section.output;
  const use = () => {
    dispatch({ type: "change", sectionId, change: (now) => ({ ...now, accepted: text }) });
    onDropPreview(sectionId);
  };
  return (
    <section aria-label={`Preview of ${title || "the section"}`} className="rounded-lg border border-ai-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-t-lg border-b border-ai-line bg-ai-subtle px-3 py-2">
        <p className="mr-auto text-sm">
          <span className="font-medium text-ai-text">Preview</span>
          <span className="text-ink-2"> · written by {writtenBy}</span>
        </p>
        <Button size="sm" variant="ghost" onClick={() => onDropPreview(sectionId)}>
          Close preview
        </Button>
        <Button
          size="sm"
          data-part="use"
          disabledReason={isOutdated ? "The instructions have changed since: preview again" : undefined}
          onClick={use}
        >
          Use this text
        </Button>
      </div>
      <div className="p-3 md:p-4">
        {isOutdated && (
          <p className="mb-3 text-sm text-warning-text">The instructions have changed since this was written.</p>
        )}
        <Collapsible maxHeightPx={foldedHeightPx} moreLabel="Show all of it" lessLabel="Show less">
          <RenderedText project={project} title={title} output={text.output} text={text} />
        </Collapsible>
      </div>
    </section>
  );
}
