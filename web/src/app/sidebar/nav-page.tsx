import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { useContext } from "react";

import { describePageFreshness } from "#web/features/pages/status/freshness.ts";
import { subtreeIds } from "#web/features/pages/tree/page-tree.ts";
import type { PageNode } from "#web/features/pages/tree/page-tree.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { CollapsibleArrow, useCollapsible } from "./nav-collapsible.tsx";
import { NavItem, RailContext } from "./nav-item.tsx";

interface NavPageProps {
  organizationId: string;
  projectId: string;
  node: PageNode;
  /** How deep it is indented. */
  level: number;
  /** The page that is open, if any. */
  currentId: string | undefined;
}

/** A page in the sidebar; its child pages are collapsed until one of them is open. */
export function NavPage({ organizationId, projectId, node, level, currentId }: NavPageProps) {
  const { page, children } = node;
  const isRail = useContext(RailContext);
  const hasCurrent = currentId !== undefined && children.some((child) => subtreeIds(child).includes(currentId));
  const [isOpen, setIsOpen] = useCollapsible(hasCurrent, false);
  const hasFold = children.length > 0 && !isRail;
  return (
    <NavItem
      href={href("artifact", { organizationId, projectId, artifactId: page.artifactId })}
      icon={page.isUpdating ? <Spinner className="text-ai-text" /> : <FileTextIcon className="size-4" />}
      label={page.title}
      active={{ name: "artifact", params: { artifactId: page.artifactId } }}
      level={level}
      mark={page.isUpdating ? null : describePageFreshness(page)}
      trailing={
        hasFold && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Hide" : "Show"} the pages below ${page.title}`}
            onClick={() => setIsOpen(!isOpen)}
            className={
              "absolute top-1 right-1 grid size-6 place-items-center rounded-sm hover:bg-surface-4 " +
              "focus-visible:-outline-offset-2 pointer-coarse:top-0 pointer-coarse:right-0 " +
              "pointer-coarse:size-11"
            }
          >
            <CollapsibleArrow isOpen={isOpen} />
          </button>
        )
      }
    >
      {hasFold && isOpen && (
        <ul className="mt-px flex flex-col gap-px">
          {children.map((child) => (
            <NavPage
              key={child.page.artifactId}
              organizationId={organizationId}
              projectId={projectId}
              node={child}
              level={level + 1}
              currentId={currentId}
            />
          ))}
        </ul>
      )}
    </NavItem>
  );
}
