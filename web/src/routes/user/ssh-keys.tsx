import type { SshKey } from "@cairn/contract/keys";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { sshKeysQuery, useDeleteSshKey } from "#web/features/keys/keys.api.ts";
import { fullDate, humanDate } from "#web/lib/dates.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { usePageNumber } from "#web/lib/route-params.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { keepRowFocus, List, ListRow } from "#web/ui/list.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";
import { TypedConfirmDialog } from "#web/ui/typed-confirm-dialog.tsx";

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
        description="Public keys of the computers you work on. They identify you over SSH."
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
  const [row, setRow] = useState<Element | null>(null);
  const { name, type, fingerprint, createdAt } = sshKey;
  const confirm = () => remove.mutateAsync(sshKey.keyId).then(keepRowFocus(row), () => {});
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
        <time dateTime={createdAt} title={fullDate(createdAt)}>
          {humanDate(createdAt)}
        </time>
      }
      actions={
        <>
          <IconButton
            label={`Delete ${name}`}
            icon={<TrashIcon className="size-4" />}
            onClick={(event) => setRow(event.currentTarget.closest("[data-row]"))}
          />
          {row && (
            <TypedConfirmDialog
              isOpen
              onOpenChange={() => setRow(null)}
              title="Delete SSH key"
              description="It is no longer accepted as yours, at once."
              expected={name}
              confirmLabel={`Delete ${name}`}
              isBusy={remove.isPending}
              onConfirm={() => void confirm()}
            />
          )}
        </>
      }
    />
  );
}
