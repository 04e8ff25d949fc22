import type { Artifact } from "@cairn/contract/pages";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";

/** The path to a page: all documents, its service, its parent pages. */
export function PageBreadcrumb({ project, artifact }: { project: ProjectKey; artifact: Artifact }) {
  const linkClass = "rounded-sm hover:text-ink hover:underline";
  return (
    <nav aria-label="Pages above" className="mb-2 text-sm text-ink-3 print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <li>
          <Link href={href("context", { ...project })} className={linkClass}>
            Live Docs
          </Link>
        </li>
        {artifact.service && <BreadcrumbItem>{artifact.service.name}</BreadcrumbItem>}
        {artifact.ancestors.map(({ artifactId, title }) => (
          <BreadcrumbItem key={artifactId}>
            <Link href={href("artifact", { ...project, artifactId })} className={linkClass}>
              {title}
            </Link>
          </BreadcrumbItem>
        ))}
      </ol>
    </nav>
  );
}

function BreadcrumbItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5 wrap-anywhere">
      <span aria-hidden="true">/</span>
      {children}
    </li>
  );
}
