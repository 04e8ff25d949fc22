import { can } from "@cairn/contract/roles";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { useQuery } from "@tanstack/react-query";

import { organizationQuery } from "#web/features/organizations/organizations.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useCreateRepositoryKey } from "#web/features/repository-settings/repository-settings.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";

/** Makes a token that git takes as the password, and shows it this once. */
export function TokenMaker({ repositoryKey }: { repositoryKey: RepositoryKey }) {
  const role = useQuery(organizationQuery(repositoryKey.organizationId)).data?.role;
  const create = useCreateRepositoryKey(repositoryKey);
  if (role !== undefined && !can(role, "repository.manage")) {
    return (
      <p className="text-xs text-ink-3">
        Sign in with one of{" "}
        <Link href={href("sshKeys")} className="rounded-sm text-accent-text underline underline-offset-4">
          your SSH keys
        </Link>
        , or ask an Owner or Admin for a repository key.
      </p>
    );
  }
  if (create.data?.key) {
    return (
      <div className="flex flex-col gap-1.5">
        <OneTimeSecret label="Token" secret={create.data.key} />
        <p className="text-xs text-ink-3">
          The password git asks for, with any user name. It is shown this once; it opens this repository and may push.
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="sm"
        icon={<KeyIcon aria-hidden className="size-4" />}
        isBusy={create.isPending}
        onClick={() => create.mutate({ name: `Made ${new Date().toISOString().slice(0, 19)}`, isReadOnly: false })}
      >
        Make a token
      </Button>
      <span className="min-w-0 flex-1 text-xs text-ink-3">Git asks for it as the password, with any user name.</span>
    </div>
  );
}
