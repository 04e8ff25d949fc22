import type { AnswerBasis } from "@cairn/contract/chat";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";

const shortLength = 7;

/** "main @ 1a2b3c4", "this change (1a2b3c4)" */
function sayState({ branch, commit, isChange = false }: AnswerBasis): string {
  const short = commit.slice(0, shortLength);
  if (isChange) return `this change (${short})`;
  return branch === null ? short : `${branch} @ ${short}`;
}

/** The commits of the code that an answer was written from, each with a link to the code at that commit. */
export function AnswerBasisLine({ project, basis }: { project: ProjectKey; basis: readonly AnswerBasis[] }) {
  const repositories = useQuery(repositoriesQuery(project)).data?.content;
  const isOne = basis.length === 1;
  const slugOf = (id: string) => repositories?.find(({ repositoryId }) => repositoryId === id)?.slug;
  return (
    <span>
      As of{" "}
      {basis.map((one, index) => {
        const { repositoryId, repository, commit } = one;
        const slug = slugOf(repositoryId);
        const state = sayState(one);
        const name = isOne ? state : `${repository} ${state}`;
        return (
          <span key={`${repositoryId}@${commit}`}>
            {index > 0 && ", "}
            {slug === undefined ? (
              name
            ) : (
              <Link
                href={href("repositoryFile", { ...project, repositorySlug: slug, branchName: commit, _splat: "" })}
                title={`${repository} at ${commit}`}
                className={cx(
                  "inline-block rounded-sm leading-6 underline decoration-line underline-offset-3 hover:text-ink",
                  "hover:decoration-current pointer-coarse:leading-11",
                )}
              >
                {name}
              </Link>
            )}
          </span>
        );
      })}
    </span>
  );
}
