import type { SshKey } from "@cairn/contract/keys";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { DeleteKey } from "#web/features/keys/delete-key.tsx";
import { sshKeysQuery, useDeleteSshKey } from "#web/features/keys/keys.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /user/settings/keys */
export function SshKeysScreen() {
  usePageTitle("SSH Keys");
  const page = usePageNumber();
  const keys = useQuery(sshKeysQuery(page));
  const create = (
    <ButtonLink href={href("sshKeyCreate")} variant="primary" icon={<PlusIcon className="size-4" />}>
      Add SSH Key
    </ButtonLink>
  );
  return (
    <Page width="narrow">
      <PageHeader
        title="SSH Keys"
        description="Public keys of the computers you work on."
        actions={keys.data && keys.data.total > 0 && create}
      />
      {keys.isError && !keys.data && (
        <ErrorState message={errorMessage(keys.error)} onRetry={() => void keys.refetch()} />
      )}
      {keys.isPending && (
        <Loading what="SSH keys">
          <SkeletonRows count={4} className="h-15" />
        </Loading>
      )}
      {keys.data?.total === 0 && (
        <EmptyState
          icon={<KeyIcon className="size-5" />}
          title="No SSH Keys yet"
          text="Add the public key of the computer you work on."
          action={create}
        />
      )}
      {keys.data && keys.data.total > 0 && (
        <>
          <List label="SSH keys">
            {keys.data.content.map((key) => (
              <KeyRow key={key.keyId} sshKey={key} />
            ))}
          </List>
          <Pagination {...keys.data} href={href("sshKeys")} />
        </>
      )}
    </Page>
  );
}

function KeyRow({ sshKey }: { sshKey: SshKey }) {
  const remove = useDeleteSshKey();
  const { name, type, fingerprint, createdAt } = sshKey;
  return (
    <ListRow
      icon={<KeyIcon className="size-4" />}
      title={name}
      description={
        <span className="block font-mono text-xs break-all whitespace-normal">
          {type} · {fingerprint}
        </span>
      }
      isMetaLong
      meta={
        <time dateTime={createdAt} title={formatFullDate(createdAt)}>
          {formatDate(createdAt)}
        </time>
      }
      actions={
        <DeleteKey
          name={name}
          title="Delete SSH key"
          description="It is no longer accepted as yours, at once."
          isBusy={remove.isPending}
          onDelete={() => remove.mutateAsync(sshKey.keyId)}
        />
      }
    />
  );
}
