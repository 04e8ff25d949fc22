import type { Repository } from "@cairn/contract/repositories";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useProtectRepository } from "./repository-settings.api.ts";

interface ProtectionCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
}

/** Whether the main branch of a hosted repository may be rewritten. Takes effect at once. */
export function ProtectionCard({ repositoryKey, repository: { isProtected, mainBranch } }: ProtectionCardProps) {
  const protect = useProtectRepository(repositoryKey);
  return (
    <SettingsCard title="Protection">
      <Switch
        label={`Protect ${mainBranch}`}
        hint={`${mainBranch} can be neither rewritten nor deleted`}
        isChecked={protect.isPending ? protect.variables : isProtected}
        onCheckedChange={(next) => !protect.isPending && protect.mutate(next)}
      />
    </SettingsCard>
  );
}
