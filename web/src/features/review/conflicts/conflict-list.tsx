import type { ConflictedFile } from "@cairn/contract/conflict-resolution";

import { listHunks } from "./conflict-draft.ts";
import { ConflictSides } from "./conflict-sides.tsx";

/** Each file and each place where the two sides do not go together. */
export function ConflictList({ files, baseBranch }: { files: readonly ConflictedFile[]; baseBranch: string }) {
  return files.map((file) => (
    <article
      key={file.path}
      aria-label={`Conflicts in ${file.path}`}
      className="overflow-clip rounded-lg border border-line"
    >
      <h3 className="bg-surface-2 px-3 py-2 font-mono text-xs wrap-anywhere">{file.path}</h3>
      {file.pieces === null && <p className="px-3 py-2 text-sm text-ink-2 wrap-anywhere">{file.reason}</p>}
      {listHunks(file).map(({ key, hunk }) => (
        <div key={key} className="border-t border-line-subtle px-3 py-2">
          <ConflictSides hunk={hunk} baseBranch={baseBranch} path={file.path} />
        </div>
      ))}
    </article>
  ));
}
