import { useLayoutEffect, useRef } from "react";

/** SVG made and sanitised by the diagram library, with an accessible name. */
export function DiagramSvg({ svg, title, className }: { svg: string; title: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  // Before the paint: an empty frame in between would shift the content below.
  useLayoutEffect(() => {
    const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    if (!root) return;
    // Links in a diagram are removed, because they could not show their host.
    for (const link of root.querySelectorAll("a")) {
      link.removeAttribute("href");
      link.removeAttribute("xlink:href");
    }
    if (!root.querySelector(":scope > title")) root.setAttribute("aria-label", title);
    root.setAttribute("role", "img");
    root.style.setProperty("--natural-width", root.style.maxWidth || "100%");
    ref.current?.replaceChildren(root);
  }, [svg, title]);
  return <div ref={ref} className={className} />;
}
