import { hostedNameSchema } from "@cairn/contract/repository-connection";
import type { Service } from "@cairn/contract/services";
import { CompassIcon } from "@phosphor-icons/react/dist/csr/Compass";
import { GithubLogoIcon } from "@phosphor-icons/react/dist/csr/GithubLogo";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";

import { demoQuery, useTakeDemoRepository } from "#web/features/demo/demo.api.ts";
import {
  connectionsQuery,
  githubRepositoriesQuery,
  integrationsQuery,
} from "#web/features/integrations/integrations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

import { BundleStart } from "./bundle-start.tsx";
import { useHostRepository } from "./connecting.api.ts";

interface OtherSourcesProps {
  project: ProjectKey;
  onConnected: (service: Service) => void;
  /** "owner/repository" of GitHub. */
  onPicked: (address: string) => void;
  /** Chosen on the screen before: it stands first, and is what the screen is for. */
  chosen?: ChosenSource | undefined;
}

export type ChosenSource = "bundle" | "github";

/** Where code comes from without an address. What this server cannot offer stands last and says why. */
export function OtherSources({ project, onConnected, onPicked, chosen }: OtherSourcesProps) {
  const { organizationId } = project;
  const github = useQuery(integrationsQuery(organizationId)).data?.content.find(({ type }) => type === "github");
  const connections = useQuery({
    // It may be connected in another tab meanwhile.
    ...connectionsQuery(organizationId),
    refetchOnWindowFocus: "always",
    enabled: github?.unavailableReason === null,
  });
  const hasDemo = useQuery(demoQuery).data?.isInstalled ?? false;
  const rows = [
    { source: "new", row: <HostedStart project={project} onConnected={onConnected} /> },
    {
      source: "bundle",
      row: <BundleStart project={project} isPageFocus={chosen === "bundle"} onConnected={onConnected} />,
    },
    ...(hasDemo ? [{ source: "demo", row: <DemoStart project={project} onConnected={onConnected} /> }] : []),
    ...(github
      ? [
          {
            source: "github",
            row: (
              <GithubStart
                organizationId={organizationId}
                unavailableReason={github.unavailableReason}
                isConnected={connections.data?.total !== 0}
                onPicked={onPicked}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="other-sources">
      <h2 id="other-sources" className="mb-2 text-sm font-medium text-ink-2">
        {chosen ? "Begin from" : "Or begin from"}
      </h2>
      <ul className="divide-y divide-line-subtle rounded-lg border border-line">
        {rows
          .toSorted((a, b) => Number(b.source === chosen) - Number(a.source === chosen))
          .map(({ source, row }) => (
            <li key={source} className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 text-sm md:px-4">
              {row}
            </li>
          ))}
      </ul>
    </section>
  );
}

interface GithubStartProps {
  organizationId: string;
  /** Why this server cannot offer it; null where it can. */
  unavailableReason: string | null;
  isConnected: boolean;
  onPicked: (address: string) => void;
}

function GithubStart({ organizationId, unavailableReason, isConnected, onPicked }: GithubStartProps) {
  return (
    <>
      <GithubLogoIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
      {unavailableReason !== null ? (
        <p className="min-w-0 flex-1 basis-52 text-ink-3">
          <span className="font-medium text-ink-2">Pick from GitHub.</span> {unavailableReason}
        </p>
      ) : isConnected ? (
        <GithubPick organizationId={organizationId} onPicked={onPicked} />
      ) : (
        <>
          <p className="min-w-0 flex-1 basis-52 text-ink-2">
            <span className="font-medium text-ink">GitHub not connected yet!</span> What you typed here stays.
          </p>
          <ButtonLink size="sm" href={href("integrations", { organizationId })} target="_blank">
            Connect
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** Code to try it with, for whoever has no address at hand. */
function DemoStart({ project, onConnected }: Pick<OtherSourcesProps, "project" | "onConnected">) {
  const take = useTakeDemoRepository(project);
  const problem = take.isError ? errorMessage(take.error) : null;
  return (
    <>
      <CompassIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-52 text-ink-2">
        <p>
          <span className="font-medium text-ink">The demo repository.</span> The code of a departures board, in a copy
          that is yours.
        </p>
        {problem !== null && <p className="text-danger-text">{problem}</p>}
      </div>
      <Button size="sm" isBusy={take.isPending} onClick={() => take.mutate(undefined, { onSuccess: onConnected })}>
        Use the demo repository
      </Button>
      <Announcement>{problem}</Announcement>
    </>
  );
}

/** A button that becomes a field for the name of a repository that this server hosts. */
function HostedStart({ project, onConnected }: Pick<OtherSourcesProps, "project" | "onConnected">) {
  const host = useHostRepository(project);
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const fieldRef = useRef<HTMLInputElement>(null);
  const refuse = (message: string) => {
    setProblem(message);
    fieldRef.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (host.isPending) return;
    const checked = hostedNameSchema.safeParse(name);
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? "");
    host.mutate(checked.data, { onSuccess: onConnected, onError: (error) => refuse(errorMessage(error)) });
  };
  if (name === null) {
    return (
      <>
        <PlusIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <p className="min-w-0 flex-1 basis-52 text-ink-2">
          <span className="font-medium text-ink">A new repository on this server.</span> You push your code to it, also
          with all its history.
        </p>
        <Button size="sm" onClick={() => setName(project.projectId)}>
          New
        </Button>
      </>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid w-full gap-x-2 gap-y-3 sm:grid-cols-[1fr_auto]">
      <TextField
        ref={fieldRef}
        // The button that was pressed has gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
        autoFocus
        label="Repository name"
        isMono
        spellCheck={false}
        maxCount={50}
        error={problem}
        hint="It begins empty; next you see where to push"
        value={name}
        onValueChange={(text) => {
          setName(text);
          setProblem(undefined);
        }}
      />
      <Button type="submit" isBusy={host.isPending} className="sm:mt-[1.625rem] sm:self-start">
        Start repository
      </Button>
      <Announcement>{problem}</Announcement>
    </form>
  );
}

const searchDelayMs = 300;

function GithubPick({ organizationId, onPicked }: { organizationId: string; onPicked: (address: string) => void }) {
  const [query, setQuery] = useState("");
  const repositories = useQuery(githubRepositoriesQuery(organizationId, useDebounced(query.trim(), searchDelayMs)));
  const names = (repositories.data?.content ?? []).map(({ owner, repo }) => `${owner}/${repo}`);
  return (
    <div className="min-w-0 flex-1">
      <SearchSelect
        label="Pick from GitHub"
        searchPlaceholder="Find a repository"
        emptyText={repositories.error ? errorMessage(repositories.error) : emptyText(repositories.isPending)}
        items={names.map((name) => ({ key: name, label: name }))}
        value={null}
        onValueChange={onPicked}
        onQueryChange={setQuery}
      />
    </div>
  );
}

function emptyText(isPending: boolean): string {
  return isPending ? "Loading repositories" : "No repository that this server may read";
}
