import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { useState } from "react";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { SettingsCard } from "#web/ui/card.tsx";

import { IndexState } from "./index-state.tsx";
import { reindexReason } from "./reindex-reason.ts";
import { useReindexService } from "./services.api.ts";

interface RepositoryCardProps {
  project: ProjectKey;
  service: Service;
  repository: Repository;
}

/** The code behind a service: where it is, how its index stands, and Reindex. */
export function RepositoryCard({ project, service, repository }: RepositoryCardProps) {
  const reindex = useReindexService(project);
  const [now] = useState(Date.now);
  const { indexing } = repository;
  const browseHref = href("repositoryFile", {
    ...project,
    repositorySlug: repository.slug,
    branchName: repository.mainBranch,
    _splat: service.workingPath.replace(/^\//, ""),
  });
  return (
    <SettingsCard
      title="Repository"
      note={<IndexState indexing={indexing} />}
      action={
        <div className="flex gap-2">
          <Button
            icon={<ArrowClockwiseIcon className="size-4" />}
            isBusy={reindex.isPending}
            disabledReason={reindexReason(indexing, now)}
            onClick={() => reindex.mutate(service.serviceId)}
          >
            Reindex
          </Button>
          <ButtonLink href={browseHref}>Browse code</ButtonLink>
        </div>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
        <Fact term="Address">
          <span className="font-mono break-all">{repository.url ?? repository.repo}</span>
          {repository.isReadOnly && <Badge className="ml-2">Read-only</Badge>}
        </Fact>
        <Fact term="Main branch">
          <span className="font-mono">{repository.mainBranch}</span>
        </Fact>
        <Fact term="Commit">
          <span className="font-mono">{indexing.commit?.slice(0, 7) ?? "not indexed yet"}</span>
        </Fact>
      </dl>
      {indexing.error && (
        <div className="mt-4">
          <Banner tone="danger" title="The last index failed">
            {indexing.error}
          </Banner>
        </div>
      )}
      {indexing.failedFileCount > 0 && (
        <details className="mt-4 text-sm">
          <summary className="text-ink-2">{indexing.failedFileCount} files could not be read in full</summary>
          <ul className="mt-2 flex flex-col gap-1 text-ink-3">
            {indexing.failedFiles.map((file) => (
              <li key={file.path}>
                <span className="font-mono break-all">{file.path}</span> · {file.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </SettingsCard>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3 max-sm:-mb-2">{term}</dt>
      <dd className="min-w-0 text-ink-2">{children}</dd>
    </>
  );
}
