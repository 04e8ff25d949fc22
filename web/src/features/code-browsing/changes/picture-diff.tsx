import type { Diff, FileDiff } from "@cairn/contract/code-history";

import { PictureView } from "#web/features/code-browsing/file/picture-view.tsx";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";

interface PictureDiffProps {
  repository: RepositoryKey;
  diff: Diff;
  file: FileDiff;
  /** As `pictureType` has it. */
  type: string;
}

/** A picture before and after a change, side by side where there is room; of one that came or went, the one there is. */
export function PictureDiff({ repository, diff, file, type }: PictureDiffProps) {
  const { base, head } = diff;
  const sides = [
    { name: "Before", commit: file.status === "added" ? null : base, path: file.oldPath ?? file.path },
    { name: "After", commit: file.status === "deleted" ? null : head, path: file.path },
  ];
  return (
    <div className="flex flex-wrap">
      {sides.map(({ name, commit, path }) =>
        commit === null ? null : (
          <section key={name} aria-label={`${name}: ${path}`} className="min-w-0 flex-1 basis-64">
            <h4 className="px-4 pt-3 text-xs text-ink-3">{name}</h4>
            <PictureView repository={repository} codeLocation={{ branchName: commit, path }} type={type} />
          </section>
        ),
      )}
    </div>
  );
}
