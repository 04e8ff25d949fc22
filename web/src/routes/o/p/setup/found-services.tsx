import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeLabel, ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import { placeOf } from "#web/features/services/taken-names.ts";
import type { CorrectedProposal } from "#web/features/setup/proposal-corrections.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { BrokenPath } from "#web/ui/display/broken-path.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { RunState } from "./proposal-row.tsx";
import type { ServiceChoice } from "./use-found-services.ts";

interface ServicesCardProps {
  project: ProjectKey;
  found: ServiceChoice;
  /** The set-up is being ended with them. */
  isHeld: boolean;
  /** What leaves them all out. */
  skipLabel: string | null;
}

/** Services found in the connected repositories that are not there yet; those that are ticked are added at the end. */
export function FoundServicesCard({ project, found, isHeld, skipLabel }: ServicesCardProps) {
  const { proposals, corrected, changeCorrections, unsaved, run } = found;
  if (proposals.error && !proposals.data) {
    return <ErrorState message={errorMessage(proposals.error)} onRetry={retryFailedQueries} />;
  }
  if (!proposals.data) {
    return (
      <Loading what="services found">
        <Skeleton className="h-32" />
      </Loading>
    );
  }
  const isReading = proposals.data.pendingRepositoryIds.length > 0;
  if (corrected.length === 0 && !isReading) return null;
  const toggle = ({ key, isLeftOut }: CorrectedProposal) =>
    changeCorrections((shown) => ({ ...shown, [key]: { ...shown[key], isLeftOut: !isLeftOut } }));
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line-subtle p-4 md:px-5">
        <h2 className="text-base font-semibold">Services found</h2>
        <Link
          href={href("setupImport", { ...project })}
          aria-label="Edit services found"
          className="rounded-sm text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          Edit
        </Link>
      </div>
      <ul aria-label="Services found" className="divide-y divide-line-subtle">
        {corrected.map((one) => (
          <ServiceTick
            key={one.key}
            found={one}
            takenName={isHeld ? undefined : found.takenName(one)}
            state={run ? <RunState run={run} proposalKey={one.key} /> : null}
            isHeld={isHeld || run !== null}
            onToggle={() => toggle(one)}
          />
        ))}
      </ul>
      {unsaved.error && (
        <div className="border-t border-line-subtle p-4 md:px-5">
          <InlineError
            message={`Your choice is not saved yet. ${errorMessage(unsaved.error)}`}
            onRetry={unsaved.retry}
          />
        </div>
      )}
      <div className="flex flex-col gap-1 border-t border-line-subtle p-4 text-sm text-ink-3 empty:hidden md:px-5">
        {isReading && <p>Code is still being read; more may be found.</p>}
        {proposals.data.isCutOff && <p>More were found than are shown.</p>}
        {skipLabel !== null && (
          <p>{`“${skipLabel}” adds no service. What was found stays proposed under Repositories.`}</p>
        )}
      </div>
    </Card>
  );
}

interface ServiceTickProps {
  found: CorrectedProposal;
  /** What is to be said of its name. */
  takenName: string | undefined;
  /** How far it is while services are being added. */
  state: ReactNode;
  /** It may not be left out any more. */
  isHeld: boolean;
  onToggle: () => void;
}

function ServiceTick({ found, takenName, state, isHeld, onToggle }: ServiceTickProps) {
  const { proposal, isLeftOut, coveredBy } = found;
  const { name, type, repositorySlug, workingPath, isExample } = proposal;
  const place = placeOf(repositorySlug, workingPath);
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 p-4 hover:bg-surface-3 md:px-5">
        <input
          type="checkbox"
          aria-label={`Add ${name}, ${serviceTypeLabel(type)}, of ${place}`}
          checked={!isLeftOut}
          disabled={isHeld}
          onChange={onToggle}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-base font-medium wrap-anywhere text-ink">{name}</span>
            <span className="flex items-center gap-1.5 text-sm text-ink-2">
              <ServiceTypeIcon type={type} />
              {serviceTypeLabel(type)}
            </span>
          </span>
          <span className="mt-0.5 block font-mono text-xs wrap-anywhere text-ink-3">
            <BrokenPath path={place} />
          </span>
          {takenName && <span className="mt-0.5 block text-sm wrap-anywhere text-warning-text">{takenName}</span>}
          {isExample && <span className="mt-0.5 block text-sm text-ink-3">Lies among examples.</span>}
          {coveredBy !== null && (
            <span className="mt-0.5 block text-sm wrap-anywhere text-ink-3">{`Lies in the folder of ${coveredBy}.`}</span>
          )}
        </span>
        {state}
      </label>
    </li>
  );
}
