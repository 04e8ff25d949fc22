import { unnamedKey } from "@cairn/contract/keys";
import type { ApiKey } from "@cairn/contract/keys";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { DeleteKey } from "#web/features/keys/delete-key.tsx";
import { apiKeysQuery, useDeleteApiKey } from "#web/features/keys/keys.api.ts";
import { fullDate, humanDate } from "#web/lib/dates.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { usePageNumber } from "#web/lib/route-params.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { List, ListRow } from "#web/ui/list.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

/** /user/settings/api-keys */
export function ApiKeysScreen() {
  usePageTitle("API Keys");
  const page = usePageNumber();
  const keys = useQuery(apiKeysQuery(page));
  const create = (
    <ButtonLink href={href("apiKeyCreate")} variant="primary" icon={<PlusIcon className="size-4" />}>
      Add API Key
    </ButtonLink>
  );
  return (
    <Page width="narrow">
      <PageHeader
        title="API Keys"
        description="Let an agent read your products over MCP. A key acts as you."
        actions={keys.data && keys.data.total > 0 && create}
      />
      {keys.isError && !keys.data && (
        <ErrorState message={errorMessage(keys.error)} onRetry={() => void keys.refetch()} />
      )}
      {keys.isPending && (
        <Loading what="API keys">
          <SkeletonRows count={4} className="h-15" />
        </Loading>
      )}
      {keys.data?.total === 0 && (
        <EmptyState
          icon={<KeyIcon className="size-5" />}
          title="No API Keys yet"
          text="Create one to connect a coding agent."
          action={create}
        />
      )}
      {keys.data && keys.data.total > 0 && (
        <>
          <List label="API keys">
            {keys.data.content.map((key) => (
              <KeyRow key={key.keyId} apiKey={key} />
            ))}
          </List>
          <Pagination {...keys.data} href={href("apiKeys")} />
        </>
      )}
    </Page>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const remove = useDeleteApiKey();
  const name = apiKey.name ?? unnamedKey;
  return (
    <ListRow
      icon={<KeyIcon className="size-4" />}
      title={name}
      description={<span className="font-mono text-xs">•••• {apiKey.lastFour}</span>}
      isMetaLong
      meta={
        <>
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          <time dateTime={apiKey.createdAt} title={fullDate(apiKey.createdAt)}>
            {humanDate(apiKey.createdAt)}
          </time>
        </>
      }
      actions={
        <DeleteKey
          name={name}
          title="Delete API key"
          description="Agents that use it lose their access at once."
          isBusy={remove.isPending}
          onDelete={() => remove.mutateAsync(apiKey.keyId)}
        />
      }
    />
  );
}
