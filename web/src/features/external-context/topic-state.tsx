import type { TopicSummary } from "@cairn/contract/external-context";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { Badge } from "#web/ui/display/badge.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { isFetching } from "./external-context.api.ts";

/** The processing state of a topic; renders nothing when it is fully indexed. */
export function TopicState({ topic }: { topic: TopicSummary }) {
  if (isFetching(topic)) return <Badge icon={<Spinner className="size-3" />}>Fetching</Badge>;
  if (topic.crawl?.status === "failed") {
    return (
      <Badge tone="danger" icon={<WarningCircleIcon className="size-3" />}>
        {topic.crawl.fetchedAt === null ? "Not fetched" : "Last fetch failed"}
      </Badge>
    );
  }
  return topic.isIndexed ? null : <Badge icon={<Spinner className="size-3" />}>Indexing</Badge>;
}
