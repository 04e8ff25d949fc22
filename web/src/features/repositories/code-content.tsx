import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { AppError } from "@cairn/contract/errors";
import { useQuery } from "@tanstack/react-query";

import { errorMessage, queryClient } from "#web/lib/query-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";

import type { CodeLinks } from "./code-links.ts";
import { baseName, findReadme, parentPath } from "./file-path.ts";
import { FileView } from "./file-view.tsx";
import type { RenderAsk } from "./file-view.tsx";
import { FolderView } from "./folder-view.tsx";
import { LatestCommit } from "./latest-commit.tsx";
import { Readme } from "./readme.tsx";
import { fileQuery, folderQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

interface CodeContentProps {
  repositoryKey: RepositoryKey;
  place: CodePlace;
  links: CodeLinks;
  renderAsk: RenderAsk;
}

/**
 * What stands at a path. An address does not tell a file from a folder, so the folder it lies in is asked, which is
 * mostly known already.
 */
export function CodeContent(props: CodeContentProps) {
  const { repositoryKey, place, links } = props;
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
        action={
          path !== "" &&
          // The folder it would lie in may be missing as well.
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

function FolderContent({ repositoryKey, place, links }: CodeContentProps) {
  const folder = useQuery(folderQuery(repositoryKey, place));
  if (folder.isPending) return <FolderPlaceholder />;
  if (folder.isError) return <ErrorState message={errorMessage(folder.error)} onRetry={() => void folder.refetch()} />;
  const readme = findReadme(folder.data.children ?? []);
  // What is pointed at is read before it is pressed.
  const prefetch = ({ path, isFolder }: FileTreeItem) => {
    const next = { branchName: place.branchName, path };
    if (isFolder) void queryClient.prefetchQuery(folderQuery(repositoryKey, next));
    else void queryClient.prefetchQuery(fileQuery(repositoryKey, next));
  };
  return (
    <div className="flex flex-col gap-3">
      <LatestCommit repository={repositoryKey} place={place} links={links} />
      <FolderView folder={folder.data} path={place.path} hrefOf={links.hrefOf} onIntent={prefetch} />
      {readme && (
        <Readme repository={repositoryKey} branchName={place.branchName} path={readme.path} hrefOf={links.hrefOf} />
      )}
    </div>
  );
}

function FileContent({ repositoryKey, place, links, renderAsk }: CodeContentProps) {
  const file = useQuery(fileQuery(repositoryKey, place));
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
