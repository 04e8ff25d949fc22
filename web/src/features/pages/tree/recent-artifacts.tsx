import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { useQuery } from "@tanstack/react-query";

import { artifactsQuery } from "#web/features/pages/api/artifacts.api.ts";
import { authorOf } from "#web/features/pages/status/author.ts";
import { PageState } from "#web/features/pages/status/page-state.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

const shownCount = 6;

interface RecentArtifactsProps {
  organizationId: string;
  /** The slug in the address. */
  projectId: string;
  productId: string;
  /** What the code gave: nothing yet, pages that are being written, or all that it gives. */
  state: "waiting" | "writing" | "written";
}

/** Why there is no document. */
const emptyTexts = {
  waiting: { title: "No documents yet", text: "They are written from your code as soon as it is indexed." },
  writing: { title: "Documents are being written", text: "The first ones appear here in a moment." },
  written: { title: "No document came from your code", text: "It says too little by itself. Create one, or ask." },
};

/** The documents of a product that were changed last. */
export function RecentArtifacts({ organizationId, projectId, productId, state }: RecentArtifactsProps) {
  const artifacts = useQuery(artifactsQuery(organizationId, { projectId: productId }));
  const recent = artifacts.data?.content
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, shownCount);
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="mb-3 flex h-8 items-center text-base font-semibold">
        Recently updated docs
      </h2>
      {artifacts.isError && !recent && (
        <ErrorState message={errorMessage(artifacts.error)} onRetry={() => void artifacts.refetch()} />
      )}
      {artifacts.isPending && (
        <Loading what="documents">
          <SkeletonRows count={4} className="h-14" />
        </Loading>
      )}
      {recent?.length === 0 && <EmptyState icon={<FileTextIcon className="size-5" />} {...emptyTexts[state]} />}
      {recent && recent.length > 0 && (
        <List label="Recently updated docs">
          {recent.map((artifact) => (
            <ListRow
              key={artifact.artifactId}
              href={href("artifact", { organizationId, projectId, artifactId: artifact.artifactId })}
              icon={<FileTextIcon className="size-4" />}
              title={artifact.title}
              description={`by ${authorOf(artifact)}`}
              meta={<PageState page={artifact} />}
            />
          ))}
        </List>
      )}
    </section>
  );
}
