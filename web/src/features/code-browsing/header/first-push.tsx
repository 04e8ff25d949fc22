import type { Repository } from "@cairn/contract/repositories";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoryName } from "#web/features/repositories/repositories.api.ts";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";

import { TokenMaker } from "./token-maker.tsx";

interface FirstPushProps {
  project: ProjectKey;
  repository: Pick<Repository, "repositoryId" | "owner" | "repo" | "clone">;
}

/** How code comes into a repository that is hosted here and empty yet. What shows it follows the repository's state. */
export function FirstPush({ project, repository: { repositoryId, owner, repo, clone } }: FirstPushProps) {
  const address = clone.http ?? clone.ssh ?? "";
  const commands = [
    { label: "In a folder with your code", value: `git remote add cairn ${address}` },
    { label: "Its branches, with all their history", value: "git push -u cairn --all" },
    { label: "Its tags", value: "git push cairn --tags" },
  ];
  return (
    <section
      aria-labelledby={`first-push-${repositoryId}`}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface-2 p-4 md:p-5"
    >
      <div>
        <h2 id={`first-push-${repositoryId}`} className="text-base font-semibold wrap-anywhere">
          Push your code to {repositoryName({ owner, repo })}
        </h2>
        <p className="mt-1 text-sm">
          <StateIcon kind="running" label="Waiting for your first push" />
        </p>
      </div>
      <CopyField label="Clone address" value={address} hint="No code yet? Clone it, commit, and push as usual." />
      {clone.http !== null && <TokenMaker repositoryKey={{ ...project, repositoryId }} />}
      <ol className="flex flex-col gap-3">
        {commands.map(({ label, value }, index) => (
          <li key={label}>
            <CopyField label={`${index + 1}. ${label}`} value={value} />
          </li>
        ))}
      </ol>
      {clone.http !== null && clone.ssh !== null && (
        <CopyField label="Or over SSH, with a key of your account" value={`git remote add cairn ${clone.ssh}`} />
      )}
    </section>
  );
}
