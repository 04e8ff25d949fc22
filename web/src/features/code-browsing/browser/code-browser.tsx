import { AppError } from "@cairn/contract/errors";
import { indexingPollMs } from "@cairn/contract/indexing";
import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { ReactNode } from "react";

import { folderQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RenderAsk } from "#web/features/code-browsing/file/file-view.tsx";
import { FilesPanel } from "#web/features/code-browsing/files/files-panel.tsx";
import { RepositoryHeader } from "#web/features/code-browsing/header/repository-header.tsx";
import { createCodeLinks, parseView } from "#web/features/code-browsing/location/code-links.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { branchesQuery } from "#web/features/repositories/repositories.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import { CodeContent } from "./code-content.tsx";
import { EmptyRepository } from "./empty-repository.tsx";
import { usePermalink } from "./use-permalink.ts";

const HistoryView = lazy(() =>
  import("#web/features/code-browsing/history/history-view.tsx").then((module) => ({ default: module.HistoryView })),
);
const ChangesView = lazy(() =>
  import("#web/features/code-browsing/changes/changes-view.tsx").then((module) => ({ default: module.ChangesView })),
);

interface CodeBrowserProps {
  /** Identifies the repository by the slug in the address. */
  repositoryKey: RepositoryKey;
  repository: Repository;
  codeLocation: CodeLocation;
  renderAsk: RenderAsk;
  /** Wraps the code view with further features; the wrapper stays mounted while the path changes. */
  renderCode: (code: {
    branchName: string;
    path: string;
    hrefOf: CodeLinks["hrefOf"];
    children: ReactNode;
  }) => ReactNode;
}

/** Browses a repository at a branch or commit. Says what is missing while there is nothing to show. */
export function CodeBrowser({ repositoryKey, repository, codeLocation, renderAsk, renderCode }: CodeBrowserProps) {
  const { indexing, connection, mainBranch } = repository;
  // A repository hosted here can be browsed at once; any other after its first clone.
  const isCloned = connection.type === "internal" || indexing.commit !== null;
  const top = useQuery({
    ...folderQuery(repositoryKey, { branchName: codeLocation.branchName, path: "" }),
    ...(isCloned ? {} : { enabled: false }),
  });
  const isUnknown = top.isError && isMissing(top.error);
  const branches = useQuery({
    ...branchesQuery(repositoryKey),
    ...(isUnknown ? {} : { enabled: false }),
    // Polled, because the first commit of an empty repository may be pushed at any moment.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? indexingPollMs : false),
  });
  const hasBranchNow = isUnknown && branches.data?.some((branch) => branch.name === codeLocation.branchName);
  const { refetch } = top;
  useEffect(() => {
    if (hasBranchNow) void refetch();
  }, [hasBranchNow, refetch]);

  if (!isCloned) return <NotClonedYet repositoryKey={repositoryKey} repository={repository} />;
  if (isUnknown && branches.isPending) return <BrowserPlaceholder />;
  if (isUnknown && branches.data?.length === 0) return <EmptyRepository repository={repository} />;
  const hasMain = branches.data?.some((branch) => branch.name === mainBranch) ?? true;
  const shownBranch = isUnknown
    ? hasMain
      ? mainBranch
      : (branches.data?.[0]?.name ?? mainBranch)
    : codeLocation.branchName;
  return (
    <>
      {isUnknown && shownBranch !== codeLocation.branchName && (
        <div className="mb-4">
          <Banner tone="warning" title={`There is no branch or commit ${codeLocation.branchName} here`}>
            {shownBranch} is shown instead.
          </Banner>
        </div>
      )}
      {indexing.state === "failed" && indexing.error && (
        <div className="mb-4">
          <Banner
            tone="danger"
            title="Indexing failed"
            action={
              <ButtonLink size="sm" href={settingsHref(repositoryKey, repository)}>
                Repository settings
              </ButtonLink>
            }
          >
            {indexing.error}
          </Banner>
        </div>
      )}
      <BrowserContent
        repositoryKey={repositoryKey}
        repository={repository}
        codeLocation={{ ...codeLocation, branchName: shownBranch }}
        renderAsk={renderAsk}
        renderCode={renderCode}
      />
    </>
  );
}

function BrowserContent({ repositoryKey, repository, codeLocation, renderAsk, renderCode }: CodeBrowserProps) {
  const search = useSearchParams();
  const links = createCodeLinks(repositoryKey, repository.slug, codeLocation.branchName);
  const view = parseView(search.view);
  usePermalink(repositoryKey, codeLocation, links);
  return (
    <>
      <RepositoryHeader
        repositoryKey={repositoryKey}
        repository={repository}
        codeLocation={codeLocation}
        links={links}
        search={view ? { view } : {}}
      />
      <FilesPanel repository={repositoryKey} codeLocation={codeLocation} hrefOf={links.hrefOf}>
        <Suspense>
          {view === "history" && <HistoryView repository={repositoryKey} codeLocation={codeLocation} links={links} />}
          {view === "changes" && (
            <ChangesView
              repository={repositoryKey}
              codeLocation={codeLocation}
              links={links}
              mainBranch={repository.mainBranch}
              compare={search.compare}
            />
          )}
          {view !== "history" &&
            view !== "changes" &&
            renderCode({
              ...codeLocation,
              hrefOf: links.hrefOf,
              children: (
                <CodeContent
                  key={`${codeLocation.branchName}:${codeLocation.path}`}
                  repositoryKey={repositoryKey}
                  codeLocation={codeLocation}
                  links={links}
                  renderAsk={renderAsk}
                />
              ),
            })}
        </Suspense>
      </FilesPanel>
    </>
  );
}

function NotClonedYet({ repositoryKey, repository }: Pick<CodeBrowserProps, "repositoryKey" | "repository">) {
  const { indexing } = repository;
  if (indexing.state === "failed") {
    return (
      <EmptyState
        icon={<WarningCircleIcon className="size-5 text-danger-text" />}
        title="Could not be cloned"
        text={<span className="wrap-anywhere">{indexing.error}</span>}
        action={<ButtonLink href={settingsHref(repositoryKey, repository)}>Repository settings</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={<GitBranchIcon className="size-5" />}
      title="Not cloned yet"
      text={
        indexing.state === "never"
          ? "Its files appear here once it has been indexed."
          : "It is being cloned. Its files appear here by themselves."
      }
    />
  );
}

function BrowserPlaceholder() {
  return (
    <Loading what="repository">
      <SkeletonRows className="h-9" />
    </Loading>
  );
}

function settingsHref({ organizationId, projectId }: RepositoryKey, { slug }: Repository): string {
  return href("repositorySettings", { organizationId, projectId, repositorySlug: slug });
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.status === 404;
}
