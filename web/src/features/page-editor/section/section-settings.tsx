import type { SectionOutput } from "@cairn/contract/page-sections";
import { lazy, Suspense } from "react";

import { withKind } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { Button } from "#web/ui/action/button.tsx";
import { controlClass } from "#web/ui/form/field.tsx";
import { outputOptions } from "#web/ui/form/section-outputs.ts";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

import { useSectionContext } from "./section-context.ts";
import type { Preview } from "./use-previews.ts";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const kindOptions = [
  { value: "auto", label: "Auto" },
  { value: "static", label: "Static" },
] as const;

/** The kind of a section, its output format, and the Preview button. */
export function SectionSettings({ section, preview }: { section: EditorSection; preview: Preview | undefined }) {
  const { dispatch, onPreview } = useSectionContext();
  const { sectionId, kind, output, prompt } = section;
  const setOutput = (next: SectionOutput) =>
    dispatch({ type: "change", sectionId, change: (now) => (now.output === next ? now : { ...now, output: next }) });
  return (
    <div className="flex flex-wrap items-center gap-2 px-1 max-md:order-last max-md:basis-full">
      <SegmentedControl
        label="Written"
        options={kindOptions}
        value={kind}
        onValueChange={(next) => dispatch({ type: "change", sectionId, change: (now) => withKind(now, next) })}
      />
      <div className="w-40 max-md:w-auto max-md:min-w-24 max-md:flex-1">
        <Suspense fallback={<div className={`${controlClass} control`} />}>
          <Select
            label="Output"
            isLabelHidden
            options={outputOptions}
            value={output}
            onValueChange={(next) => setOutput(outputOptions.find(({ value }) => value === next)?.value ?? output)}
          />
        </Suspense>
      </div>
      {kind === "auto" && (
        <Button
          data-part="preview"
          isBusy={preview?.kind === "running"}
          disabledReason={prompt.trim() === "" ? "Write a prompt first" : undefined}
          onClick={() => onPreview(section)}
        >
          Preview
        </Button>
      )}
    </div>
  );
}
