import type { Artifact } from "@cairn/contract/pages";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { formatDateInSentence, formatFullDate } from "#web/lib/text/dates.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { TextLink } from "#web/ui/markdown/text-link.tsx";

/** For a page that was created from a web address: the address, when it was fetched, and why it could not be. */
export function CrawlNote({ crawl }: { crawl: NonNullable<Artifact["crawl"]> }) {
  const { url, status, fetchedAt, error } = crawl;
  const address = (
    <span className="text-accent-text wrap-anywhere underline decoration-accent-line underline-offset-3">
      <TextLink href={url}>{url}</TextLink>
    </span>
  );
  if (status === "failed") {
    return (
      <div className="mb-8">
        <Banner
          tone="danger"
          icon={<WarningCircleIcon aria-hidden className="size-4 text-danger-text" />}
          title={fetchedAt === null ? "This page could not be fetched" : "This page could not be fetched again"}
        >
          <p>{error}</p>
          <p className="mt-1">From {address}</p>
        </Banner>
      </div>
    );
  }
  const isRunning = status !== "ready";
  return (
    <p className="mb-8 flex items-start gap-2 text-sm text-ink-3">
      {isRunning ? <Spinner className="mt-0.5 size-4" /> : <GlobeIcon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span className="min-w-0">
        {isRunning ? "Fetching " : "From "}
        {address}
        {fetchedAt && (
          <>
            {" · fetched "}
            <time dateTime={fetchedAt} title={formatFullDate(fetchedAt)}>
              {formatDateInSentence(fetchedAt)}
            </time>
          </>
        )}
      </span>
    </p>
  );
}
