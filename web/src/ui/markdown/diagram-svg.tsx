import { useEffect, useRef } from "react";

/** SVG made by the drawing library, which has sanitised it; named for those who cannot see it. */
export function DiagramSvg({ svg, title, className }: { svg: string; title: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.innerHTML = svg;
    const root = box.querySelector("svg");
    if (root && !root.querySelector(":scope > title")) root.setAttribute("aria-label", title);
    root?.setAttribute("role", "img");
  }, [svg, title]);
  return <div ref={ref} className={className} />;
}
