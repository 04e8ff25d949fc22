import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { IndexState } from "./index-state.tsx";
import { ReindexButton } from "./reindex-button.tsx";

interface RepositoryCardProps {
  project: ProjectKey;
  service: Service;
  repository: Repository;
}

/** The code behind a service: its address, the state of its index, and Reindex. */
export function RepositoryCard({ project, service, repository }: RepositoryCardProps) {
  const { clone, connection, indexing } = repository;
  const settingsHref = href("repositorySettings", { ...project, repositorySlug: repository.slug });
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
        <div className="flex flex-wrap gap-2">
          <ReindexButton project={project} service={service} indexing={indexing} />
          {indexing.error === null && <ButtonLink href={settingsHref}>Repository settings</ButtonLink>}
          <ButtonLink href={browseHref}>Browse code</ButtonLink>
        </div>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
        <Fact term="Address">
          <span className="font-mono break-all">
            {repository.url ?? (connection.type === "internal" ? (clone.ssh ?? clone.http) : null) ?? repository.repo}
          </span>
          <Badge className="ml-2">{repository.isReadOnly ? "Read-only" : "Writable"}</Badge>
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
          <Banner
            tone="danger"
            title="The last index failed"
            action={
              <ButtonLink size="sm" href={settingsHref}>
                Repository settings
              </ButtonLink>
            }
          >
            <span className="wrap-anywhere">{indexing.error}</span>
          </Banner>
        </div>
      )}
      {indexing.failedFileCount > 0 && (
        <details className="mt-4 text-sm">
          <summary className="w-fit rounded-sm text-ink-2">
            {indexing.failedFileCount === 1
              ? "1 file could not be read in full"
              : `${indexing.failedFileCount} files could not be read in full`}
          </summary>
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
