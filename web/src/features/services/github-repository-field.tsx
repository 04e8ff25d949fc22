import type { Integration } from "@cairn/contract/integrations";
import { validation } from "@cairn/contract/texts";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  connectionsQuery,
  githubRepositoriesQuery,
  integrationsQuery,
} from "#web/features/integrations/integrations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { withForm } from "#web/ui/form/form.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";

import { emptyServiceValues, serviceValuesSchema } from "./service-values.ts";

const searchDelayMs = 300;

/** A repository of a connected GitHub account, or what is missing for that. */
export const GithubRepositoryField = withForm({
  defaultValues: emptyServiceValues,
  validators: { onChange: serviceValuesSchema },
  props: {} as { project: ProjectKey },
  render: function GithubRepositoryField({ form, project: { organizationId } }) {
    const integrations = useQuery(integrationsQuery(organizationId));
    // It may be connected in another tab meanwhile.
    const connections = useQuery({ ...connectionsQuery(organizationId), refetchOnWindowFocus: "always" });
    const github = integrations.data?.content.find(({ type }) => type === "github");
    const error = integrations.error ?? connections.error;
    if (error && !(github && connections.data)) {
      return (
        <Banner tone="danger" title="Could not fetch data :(">
          {errorMessage(error)}
        </Banner>
      );
    }
    if (!github || !connections.data) {
      return (
        <Loading what="integrations">
          <Skeleton className="h-14" />
        </Loading>
      );
    }
    if (github.unavailableReason !== null || connections.data.total === 0) {
      return (
        <>
          <MissingConnection integration={github} organizationId={organizationId} />
          <form.Subscribe selector={(state) => state.submissionAttempts > 0}>
            {(isTried) => (
              <p role="alert" className="text-xs text-danger-text empty:hidden">
                {isTried && validation.githubRepositoryRequired}
              </p>
            )}
          </form.Subscribe>
        </>
      );
    }
    return (
      <form.Field name="github">
        {(field) => {
          const { isBlurred, errors } = field.state.meta;
          const isShown = isBlurred || field.form.state.submissionAttempts > 0;
          return (
            <RepositoryChoice
              organizationId={organizationId}
              value={field.state.value}
              error={isShown ? errors[0]?.message : undefined}
              onBlur={field.handleBlur}
              onChosen={(name, defaultBranch) => {
                field.handleChange(name);
                form.setFieldValue("mainBranch", defaultBranch);
                if (!form.state.values.name) form.setFieldValue("name", name.split("/").at(-1) ?? "");
              }}
            />
          );
        }}
      </form.Field>
    );
  },
});

/** Explains why there are no repositories to choose from. */
function MissingConnection({ integration, organizationId }: { integration: Integration; organizationId: string }) {
  const { name, unavailableReason } = integration;
  if (unavailableReason !== null) {
    return (
      <Banner tone="info" title={`${name} cannot be connected on this server`}>
        {unavailableReason}
      </Banner>
    );
  }
  return (
    <Banner
      tone="info"
      title={`${name} not connected yet!`}
      action={
        <ButtonLink size="sm" href={href("integrations", { organizationId })} target="_blank">
          Connect
        </ButtonLink>
      }
    >
      It opens in a new tab; what you typed here stays.
    </Banner>
  );
}

interface RepositoryChoiceProps {
  organizationId: string;
  value: string | null;
  error: string | undefined;
  onBlur: () => void;
  onChosen: (name: string, defaultBranch: string) => void;
}

function RepositoryChoice({ organizationId, value, error, onBlur, onChosen }: RepositoryChoiceProps) {
  const [query, setQuery] = useState("");
  const repositories = useQuery(githubRepositoriesQuery(organizationId, useDebounced(query.trim(), searchDelayMs)));
  const found = new Map((repositories.data?.content ?? []).map((one) => [`${one.owner}/${one.repo}`, one]));
  const hidden = (repositories.data?.total ?? 0) - found.size;
  return (
    <SearchSelect
      label="GitHub Repository"
      searchPlaceholder="Find a repository"
      hint={hidden > 0 ? `${hidden} more are found by typing` : undefined}
      emptyText={emptyText(repositories)}
      error={error}
      items={[...found].map(([name, { isPrivate }]) => ({
        key: name,
        label: name,
        icon: isPrivate ? (
          <LockIcon aria-label="Private" className={iconClass} />
        ) : (
          <GlobeIcon aria-label="Public" className={iconClass} />
        ),
      }))}
      value={value}
      onValueChange={(name) => onChosen(name, found.get(name)?.defaultBranch ?? "")}
      onBlur={onBlur}
      onQueryChange={setQuery}
    />
  );
}

const iconClass = "size-4 shrink-0 text-ink-3";

function emptyText({ isPending, error }: { isPending: boolean; error: Error | null }): string {
  if (error) return errorMessage(error);
  return isPending ? "Loading repositories" : "No repository that this server may read";
}
