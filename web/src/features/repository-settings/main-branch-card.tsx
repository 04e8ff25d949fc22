import type { Repository } from "@cairn/contract/repositories";
import { branchNameSchema } from "@cairn/contract/repository-connection";
import { can } from "@cairn/contract/roles";
import type { Role } from "@cairn/contract/roles";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";

import { branchesQuery } from "#web/features/repositories/repositories.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { focusFirstInvalid, useAppForm } from "#web/ui/form/form.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useUpdateMainBranch } from "./repository-settings.api.ts";

const valuesSchema = z.object({ mainBranch: branchNameSchema });

interface MainBranchCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  onSaved?: () => void;
}

/** Changing the main branch ends the protection of the former one. */
export function canChangeMainBranch(role: Role, { isProtected }: Repository): boolean {
  return can(role, isProtected ? "repository.manage" : "service.write");
}

/** Chooses the branch that is indexed and documented. */
export function MainBranchCard({ repositoryKey, repository: { mainBranch }, onSaved }: MainBranchCardProps) {
  const branches = useQuery(branchesQuery(repositoryKey));
  const update = useUpdateMainBranch(repositoryKey);
  const form = useAppForm({
    defaultValues: { mainBranch },
    validators: { onChange: valuesSchema },
    // On failure a toast says why, and the choice stays.
    onSubmit: ({ value }) =>
      update
        .mutateAsync(value.mainBranch)
        .then(() => form.reset(value))
        .then(
          () => onSaved?.(),
          () => {},
        ),
    onSubmitInvalid: focusFirstInvalid,
  });
  return (
    <SettingsCard
      title="Main branch"
      description="Documentation and search follow this branch. After a change it is indexed; what is there stays until then."
      onSubmit={() => void form.handleSubmit()}
      action={
        <form.AppForm>
          <form.Submit label="Save" isDirtyOnly />
        </form.AppForm>
      }
    >
      <form.Field name="mainBranch">
        {(field) => (
          <SearchSelect
            label="Main branch"
            isLabelHidden
            isMono
            searchPlaceholder="Find a branch"
            emptyText={branches.isPending ? "Loading branches" : "No branches"}
            hint={branches.isError ? `The branches could not be read: ${errorMessage(branches.error)}` : undefined}
            items={(branches.data ?? []).map(({ name }) => ({
              key: name,
              label: name,
              icon: <GitBranchIcon aria-hidden className="size-4 shrink-0 text-ink-3" />,
            }))}
            value={field.state.value}
            onValueChange={field.handleChange}
            onBlur={field.handleBlur}
          />
        )}
      </form.Field>
    </SettingsCard>
  );
}
