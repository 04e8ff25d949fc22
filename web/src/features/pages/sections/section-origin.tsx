import type { Section } from "@cairn/contract/page-sections";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { lazy, Suspense, useState } from "react";

import { formatFullDate } from "#web/lib/text/dates.ts";
import { cx } from "#web/ui/cx.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";

const SourceLinks = lazy(() => import("./source-links.tsx").then((module) => ({ default: module.SourceLinks })));

interface SectionOriginProps {
  section: Section;
  targets: readonly CitationTarget[];
}

/** Whether a section is written from the code or by people, and its sources. */
export function SectionOrigin({ section, targets }: SectionOriginProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const open = () => {
    setIsMounted(true);
    setIsOpen(true);
  };
  const count = targets.length;
  const label =
    section.kind === "auto" ? (
      <>
        <SparkleIcon aria-hidden weight="fill" className="size-3.5 text-ai-text" />
        Auto
      </>
    ) : (
      "Static"
    );
  const title = [
    section.kind === "auto" ? "Written from the code" : "Written by people",
    section.writtenBy && `by ${section.writtenBy}`,
    section.generatedAt && `· ${formatFullDate(section.generatedAt)}`,
  ]
    .filter(Boolean)
    .join(" ");
  if (count === 0) {
    return (
      <span title={title} className="flex h-6 items-center gap-1 px-1.5 text-xs text-ink-3">
        {label}
      </span>
    );
  }
  // A page has many of these lists and few are opened, so the popover is mounted on the first click.
  const trigger = (
    <button
      type="button"
      title={title}
      aria-haspopup="dialog"
      onClick={isMounted ? undefined : open}
      className={cx(
        "flex h-6 items-center gap-1 rounded-md px-1.5 text-xs text-ink-3 hover:bg-surface-3 hover:text-ink",
        "data-[popup-open]:bg-surface-3 data-[popup-open]:text-ink pointer-coarse:h-11",
      )}
    >
      {label} · {count} {count === 1 ? "source" : "sources"}
      <CaretDownIcon aria-hidden className="size-3 print:hidden" />
    </button>
  );
  if (!isMounted) return trigger;
  return (
    <Popover
      title={`Sources of ${section.title}`}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      className="max-h-100 w-100 max-w-[calc(100vw-2rem)] overflow-y-auto!"
      trigger={trigger}
    >
      <Suspense fallback={<div className="h-20" />}>
        <SourceLinks targets={targets} changed={section.changed} />
      </Suspense>
    </Popover>
  );
}
