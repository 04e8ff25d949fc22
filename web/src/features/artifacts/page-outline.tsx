import type { Artifact } from "@cairn/contract/artifacts";
import { useEffect, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";

import { sectionAnchor } from "./section-anchor.ts";

/** Below the sticky header: a heading above this line counts as read. */
const readingLinePx = 120;

/** Sections of a page with the one being read marked, and the pages next to it. */
export function PageOutline({ project, artifact }: { project: ProjectKey; artifact: Artifact }) {
  const anchors = artifact.sections.map(sectionAnchor);
  const active = useActiveAnchor(anchors);
  return (
    <div className="flex flex-col gap-6 text-sm">
      {artifact.sections.length > 1 && (
        <nav aria-label="On this page">
          <p className="mb-1.5 text-xs font-medium text-ink-3">On this page</p>
          <ul className="border-l border-line">
            {artifact.sections.map((section) => {
              const anchor = sectionAnchor(section);
              const isActive = anchor === active;
              return (
                <li key={anchor}>
                  <a
                    href={`#${anchor}`}
                    aria-current={isActive ? "location" : undefined}
                    onClick={(event) => {
                      event.preventDefault();
                      const heading = document.getElementById(anchor);
                      heading?.scrollIntoView({ block: "start" });
                      heading?.focus({ preventScroll: true });
                    }}
                    className={cx(
                      "-ml-px block min-h-6 border-l py-0.5 pl-3",
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
      )}
      {artifact.related.length > 0 && (
        <nav aria-label="Related pages">
          <p className="mb-1.5 text-xs font-medium text-ink-3">Related</p>
          <ul className="flex flex-col">
            {artifact.related.map((page) => (
              <li key={page.artifactId}>
                <Link
                  href={href("artifact", { ...project, artifactId: page.artifactId })}
                  className="block min-h-6 rounded-sm py-0.5 text-ink-2 hover:text-ink hover:underline"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** The last heading above the reading line; at the very end of the page the last of all. */
function useActiveAnchor(anchors: readonly string[]): string | undefined {
  const [active, setActive] = useState(anchors[0]);
  const all = anchors.join(" ");
  useEffect(() => {
    const ids = all.split(" ");
    const update = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const read = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLinePx;
      });
      setActive(isAtEnd && window.scrollY > 0 ? ids.at(-1) : (read.at(-1) ?? ids[0]));
    };
    update();
    window.addEventListener("scroll", update, { passive: true });
    window.addEventListener("resize", update);
    return () => {
      window.removeEventListener("scroll", update);
      window.removeEventListener("resize", update);
    };
  }, [all]);
  return active;
}
