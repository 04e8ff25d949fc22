import type { RepositoryKey as Key } from "@cairn/contract/repository-keys";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate, formatRelativeDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

import { repositoryKeysQuery } from "./repository-settings.api.ts";

interface RepositoryKeysProps {
  repositoryKey: RepositoryKey;
  /** Address of the screen, for its pages. */
  address: string;
  createHref: string;
  renderDelete: (key: Key) => ReactNode;
}

/** Access keys of one hosted repository, for machines. */
export function RepositoryKeys({ repositoryKey, address, createHref, renderDelete }: RepositoryKeysProps) {
  const keys = useQuery(repositoryKeysQuery(repositoryKey, usePageNumber()));
  const create = (
    <ButtonLink href={createHref} icon={<PlusIcon className="size-4" />}>
      Add Repository Key
    </ButtonLink>
  );
  return (
    <section aria-labelledby="repository-keys-heading">
      <div className="mt-2 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="repository-keys-heading" className="text-base font-semibold">
            Repository Keys
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">For machines: each opens this repository and nothing else.</p>
        </div>
        {keys.data?.total !== 0 && create}
      </div>
      {keys.isError && !keys.data && (
        <ErrorState message={errorMessage(keys.error)} onRetry={() => void keys.refetch()} />
      )}
      {keys.isPending && (
        <Loading what="repository keys">
          <SkeletonRows count={2} className="h-15" />
        </Loading>
      )}
      {keys.data?.total === 0 && (
        <EmptyState
          icon={<KeyIcon className="size-5" />}
          title="No Repository Keys yet"
          text="Add one for a build server or another machine that clones or pushes."
          action={create}
        />
      )}
      {keys.data && keys.data.total > 0 && (
        <>
          <List label="Repository keys">
            {keys.data.content.map((key) => (
              <KeyRow key={key.keyId} repositoryKey={key} actions={renderDelete(key)} />
            ))}
          </List>
          <Pagination {...keys.data} href={address} />
        </>
      )}
    </section>
  );
}

function KeyRow({ repositoryKey, actions }: { repositoryKey: Key; actions: ReactNode }) {
  const { name, kind, fingerprint, lastFour, isReadOnly, createdAt, lastUsedAt } = repositoryKey;
  return (
    <ListRow
      icon={<KeyIcon className="size-4" />}
      title={<span className="wrap-anywhere whitespace-normal">{name}</span>}
      description={
        <span className="block text-xs break-all whitespace-normal">
          {kind === "ssh" ? "SSH" : "Token"} <span className="font-mono">{fingerprint ?? `•••• ${lastFour}`}</span>
          <br />
          Created{" "}
          <time dateTime={createdAt} title={formatFullDate(createdAt)}>
            {formatDate(createdAt)}
          </time>
          {", "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used{" "}
              <time dateTime={lastUsedAt} title={formatFullDate(lastUsedAt)}>
                {formatRelativeDate(lastUsedAt)}
              </time>
            </>
          )}
        </span>
      }
      meta={<Badge>{isReadOnly ? "Read-only" : "Can push"}</Badge>}
      actions={actions}
    />
  );
}
