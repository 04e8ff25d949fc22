import { useLayoutEffect, useRef } from "react";

/** SVG made by the drawing library, which has sanitised it; named for those who cannot see it. */
export function DiagramSvg({ svg, title, className }: { svg: string; title: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  // Before anything is painted: an empty frame in between would let what stands below jump up and down.
  useLayoutEffect(() => {
    const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    if (!root) return;
    // A link in a drawing could not show which host it leads to.
    for (const link of root.querySelectorAll("a")) {
      link.removeAttribute("href");
      link.removeAttribute("xlink:href");
    }
    if (!root.querySelector(":scope > title")) root.setAttribute("aria-label", title);
    root.setAttribute("role", "img");
    ref.current?.replaceChildren(root);
  }, [svg, title]);
  return <div ref={ref} className={className} />;
}
