import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";

import { CodeBlock } from "#web/ui/code/code-block.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

/** Instructions for the first push to a repository without commits. */
export function EmptyRepository({ repository }: { repository: Repository }) {
  const address = repository.clone.http ?? repository.clone.ssh;
  const canPush = address !== null && !repository.isReadOnly;
  return (
    <div className="flex flex-col gap-6">
      <EmptyState
        icon={<GitBranchIcon className="size-5" />}
        title="This repository is empty"
        text={
          canPush ? "Push a first commit and its files appear here." : "Its files appear here with its first commit."
        }
      />
      {canPush && (
        <section aria-label="Push a first commit" className="flex flex-col gap-4">
          <div>
            <h2 className="mb-2 text-sm font-medium text-ink-2">Push a repository you already have</h2>
            <CodeBlock
              language="bash"
              code={`git remote add origin ${address}\ngit push -u origin ${repository.mainBranch}`}
            />
          </div>
          <div>
            <h2 className="mb-2 text-sm font-medium text-ink-2">Or begin a new one</h2>
            <CodeBlock
              language="bash"
              code={[
                `git clone ${address}`,
                `cd ${repository.repo}`,
                `git switch -c ${repository.mainBranch}`,
                `echo "# ${repository.repo}" > README.md`,
                "git add README.md",
                'git commit -m "First commit"',
                `git push -u origin ${repository.mainBranch}`,
              ].join("\n")}
            />
          </div>
        </section>
      )}
    </div>
  );
}
