import { maxTemplateSections } from "@cairn/contract/templates";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useRef, useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { withForm } from "#web/ui/form/form.tsx";
import { outputOptions } from "#web/ui/form/section-outputs.ts";

import { SectionFrame } from "./section-frame.tsx";
import { emptySection, emptyTemplate, templateValuesSchema } from "./template-values.ts";

/** The sections of a template in their order. */
export const TemplateSections = withForm({
  defaultValues: emptyTemplate(),
  validators: { onChange: templateValuesSchema },
  render: function TemplateSections({ form }) {
    const sectionFocus = useSectionFocus();
    return (
      <form.Field name="sections" mode="array">
        {(sections) => {
          const count = sections.state.value.length;
          return (
            <section aria-label="Sections">
              <h2 className="mb-3 text-base font-semibold">Sections</h2>
              <ol ref={sectionFocus.listRef} className="flex flex-col gap-3">
                {sections.state.value.map((_section, index) => (
                  <SectionFrame
                    // oxlint-disable-next-line react/no-array-index-key -- the name of a field contains its index
                    key={index}
                    index={index}
                    count={count}
                    onMove={(step) => {
                      sections.moveValue(index, index + step);
                      sectionFocus.moved(index + step, step, count);
                    }}
                    onRemove={() => {
                      sections.removeValue(index);
                      sectionFocus.removed(index, count - 1);
                    }}
                  >
                    <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
                      <form.AppField name={`sections[${index}].title`}>
                        {(field) => <field.Text label="Title" placeholder="Alarms" />}
                      </form.AppField>
                      <form.AppField name={`sections[${index}].instructions.output`}>
                        {(field) => <field.Choice label="Output" options={outputOptions} />}
                      </form.AppField>
                    </div>
                    <form.AppField name={`sections[${index}].instructions.prompt`}>
                      {(field) => (
                        <field.Area
                          label="Instructions"
                          rows={3}
                          maxCount={5000}
                          placeholder="Which alarms exist, and what to do about each?"
                        />
                      )}
                    </form.AppField>
                  </SectionFrame>
                ))}
              </ol>
              <div className="mt-3 flex flex-wrap items-center gap-3">
                <Button
                  ref={sectionFocus.addRef}
                  icon={<PlusIcon className="size-4" />}
                  disabledReason={
                    count >= maxTemplateSections ? `A template has at most ${maxTemplateSections} sections` : undefined
                  }
                  onClick={() => {
                    sections.pushValue(emptySection());
                    sectionFocus.added(count);
                  }}
                >
                  Add section
                </Button>
                {count === 0 && (
                  <p role="alert" className="text-sm text-danger-text">
                    {sections.state.meta.errors[0]?.message}
                  </p>
                )}
              </div>
              <Announcement>{sectionFocus.announcement}</Announcement>
            </section>
          );
        }}
      </form.Field>
    );
  },
});

/** The focus and the announcement after a section was moved, added or removed. */
function useSectionFocus() {
  const listRef = useRef<HTMLOListElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const focus = (index: number, selector: string) =>
    void requestAnimationFrame(() => {
      const section = listRef.current?.children[index];
      (section?.querySelector<HTMLElement>(selector) ?? addRef.current)?.focus();
    });
  return {
    listRef,
    addRef,
    announcement,
    moved: (index: number, step: -1 | 1, count: number) => {
      focus(index, `[data-move="${step}"]`);
      setAnnouncement(`Section ${index + 1} of ${count}`);
    },
    added: (index: number) => focus(index, "input"),
    removed: (index: number, count: number) => {
      focus(Math.min(index, count - 1), "input");
      setAnnouncement("Section removed");
    },
  };
}
