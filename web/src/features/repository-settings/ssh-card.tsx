import type { Repository } from "@cairn/contract/repositories";
import { useState } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useForgetHostKeys } from "./repository-settings.api.ts";

interface SshCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  /** Public half of the product's key pair; null until one is made. */
  publicKey: string | null;
}

/** The SSH public key of the product and the host keys of the server. */
export function SshCard({ repositoryKey, repository, publicKey }: SshCardProps) {
  const { hostKeyFingerprints } = repository;
  const [isAsking, setIsAsking] = useState(false);
  const forget = useForgetHostKeys(repositoryKey);
  const hasHostKeys = hostKeyFingerprints.length > 0;
  return (
    <SettingsCard
      title="SSH"
      description="Add the public key at the code host, as a deploy key of the repository."
      note={hasHostKeys && "A host that shows another key is not spoken to, until the old one is forgotten."}
      action={hasHostKeys && <Button onClick={() => setIsAsking(true)}>Forget host key</Button>}
    >
      <div className="flex flex-col gap-4">
        {publicKey !== null && <CopyField label="Public key of this product" value={publicKey} />}
        <div>
          <h3 className="text-sm font-medium">Host key</h3>
          {hasHostKeys ? (
            <ul className="mt-1.5 flex flex-col gap-1 font-mono text-xs break-all text-ink-2">
              {hostKeyFingerprints.map((fingerprint) => (
                <li key={fingerprint}>{fingerprint}</li>
              ))}
            </ul>
          ) : (
            <p className="mt-1 text-sm text-ink-3">None yet. The key the host shows at the first contact is kept.</p>
          )}
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Forget host key?"
        description="The next contact trusts whatever key the host shows then. Do this only after the host changed its key and told so."
        confirmLabel="Forget host key"
        isBusy={forget.isPending}
        onConfirm={() =>
          void forget.mutateAsync().then(
            () => setIsAsking(false),
            () => {},
          )
        }
      />
    </SettingsCard>
  );
}
