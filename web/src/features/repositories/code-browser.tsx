import { AppError } from "@cairn/contract/errors";
import type { Repository } from "@cairn/contract/repositories";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";

import { isCommit } from "./branch-name.ts";
import { BranchPopover } from "./branch-popover.tsx";
import { CodePath } from "./code-path.tsx";
import { baseName, findReadme, parentPath } from "./file-path.ts";
import { FileView } from "./file-view.tsx";
import { FolderView } from "./folder-view.tsx";
import { Readme } from "./readme.tsx";
import { fileQuery, folderQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface CodeBrowserProps {
  /** By the slug in the address. */
  repositoryKey: RepositoryKey;
  repository: Repository;
  place: CodePlace;
}

/** A repository at a branch or commit: the way to here, then a folder or a file. */
export function CodeBrowser({ repositoryKey, repository, place }: CodeBrowserProps) {
  const navigate = useNavigate();
  const { branchName, path } = place;
  const addressOf = (branch: string, filePath: string) =>
    href("repositoryFile", {
      organizationId: repositoryKey.organizationId,
      projectId: repositoryKey.projectId,
      repositorySlug: repository.slug,
      branchName: branch,
      _splat: filePath,
    });
  const hrefOf = (filePath: string) => addressOf(branchName, filePath);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <BranchPopover
          repository={repositoryKey}
          branchName={branchName}
          onBranch={(name) => void navigate({ to: addressOf(name, path) })}
        />
        <CodePath rootName={repository.repo} path={path} hrefOf={hrefOf} />
        {isCommit(branchName) && (
          <ButtonLink href={addressOf(repository.mainBranch, path)} variant="ghost" size="sm" className="ml-auto">
            Back to {repository.mainBranch}
          </ButtonLink>
        )}
      </div>
      <Content repositoryKey={repositoryKey} place={place} hrefOf={hrefOf} key={`${branchName}:${path}`} />
    </>
  );
}

interface ContentProps {
  repositoryKey: RepositoryKey;
  place: CodePlace;
  hrefOf: (path: string) => string;
}

/** An address does not tell a file from a folder, so the folder it lies in is asked, which is mostly known already. */
function Content({ repositoryKey, place, hrefOf }: ContentProps) {
  const { branchName, path } = place;
  const parent = useQuery(folderQuery(repositoryKey, { branchName, path: parentPath(path) }));
  const entry = path === "" ? parent.data : parent.data?.children?.find((item) => item.path === path);
  if (parent.isPending) return <FolderPlaceholder />;
  if (parent.isError && !isMissing(parent.error)) {
    return <ErrorState message={errorMessage(parent.error)} onRetry={() => void parent.refetch()} />;
  }
  if (!entry) {
    return (
      <EmptyState
        title={path === "" ? "Nothing here" : `${baseName(path)} is not here`}
        text="It does not exist at this branch or commit."
        action={path !== "" && <ButtonLink href={hrefOf(parentPath(path))}>Go to its folder</ButtonLink>}
      />
    );
  }
  return entry.isFolder ? (
    <FolderContent repositoryKey={repositoryKey} place={place} hrefOf={hrefOf} />
  ) : (
    <FileContent repositoryKey={repositoryKey} place={place} hrefOf={hrefOf} />
  );
}

function FolderContent({ repositoryKey, place, hrefOf }: ContentProps) {
  const folder = useQuery(folderQuery(repositoryKey, place));
  if (folder.isPending) return <FolderPlaceholder />;
  if (folder.isError) return <ErrorState message={errorMessage(folder.error)} onRetry={() => void folder.refetch()} />;
  const readme = findReadme(folder.data.children ?? []);
  return (
    <div className="flex flex-col gap-6">
      <FolderView folder={folder.data} path={place.path} hrefOf={hrefOf} />
      {readme && <Readme repository={repositoryKey} branchName={place.branchName} path={readme.path} hrefOf={hrefOf} />}
    </div>
  );
}

function FileContent({ repositoryKey, place, hrefOf }: ContentProps) {
  const file = useQuery(fileQuery(repositoryKey, place));
  if (file.isPending) {
    return (
      <Loading what="file">
        <Skeleton className="h-100" />
      </Loading>
    );
  }
  if (file.isError) return <ErrorState message={errorMessage(file.error)} onRetry={() => void file.refetch()} />;
  return <FileView file={file.data} hrefOf={hrefOf} />;
}

function FolderPlaceholder() {
  return (
    <Loading what="files">
      <SkeletonRows className="h-12" />
    </Loading>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.status === 404;
}
