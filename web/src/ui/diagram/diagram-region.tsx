import { DiagramSvg } from "./diagram-svg.tsx";

/** A diagram in a text: as wide as its frame, but scrolled where its words would become smaller than 12 of 14 px. */
export function DiagramRegion({ svg, title }: { svg: string; title: string }) {
  return (
    // Focusable, so that keys can scroll it. A group and no region, because a page may contain too many for landmarks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div role="group" tabIndex={0} aria-label="Drawing" className="max-h-180 w-full overflow-auto print:max-h-none">
      <DiagramSvg
        svg={svg}
        title={title}
        className="[&>svg]:mx-auto [&>svg]:h-auto [&>svg]:min-w-[calc(var(--natural-width)*0.86)] print:[&>svg]:min-w-0"
      />
    </div>
  );
}
