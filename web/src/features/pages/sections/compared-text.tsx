import { ArrowsVerticalIcon } from "@phosphor-icons/react/dist/csr/ArrowsVertical";
import { useMemo, useState } from "react";

import { compareTexts } from "#web/lib/text/compare-texts.ts";
import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import "./compared-text.css";

/** Unchanged lines that are shown at each end of a longer run of them. */
const edgeLines = 3;
const maxUnfoldedLines = 10;

interface ComparedContentProps {
  before: string;
  after: string;
  /** Whether both are read as Markdown; a diagram is compared by its source. */
  isMarkdown: boolean;
  label: string;
}

/** Two contents of a section as one, as people read them, with what went and what came marked. */
export function ComparedContent({ isMarkdown, label, before, after }: ComparedContentProps) {
  if (!isMarkdown) return <ComparedText before={before} after={after} label={label} />;
  return (
    <section aria-label={label} className="max-w-[72ch]">
      <LazyComparedMarkdown before={before} after={after} topHeading={4} isCompact />
    </section>
  );
}

/** Two texts as one, with the words marked that went and those that came. */
export function ComparedText({ before, after, label }: { before: string; after: string; label: string }) {
  const parts = useMemo(() => compareTexts(withFinalNewline(before), withFinalNewline(after)), [before, after]);
  return (
    <section aria-label={label} className="compared-text">
      {parts.map(({ kind, text }, index) => {
        const isEdge = { isFirst: index === 0, isLast: index === parts.length - 1 };
        // oxlint-disable-next-line react/no-array-index-key -- parts of a comparison never move
        if (kind === "same") return <UnchangedPart key={index} text={text} {...isEdge} />;
        const Mark = kind === "added" ? "ins" : "del";
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <Mark key={index}>
            <span className="sr-only">{kind === "added" ? "added: " : "removed: "}</span>
            {text}
          </Mark>
        );
      })}
    </section>
  );
}

/** With a line break after the last line, so that one that took its place does not run on in it. */
function withFinalNewline(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? "" : `${trimmed}\n`;
}

/** What did not change; the middle of a long run is folded. */
function UnchangedPart({ text, isFirst, isLast }: { text: string; isFirst: boolean; isLast: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = text.split("\n");
  if (isOpen || lines.length <= maxUnfoldedLines) return <span>{text}</span>;
  const head = isFirst ? [] : lines.slice(0, edgeLines);
  const tail = isLast ? [] : lines.slice(-edgeLines);
  const hiddenCount = lines.length - head.length - tail.length;
  return (
    <>
      {head.length > 0 && <span>{`${head.join("\n")}\n`}</span>}
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="my-1 flex h-7 w-full items-center gap-2 rounded-sm bg-surface-3 px-2 text-xs text-ink-3 hover:text-ink pointer-coarse:h-11"
      >
        <ArrowsVerticalIcon aria-hidden className="size-3.5" />
        {hiddenCount} unchanged lines
      </button>
      {tail.length > 0 && <span>{tail.join("\n")}</span>}
    </>
  );
}
