import { progressTextPercent } from "@cairn/contract/indexing";
import type { Project } from "@cairn/contract/projects";

import { href } from "#web/lib/navigation/paths.ts";
import { stripMarkdown } from "#web/lib/text/strip-markdown.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import { runningIndexes } from "./index-progress.ts";

interface ProductCardProps {
  organizationId: string;
  project: Project;
  /** The number key that opens it, if any. */
  number?: number;
}

/** A product in a grid: name, description, and what state it is in. */
export function ProductCard({ organizationId, project, number }: ProductCardProps) {
  return (
    <li
      className={
        "group relative flex min-h-32 flex-col rounded-lg border border-line bg-surface-2 p-4 transition-colors " +
        "duration-[80ms] hover:border-line-control/60 hover:bg-surface-3"
      }
    >
      <div className="flex items-center gap-2.5">
        <Avatar name={project.name} shape="square" />
        <div className="min-w-0 flex-1 text-base font-medium">
          <Link
            href={href("project", { organizationId, projectId: project })}
            aria-keyshortcuts={number?.toString()}
            className={
              "block truncate after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none " +
              "focus-visible:after:outline-2 focus-visible:after:outline-focus"
            }
          >
            {project.name}
          </Link>
        </div>
        {number !== undefined && (
          // A figure that stands there all the time is read as a count.
          <span
            aria-hidden="true"
            className="opacity-0 transition-opacity duration-[80ms] group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden"
          >
            <KeyHint keys={[String(number)]} />
          </span>
        )}
      </div>
      <p className="mt-2 line-clamp-2 text-sm text-ink-3">
        {project.description === null ? "No description yet" : stripMarkdown(project.description)}
      </p>
      <div className="mt-auto pt-3">
        <ProductState project={project} />
      </div>
    </li>
  );
}

function ProductState({ project }: { project: Project }) {
  const { services } = project;
  const [first] = runningIndexes(project);
  if (first) return <StateIcon kind="running" label={`Indexing ${progressTextPercent(first.progress)} %`} />;
  if (!project.setupComplete) return <StateIcon kind="attention" label={`Set up ${countSetUp(project)}/3`} />;
  return (
    <span className="text-sm text-ink-3 tabular-nums">
      {services.length} {services.length === 1 ? "service" : "services"}
    </span>
  );
}

/** How many of the three things are there that a product which is set up has: code, a description, and a person's word. */
function countSetUp({ services, description, setupComplete }: Project): number {
  const hasCode = services.some(({ repository }) => repository?.indexing.commit);
  return [hasCode, description !== null, setupComplete].filter(Boolean).length;
}
