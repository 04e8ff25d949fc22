import type { Mention } from "@cairn/contract/mentions";
import type { Repository } from "@cairn/contract/repositories";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { lineHash } from "#web/ui/code/line-range.ts";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

/** What can be mentioned; null while it is loading, when a mention is not yet shown as gone. */
interface KnownMentionables {
  pageIds: ReadonlySet<string> | null;
  /** Where a task leads, by its id. */
  taskTarget: (taskId: string) => MentionTarget;
  repositories: readonly Pick<Repository, "repositoryId" | "slug" | "mainBranch">[] | null;
}

/** Where a mention leads inside a product. People have no link. */
export function resolveMentionTarget(mention: Mention, project: ProjectKey, known: KnownMentionables): MentionTarget {
  switch (mention.kind) {
    case "person":
      return { kind: "name" };
    case "page": {
      const { artifactId } = mention;
      if (known.pageIds && !known.pageIds.has(artifactId)) return { kind: "gone", note: "page not found" };
      return { kind: "link", href: href("artifact", { ...project, artifactId }) };
    }
    case "task":
      return known.taskTarget(mention.taskId);
    case "file": {
      if (!known.repositories) return { kind: "name" };
      const repository = known.repositories.find((one) => one.repositoryId === mention.repositoryId);
      if (!repository) return { kind: "gone", note: "repository not found" };
      return {
        kind: "link",
        href: href("repositoryFile", {
          ...project,
          repositorySlug: repository.slug,
          branchName: repository.mainBranch,
          _splat: mention.path,
        }),
        hash: mention.lines ? lineHash(mention.lines) : undefined,
      };
    }
  }
}
