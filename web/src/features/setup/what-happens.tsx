import { useQueries, useQuery } from "@tanstack/react-query";

import { useAnswerer } from "#web/features/chat/composer/answerer.api.ts";
import { artifactQuery, artifactsQuery } from "#web/features/pages/api/artifacts.api.ts";
import { estimateQuery } from "#web/features/pages/regeneration/regeneration.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Card } from "#web/ui/layout/card.tsx";

interface WhatHappensProps {
  project: ProjectKey;
  productId: string;
  isRunning: boolean;
}

/** What this server does from now on, and what it costs where a model is set. */
export function WhatHappens({ project: { organizationId }, productId, isRunning }: WhatHappensProps) {
  const answerer = useAnswerer();
  const pages = useQuery(artifactsQuery(organizationId, { projectId: productId })).data;
  const count = pages?.total ?? 0;
  const writer = answerer?.name ?? "Built-in engine";
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">What will happen</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-sm wrap-anywhere text-ink-2 marker:text-ink-3">
        <li>
          {isRunning
            ? "Your code is still being read and written about; that goes on by itself."
            : documentsText(count)}
        </li>
        <li>
          Each push is read, and the sections whose lines it changed are written again: at once where the code is hosted
          here or a webhook tells of it, else within minutes.
        </li>
        <li>Your team can ask questions; {writer} answers.</li>
        <li>Nothing in your repositories is changed.</li>
      </ul>
      {answerer && (
        <p className="mt-3 border-t border-line-subtle pt-3 text-sm text-ink-2">
          <span className="font-medium text-ink">Cost: </span>
          {answerer.isBuiltIn ? (
            "none. The built-in engine writes and answers without tokens."
          ) : (
            <TokenEstimate
              organizationId={organizationId}
              artifactIds={(pages?.content ?? []).map((one) => one.artifactId)}
            />
          )}
        </p>
      )}
    </Card>
  );
}

function documentsText(count: number): string {
  if (count === 0) return "Documents are written from your code, each statement with its lines.";
  return `Your team reads the ${count === 1 ? "document" : `${count} documents`} written from your code, each statement with its lines.`;
}

/** As many pages as are asked for their estimate. */
const maxEstimated = 12;
const numberFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

function TokenEstimate({ organizationId, artifactIds }: { organizationId: string; artifactIds: readonly string[] }) {
  const pages = useQueries({
    queries: artifactIds.slice(0, maxEstimated).map((artifactId) => artifactQuery(organizationId, artifactId)),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [data] : [])),
  });
  const tokens = useQueries({
    queries: pages.map(({ artifactId, sections }) =>
      estimateQuery(
        organizationId,
        artifactId,
        sections.filter(({ kind }) => kind === "auto").map(({ sectionId }) => sectionId),
      ),
    ),
    combine: (answers) =>
      answers.every(({ data }) => data)
        ? answers.reduce((sum, { data }) => sum + (data?.inputTokens ?? 0) + (data?.outputTokens ?? 0), 0)
        : null,
  });
  if (tokens === null || pages.length === 0) return "estimated as soon as documents are written.";
  const what = artifactIds.length > maxEstimated ? `the first ${maxEstimated} documents` : "all documents";
  return `to write ${what} again takes about ${numberFormat.format(tokens)} tokens; each answer some thousand.`;
}
