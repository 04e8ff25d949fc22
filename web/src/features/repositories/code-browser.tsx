import { AppError } from "@cairn/contract/errors";
import { indexingPollMs } from "@cairn/contract/indexing";
import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { ReactNode } from "react";

import { href } from "#web/lib/paths.ts";
import { useSearchParams } from "#web/lib/route-params.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

import { CodeContent } from "./code-content.tsx";
import { codeLinks, readView } from "./code-links.ts";
import type { CodeLinks } from "./code-links.ts";
import { EmptyRepository } from "./empty-repository.tsx";
import type { RenderAsk } from "./file-view.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { branchesQuery, folderQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";
import { RepositoryHeader } from "./repository-header.tsx";
import { usePermalink } from "./use-permalink.ts";

const HistoryView = lazy(() => import("./history-view.tsx").then((module) => ({ default: module.HistoryView })));
const ChangesView = lazy(() => import("./changes-view.tsx").then((module) => ({ default: module.ChangesView })));

interface CodeBrowserProps {
  /** By the slug in the address. */
  repositoryKey: RepositoryKey;
  repository: Repository;
  place: CodePlace;
  renderAsk: RenderAsk;
  /** Lays around the files and folders what else can be done with their code; it stays from one to the next. */
  renderCode: (code: {
    branchName: string;
    path: string;
    hrefOf: CodeLinks["hrefOf"];
    children: ReactNode;
  }) => ReactNode;
}

/** A repository at a branch or commit. Before there is anything to show, it says what is missing. */
export function CodeBrowser({ repositoryKey, repository, place, renderAsk, renderCode }: CodeBrowserProps) {
  const { indexing, connection, mainBranch } = repository;
  // One that is hosted here is read in place; every other one is there with its first clone.
  const isThere = connection.type === "internal" || indexing.commit !== null;
  const top = useQuery({
    ...folderQuery(repositoryKey, { branchName: place.branchName, path: "" }),
    ...(isThere ? {} : { enabled: false }),
  });
  const isUnknown = top.isError && isMissing(top.error);
  const branches = useQuery({
    ...branchesQuery(repositoryKey),
    ...(isUnknown ? {} : { enabled: false }),
    // The first commit of an empty repository may be pushed at any moment.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? indexingPollMs : false),
  });
  const isFilled = isUnknown && branches.data?.some((branch) => branch.name === place.branchName);
  const { refetch } = top;
  useEffect(() => {
    if (isFilled) void refetch();
  }, [isFilled, refetch]);

  if (!isThere) return <NotThereYet repositoryKey={repositoryKey} repository={repository} />;
  if (isUnknown && branches.isPending) return <BrowserPlaceholder />;
  if (isUnknown && branches.data?.length === 0) return <EmptyRepository repository={repository} />;
  const hasMain = branches.data?.some((branch) => branch.name === mainBranch) ?? true;
  const shownBranch = isUnknown ? (hasMain ? mainBranch : (branches.data?.[0]?.name ?? mainBranch)) : place.branchName;
  return (
    <>
      {isUnknown && shownBranch !== place.branchName && (
        <div className="mb-4">
          <Banner tone="warning" title={`There is no branch or commit ${place.branchName} here`}>
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
      <BrowserAt
        repositoryKey={repositoryKey}
        repository={repository}
        place={{ ...place, branchName: shownBranch }}
        renderAsk={renderAsk}
        renderCode={renderCode}
      />
    </>
  );
}

function BrowserAt({ repositoryKey, repository, place, renderAsk, renderCode }: CodeBrowserProps) {
  const search = useSearchParams();
  const links = codeLinks(repositoryKey, repository.slug, place.branchName);
  const view = readView(search.view);
  usePermalink(repositoryKey, place, links);
  return (
    <>
      <RepositoryHeader
        repositoryKey={repositoryKey}
        repository={repository}
        place={place}
        links={links}
        search={view ? { view } : {}}
      />
      <FilesPanel repository={repositoryKey} place={place} hrefOf={links.hrefOf}>
        <Suspense>
          {view === "history" && <HistoryView repository={repositoryKey} place={place} links={links} />}
          {view === "changes" && (
            <ChangesView
              repository={repositoryKey}
              place={place}
              links={links}
              mainBranch={repository.mainBranch}
              compare={search.compare}
            />
          )}
          {view !== "history" &&
            view !== "changes" &&
            renderCode({
              ...place,
              hrefOf: links.hrefOf,
              children: (
                <CodeContent
                  key={`${place.branchName}:${place.path}`}
                  repositoryKey={repositoryKey}
                  place={place}
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

function NotThereYet({ repositoryKey, repository }: Pick<CodeBrowserProps, "repositoryKey" | "repository">) {
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
