import { lazy, Suspense, useId } from "react";

import { titleOrFallback } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { TypedField } from "#web/features/page-editor/state/editor-state.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { LazyRichTextEditor } from "#web/ui/editor/lazy-rich-text-editor.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";

import { createAskAi } from "./create-ask-ai.ts";
import { useSectionContext } from "./section-context.ts";

const Diagram = lazy(() => import("#web/ui/diagram/diagram.tsx").then((module) => ({ default: module.Diagram })));

/** The diagram is redrawn when typing pauses for this long. */
const redrawDelayMs = 400;

interface StaticFieldsProps {
  section: EditorSection;
  /** The error of the text. */
  error: string | undefined;
}

/** The field of a Static section, by its output format. */
export function StaticFields(props: StaticFieldsProps) {
  switch (props.section.output) {
    case "markdown":
      return <RichField {...props} />;
    case "mermaid":
      return <DiagramField {...props} />;
    case "plain-text":
      return <PlainField {...props} />;
  }
}

function useFieldChange({ sectionId }: EditorSection, field: TypedField): (value: string) => void {
  const { dispatch } = useSectionContext();
  return (value) => dispatch({ type: "type", sectionId, field, value });
}

function RichField({ section, error }: StaticFieldsProps) {
  const errorId = useId();
  const context = useSectionContext();
  const onChange = useFieldChange(section, "rich-content");
  const resolveMention = useMentionTargets(context.project, [section.content]);
  return (
    <div data-part="content">
      <LazyRichTextEditor
        label={`Content of ${titleOrFallback(section.title, "the section")}`}
        value={section.content}
        onChange={onChange}
        placeholder="Write, or press / for more"
        minHeight={120}
        mentions={context.mentions}
        resolveMention={resolveMention}
        askAi={createAskAi(section, context)}
        onSubmit={context.onPublish}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      {error !== undefined && (
        <p id={errorId} className="mt-1.5 text-xs text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}

function DiagramField({ section, error }: StaticFieldsProps) {
  const onChange = useFieldChange(section, "content");
  const source = useDebounced(section.content, redrawDelayMs);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <TextArea
        label="Mermaid source"
        data-part="content"
        isMono
        className="min-h-60!"
        rows={8}
        spellCheck={false}
        placeholder={"flowchart LR\n  a[Sensor] --> b[Board]"}
        value={section.content}
        error={error}
        onValueChange={onChange}
      />
      <div className="min-w-0">
        <p className="mb-1.5 text-sm font-medium">Drawing</p>
        {source.trim() === "" ? (
          <p className="rounded-lg border border-dashed border-line p-4 text-sm text-ink-3">
            The diagram is drawn here while you type.
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="h-70" />}>
            <Diagram source={source} title={titleOrFallback(section.title, "Diagram")} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function PlainField({ section, error }: StaticFieldsProps) {
  const onChange = useFieldChange(section, "content");
  return (
    <TextArea
      label="Content"
      data-part="content"
      rows={6}
      value={section.content}
      error={error}
      onValueChange={onChange}
    />
  );
}
