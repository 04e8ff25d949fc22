import type { Artifact } from "@cairn/contract/pages";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";

/** At the end of a page: its child pages. */
export function ChildPages({ project, artifact }: { project: ProjectKey; artifact: Artifact }) {
  if (artifact.children.length === 0) return null;
  return (
    <nav aria-label="Pages below" className="mt-12 max-w-[72ch] print:hidden">
      <h2 className="mb-2 text-sm font-medium text-ink-3">Pages below this one</h2>
      <ul className="divide-y divide-line-subtle rounded-lg border border-line">
        {artifact.children.map(({ artifactId, title }) => (
          <li key={artifactId}>
            <Link
              href={href("artifact", { ...project, artifactId })}
              className="flex min-h-11 items-center gap-2.5 px-3 py-2 text-base text-ink hover:bg-surface-3 focus-visible:-outline-offset-2"
            >
              <FileTextIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
              <CaretRightIcon aria-hidden className="size-3 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pages about a similar topic, best first. */
export function RelatedPages({ project, artifact }: { project: ProjectKey; artifact: Artifact }) {
  if (artifact.related.length === 0) return null;
  return (
    <nav aria-label="Related pages" className="text-sm print:hidden">
      <p className="mb-1.5 text-xs font-medium text-ink-3">Related</p>
      <ul className="flex flex-col">
        {artifact.related.map((page) => (
          <li key={page.artifactId}>
            <Link
              href={href("artifact", { ...project, artifactId: page.artifactId })}
              className="block min-h-6 rounded-sm py-0.5 text-ink-2 wrap-anywhere hover:text-ink hover:underline pointer-coarse:py-3"
            >
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
