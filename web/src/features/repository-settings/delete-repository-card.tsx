import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { useNavigate } from "@tanstack/react-router";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { DangerCard } from "#web/ui/layout/card.tsx";

import { useDeleteRepository } from "./repository-settings.api.ts";

interface DeleteRepositoryCardProps {
  repositoryKey: RepositoryKey;
  repository: Repository;
  /** Services that use it; while there are any, it cannot be deleted. */
  services: readonly Service[];
}

/** Deletes a repository. */
export function DeleteRepositoryCard({ repositoryKey, repository, services }: DeleteRepositoryCardProps) {
  const { organizationId, projectId } = repositoryKey;
  const navigate = useNavigate();
  const remove = useDeleteRepository(repositoryKey, () =>
    navigate({ to: href("repositories", { organizationId, projectId }) }),
  );
  const name = repository.repo;
  if (services.length > 0) {
    return (
      <DangerCard
        title="Delete Repository"
        description={
          <>
            It is used by{" "}
            {services.map(({ serviceId, name: serviceName }, index) => (
              <span key={serviceId}>
                {index > 0 && ", "}
                <Link
                  href={href("service", { organizationId, projectId, serviceId })}
                  className="text-accent-text underline underline-offset-4 wrap-anywhere"
                >
                  {serviceName}
                </Link>
              </span>
            ))}
            . Give {services.length === 1 ? "this service" : "these services"} another repository first.
          </>
        }
        action={
          <Button variant="danger" disabledReason="Services use it">
            Delete Repository
          </Button>
        }
      />
    );
  }
  const isHosted = repository.connection.type === "internal";
  return (
    <TypedDangerCard
      title="Delete Repository"
      description={
        isHosted
          ? "It is hosted here and nowhere else: all its commits are gone with it."
          : "What was made from it here is deleted. The repository itself stays where it is."
      }
      question={`Delete ${name}?`}
      warning={
        isHosted
          ? "All its branches and commits are deleted for everybody, with its keys. This cannot be undone."
          : "Its copy, its index and the credential kept for it are deleted for everybody. This cannot be undone."
      }
      expected={name}
      confirmLabel={`Delete ${name}`}
      onConfirm={() => remove.mutateAsync()}
    />
  );
}
