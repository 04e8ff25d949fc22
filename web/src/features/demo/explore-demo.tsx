import { CompassIcon } from "@phosphor-icons/react/dist/csr/Compass";

import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { CopyProgress } from "./copy-progress.tsx";
import { useDemoCopy } from "./use-demo-copy.ts";

/**
 * Offers a copy of the demo to somebody who wants to look first: made by one press, opened when it is ready. Nothing where this
 * server has no demo.
 */
export function ExploreDemo() {
  const { isOffered, isMaking, progress, address, problem, start } = useDemoCopy();
  if (!isOffered) return null;
  return (
    <section
      aria-label="Demo"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line-subtle bg-surface-1 px-4 py-3 md:px-6"
    >
      <CompassIcon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-medium text-ink">Just looking?</p>
        {isMaking ? (
          <CopyProgress progress={progress} />
        ) : (
          <p className="text-ink-2">
            A small product with its code, documents and tasks, in a copy of your own that you can throw away.
          </p>
        )}
        {problem !== null && !isMaking && <p className="mt-1 text-danger-text">{problem}</p>}
      </div>
      {address !== null && !isMaking ? (
        <ButtonLink href={address}>Open your copy</ButtonLink>
      ) : (
        <Button isBusy={isMaking} onClick={start}>
          {problem === null ? "Explore the demo" : "Try again"}
        </Button>
      )}
      <Announcement>{isMaking ? "Making your copy of the demo" : problem}</Announcement>
    </section>
  );
}
