import { useMemo, useState } from "react";
import type { ReactNode } from "react";

import { RenderedText } from "#web/features/page-editor/section/rendered-text.tsx";
import { textToPublish } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { compareTexts } from "#web/lib/text/compare-texts.ts";
import type { ComparedPart } from "#web/lib/text/compare-texts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { outputOptions } from "#web/ui/form/section-outputs.ts";
import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

interface ComparedSectionsProps {
  project: ProjectKey;
  left: { name: string; section: EditorSection | null };
  right: { name: string; section: EditorSection | null };
  /** Shown for a side that does not have the section. */
  absentText: string;
  /** True where the right one is a later version of the left one: texts are marked as removed and added. */
  isChange: boolean;
}

const sideClass = "bg-accent-subtle";

/** Two versions of a section side by side as readers see them, and on demand their differences in one text. */
export function ComparedSections({ project, left, right, absentText, isChange }: ComparedSectionsProps) {
  const before = left.section;
  const after = right.section;
  const parts = useMemo(() => compareFields(before, after), [before, after]);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        {[
          { ...left, other: "added" as const, markClass: isChange ? "bg-(--diff-del-word)" : sideClass },
          { ...right, other: "removed" as const, markClass: isChange ? "bg-(--diff-add-word)" : sideClass },
        ].map(({ name, section, other, markClass }) => (
          <section
            key={name}
            aria-label={name}
            // Focusable, so that it can be scrolled with the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="max-h-80 min-w-0 overflow-y-auto rounded-lg border border-line bg-surface-1 p-3"
          >
            <p className="mb-2 text-xs font-medium text-ink-3">{name}</p>
            {section === null ? (
              <p className="text-base text-ink-3">{absentText}</p>
            ) : (
              <div className="flex flex-col gap-2 wrap-anywhere">
                <p className="text-base font-semibold">{markDifferences(parts.title, other, markClass)}</p>
                <p className="text-xs text-ink-3">{describeForm(section)}</p>
                {section.kind === "auto" && (
                  <p className="border-l-2 border-ai-line pl-2.5 text-sm whitespace-pre-wrap text-ink-2">
                    {markDifferences(parts.prompt, other, markClass)}
                  </p>
                )}
                <RenderedText
                  project={project}
                  title={section.title}
                  output={section.output}
                  text={textToPublish(section)}
                />
              </div>
            )}
          </section>
        ))}
      </div>
      {before && after && textToPublish(before).content !== textToPublish(after).content && (
        <Differences before={before} after={after} names={[left.name, right.name]} />
      )}
    </div>
  );
}

interface DifferencesProps {
  before: EditorSection;
  after: EditorSection;
  names: [left: string, right: string];
}

/** The differences in one text, folded at first. Diagrams are compared by their source. */
function Differences({ before, after, names: [left, right] }: DifferencesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isMarkdown = before.output === "markdown" && after.output === "markdown";
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="-ml-2.5">
        {isOpen ? "Hide what differs" : "Show what differs"}
      </Button>
      {isOpen && (
        <section
          aria-label="What differs"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-96 w-full overflow-y-auto rounded-lg border border-line bg-surface-1 p-3"
        >
          <p className="mb-2 text-xs text-ink-3">
            Struck out: only in “{left}”. Underlined: only in “{right}”.
          </p>
          {isMarkdown ? (
            <LazyComparedMarkdown
              before={textToPublish(before).content}
              after={textToPublish(after).content}
              topHeading={3}
              isCompact
            />
          ) : (
            <ComparedSource before={textToPublish(before).content} after={textToPublish(after).content} />
          )}
        </section>
      )}
    </div>
  );
}

function ComparedSource({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  return (
    <p className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ kind, text }, index) => {
        if (kind === "same") return text;
        const Mark = kind === "added" ? "ins" : "del";
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of two fixed texts
          <Mark key={index} className={kind === "added" ? "bg-(--diff-add-word)" : "bg-(--diff-del-word)"}>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

function describeForm({ kind, output }: EditorSection): string {
  const form = outputOptions.find(({ value }) => value === output)?.label ?? output;
  return `${kind === "auto" ? "Auto" : "Static"}, ${form}`;
}

/** The compared parts of title and prompt; with one section only, nothing is marked. */
function compareFields(before: EditorSection | null, after: EditorSection | null) {
  const compare = (read: (section: EditorSection) => string): ComparedPart[] => {
    if (before !== null && after !== null) return compareTexts(read(before), read(after));
    const only = before ?? after;
    return only ? [{ kind: "same", text: read(only) }] : [];
  };
  return {
    title: compare(({ title }) => title),
    prompt: compare(({ kind, prompt }) => (kind === "auto" ? prompt : "")),
  };
}

/** The text of one side with its differences marked; `other` is the kind of parts that only the other side has. */
function markDifferences(parts: readonly ComparedPart[], other: "added" | "removed", markClass: string): ReactNode {
  return parts.map(({ kind, text }, index) => {
    if (kind === other) return null;
    if (kind === "same") return text;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of two fixed texts
      <mark key={index} className={`rounded-sm text-ink ${markClass}`}>
        {text}
      </mark>
    );
  });
}
