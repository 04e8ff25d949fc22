import type { CodeLocation } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";

interface EvidenceListProps {
  project: ProjectKey;
  label: string;
  places: readonly CodeLocation[];
}

/** Lines that prove something, each a link to the code as it was then: on the branch they may stand elsewhere by now. */
export function EvidenceList({ project, label, places }: EvidenceListProps) {
  if (places.length === 0) return null;
  // One line may show several things, and is opened once.
  const own = new Map(places.map((place) => [`${place.repositoryId} ${place.path} ${place.startLine}`, place]));
  return (
    <ul aria-label={label} className="flex flex-col">
      {[...own].map(([key, place]) => (
        <li key={key} className="min-w-0">
          <Link
            href={href("repositoryFile", {
              ...project,
              repositorySlug: place.repositorySlug,
              branchName: place.commit,
              _splat: place.path,
            })}
            hash={lineHash({ start: place.startLine, end: place.endLine })}
            className="block py-0.5 font-mono text-xs wrap-anywhere text-accent-text hover:underline pointer-coarse:py-3"
          >
            {place.path}:{place.startLine}
          </Link>
        </li>
      ))}
    </ul>
  );
}
