import type { SectionText } from "@cairn/contract/page-sections";
import { useEffect, useRef, useState } from "react";

import { sectionAnchor } from "#web/features/pages/sections/section-anchor.ts";
import { cx } from "#web/ui/cx.ts";

/** Below the sticky header: a heading above this line counts as read. */
const readingLinePx = 120;
/** Distance of the current entry from the edges of the list when the list scrolls. */
const marginPx = 48;

/** The sections of a page; the one being read is marked. */
export function PageOutline({ sections }: { sections: readonly Pick<SectionText, "sectionId" | "title">[] }) {
  const active = useActiveAnchor(sections.map(sectionAnchor));
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The list of a long page scrolls to keep the section being read in view.
    const link = active && listRef.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(active)}"]`);
    const panel = link && link.closest<HTMLElement>("aside");
    if (!panel) return;
    const { top, bottom } = link.getBoundingClientRect();
    const frame = panel.getBoundingClientRect();
    if (top < frame.top) panel.scrollBy({ top: top - frame.top - marginPx });
    else if (bottom > frame.bottom) panel.scrollBy({ top: bottom - frame.bottom + marginPx });
  }, [active]);
  if (sections.length < 2) return null;
  return (
    <nav aria-label="On this page" className="text-sm print:hidden">
      <p className="mb-1.5 text-xs font-medium text-ink-3">On this page</p>
      <ul ref={listRef} className="border-l border-line">
        {sections.map((section) => {
          const anchor = sectionAnchor(section);
          const isActive = anchor === active;
          return (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                aria-current={isActive ? "location" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goToSection(section.sectionId);
                }}
                className={cx(
                  "-ml-px block min-h-6 border-l py-0.5 pl-3 wrap-anywhere",
                  isActive ? "border-accent-text text-ink" : "border-transparent text-ink-3 hover:text-ink",
                )}
              >
                {section.title}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Scrolls to a section of the open page and focuses its heading. */
export function goToSection(sectionId: string): void {
  const heading = document.getElementById(sectionAnchor({ sectionId }));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

/** The last heading above the reading line; at the very end of the page the last of all. */
function useActiveAnchor(anchors: readonly string[]): string | undefined {
  const [active, setActive] = useState(anchors[0]);
  const all = anchors.join(" ");
  useEffect(() => {
    const ids = all.split(" ");
    let frame = 0;
    const update = () => {
      frame = 0;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setActive(isAtEnd && window.scrollY > 0 ? ids.at(-1) : lastAbove(ids));
    };
    // Measuring headings forces a layout of the page, so it is done at most once per frame.
    const later = () => {
      frame ||= requestAnimationFrame(update);
    };
    later();
    window.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
    // Content that loads late, such as diagrams, moves headings without a scroll.
    const observer = new ResizeObserver(later);
    observer.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener("scroll", later);
      window.removeEventListener("resize", later);
    };
  }, [all]);
  return active;
}

/** Headings are in document order, so a binary search finds the last one above the line. */
function lastAbove(ids: readonly string[]): string | undefined {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = document.getElementById(ids[middle] ?? "")?.getBoundingClientRect().top;
    if (top !== undefined && top <= readingLinePx) low = middle + 1;
    else high = middle;
  }
  return ids[Math.max(0, low - 1)];
}
