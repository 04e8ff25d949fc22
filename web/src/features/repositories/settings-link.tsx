import type { Repository } from "@cairn/contract/repositories";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { Link } from "#web/ui/link.tsx";
import { tooltip } from "#web/ui/tooltip.ts";

/** The way to the settings of a repository. */
export function SettingsLink({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const { organizationId, projectId } = project;
  return (
    <Link
      href={href("repositorySettings", { organizationId, projectId, repositorySlug: repository.slug })}
      aria-label={`Settings of ${repository.repo}`}
      {...tooltip("Settings", { side: "bottom" })}
      className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
    >
      <GearSixIcon aria-hidden className="size-4" />
    </Link>
  );
}
