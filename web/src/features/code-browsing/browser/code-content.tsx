import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { AppError } from "@cairn/contract/errors";
import { useQuery } from "@tanstack/react-query";

import { fileQuery, folderQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import { FileView } from "#web/features/code-browsing/file/file-view.tsx";
import type { RenderAsk } from "#web/features/code-browsing/file/file-view.tsx";
import { Readme } from "#web/features/code-browsing/file/readme.tsx";
import { FolderView } from "#web/features/code-browsing/files/folder-view.tsx";
import { LatestCommit } from "#web/features/code-browsing/history/latest-commit.tsx";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { baseName, findReadme, parentPath } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

interface CodeContentProps {
  repositoryKey: RepositoryKey;
  codeLocation: CodeLocation;
  links: CodeLinks;
  renderAsk: RenderAsk;
}

/**
 * The file or folder at a path. The address does not say which it is, so the parent folder is queried, which is usually
 * cached.
 */
export function CodeContent(props: CodeContentProps) {
  const { repositoryKey, codeLocation, links } = props;
  const { branchName, path } = codeLocation;
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
        action={
          path !== "" &&
          // Its parent folder may be missing too.
          (parent.data ? (
            <ButtonLink href={links.hrefOf(parentPath(path))}>Go to its folder</ButtonLink>
          ) : (
            <ButtonLink href={links.hrefOf("")}>Go to the top folder</ButtonLink>
          ))
        }
      />
    );
  }
  return entry.isFolder ? <FolderContent {...props} /> : <FileContent {...props} />;
}

function FolderContent({ repositoryKey, codeLocation, links }: CodeContentProps) {
  const folder = useQuery(folderQuery(repositoryKey, codeLocation));
  if (folder.isPending) return <FolderPlaceholder />;
  if (folder.isError) return <ErrorState message={errorMessage(folder.error)} onRetry={() => void folder.refetch()} />;
  const readme = findReadme(folder.data.children ?? []);
  // Prefetches an entry when the pointer rests on it.
  const prefetch = ({ path, isFolder }: FileTreeItem) => {
    const next = { branchName: codeLocation.branchName, path };
    if (isFolder) void queryClient.prefetchQuery(folderQuery(repositoryKey, next));
    else void queryClient.prefetchQuery(fileQuery(repositoryKey, next));
  };
  return (
    <div className="flex flex-col gap-3">
      <LatestCommit repository={repositoryKey} codeLocation={codeLocation} links={links} />
      <FolderView folder={folder.data} path={codeLocation.path} hrefOf={links.hrefOf} onIntent={prefetch} />
      {readme && (
        <Readme
          repository={repositoryKey}
          branchName={codeLocation.branchName}
          path={readme.path}
          hrefOf={links.hrefOf}
        />
      )}
    </div>
  );
}

function FileContent({ repositoryKey, codeLocation, links, renderAsk }: CodeContentProps) {
  const file = useQuery(fileQuery(repositoryKey, codeLocation));
  if (file.isPending) {
    return (
      <Loading what="file">
        <Skeleton className="h-100" />
      </Loading>
    );
  }
  if (file.isError) return <ErrorState message={errorMessage(file.error)} onRetry={() => void file.refetch()} />;
  return <FileView repository={repositoryKey} file={file.data} links={links} renderAsk={renderAsk} />;
}

function FolderPlaceholder() {
  return (
    <Loading what="files">
      <SkeletonRows className="h-9" />
    </Loading>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.status === 404;
}
