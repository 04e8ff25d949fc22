import { unnamedKey } from "@cairn/contract/keys";
import type { ApiKey } from "@cairn/contract/keys";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { DeleteKey } from "#web/features/keys/delete-key.tsx";
import { apiKeysQuery, useDeleteApiKey } from "#web/features/keys/keys.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

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
        description="Let an agent read your products over MCP, and change tasks where a product allows it. A key acts as you."
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
          <time dateTime={apiKey.createdAt} title={formatFullDate(apiKey.createdAt)}>
            {formatDate(apiKey.createdAt)}
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
