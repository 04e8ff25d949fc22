import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeLabel, ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import type { CorrectedProposal } from "#web/features/setup/proposal-corrections.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import type { ServiceChoice } from "./use-found-services.ts";

interface ServicesCardProps {
  project: ProjectKey;
  found: ServiceChoice;
  /** What leaves them all out. */
  skipLabel: string | null;
}

/** Services found in the connected repositories that are not there yet; those that are ticked are added at the end. */
export function FoundServicesCard({ project, found, skipLabel }: ServicesCardProps) {
  const { proposals, corrected, changeCorrections, unsaved } = found;
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
          aria-label="Correct services found"
          className="rounded-sm text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
        >
          Correct
        </Link>
      </div>
      <ul aria-label="Services found" className="divide-y divide-line-subtle">
        {corrected.map((one) => (
          <FoundService key={one.key} found={one} onToggle={() => toggle(one)} />
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

function FoundService({ found, onToggle }: { found: CorrectedProposal; onToggle: () => void }) {
  const { proposal, isLeftOut, coveredBy } = found;
  const { name, type, repositorySlug, workingPath, isExample } = proposal;
  const place = `${repositorySlug}${workingPath === "/" ? "" : workingPath}`;
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 p-4 hover:bg-surface-3 md:px-5">
        <input
          type="checkbox"
          aria-label={`Add ${name}, ${serviceTypeLabel(type)}, of ${place}`}
          checked={!isLeftOut}
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
          <span className="mt-0.5 block font-mono text-xs wrap-anywhere text-ink-3">{place}</span>
          {isExample && <span className="mt-0.5 block text-sm text-ink-3">Lies among examples.</span>}
          {coveredBy !== null && (
            <span className="mt-0.5 block text-sm wrap-anywhere text-ink-3">{`Lies in the folder of ${coveredBy}.`}</span>
          )}
        </span>
      </label>
    </li>
  );
}
