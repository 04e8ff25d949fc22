import { ArrowsVerticalIcon } from "@phosphor-icons/react/dist/csr/ArrowsVertical";
import { useMemo, useState } from "react";

import { compareTexts } from "#web/lib/text/compare-texts.ts";
import { LazyComparedMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import "./compared-text.css";

/** Unchanged lines that stay visible at each end of a folded run. */
const edgeLines = 3;
const maxUnfoldedLines = 10;

interface ComparedContentProps {
  before: string;
  after: string;
  /** Whether both are rendered as Markdown; diagrams and plain text are compared by their source. */
  isMarkdown: boolean;
  label: string;
}

/** The differences between two contents of a section, marked in the rendered text. */
export function ComparedContent({ isMarkdown, label, before, after }: ComparedContentProps) {
  if (!isMarkdown) return <ComparedText before={before} after={after} label={label} />;
  return (
    <section aria-label={label} className="max-w-[72ch]">
      <LazyComparedMarkdown before={before} after={after} topHeading={4} isCompact />
    </section>
  );
}

/** The differences between two texts: removed and added words are marked. */
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

/** With a final line break, so that a removed last line and its replacement are on separate lines. */
function withFinalNewline(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? "" : `${trimmed}\n`;
}

/** An unchanged part; the middle of a long one is folded. */
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
