import { displayName } from "@cairn/contract/auth";
import type { ImplementationDocument, ImplementationDocuments } from "@cairn/contract/implementation-documents";
import type { Implementation } from "@cairn/contract/implementations";
import { BookOpenTextIcon } from "@phosphor-icons/react/dist/csr/BookOpenText";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { DocumentEditor } from "#web/features/review-documents/document-editor.tsx";
import { useUpdateDocument } from "#web/features/review-documents/documents.api.ts";
import { sayDecisions } from "#web/features/review-documents/say-decisions.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

import { DocumentTexts, type TextLayout } from "./review-document-texts.tsx";

const layoutOptions = [
  { value: "beside", label: "Side by side" },
  { value: "marked", label: "Marked" },
] as const;

interface ReviewDocumentsProps {
  project: ProjectKey;
  implementation: Implementation;
  documents: UseQueryResult<ImplementationDocuments>;
}

/** The sections of pages that a merge makes untrue, what they would say then, and what people decided about that. */
export function ReviewDocuments({ project, implementation, documents }: ReviewDocumentsProps) {
  const [layout, setLayout] = useState<TextLayout>("beside");
  const { data, isError, error, refetch } = documents;
  if (data === undefined) {
    if (isError) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
    return <WaitForDocuments />;
  }
  if (data.state === "preparing") return <WaitForDocuments note={data.note} />;
  if (data.state === "unavailable") {
    return <NoDocuments title="No pages to compare" text={data.note ?? "Nobody knows why."} />;
  }
  if (data.content.length === 0) {
    const isMerged = implementation.state === "merged";
    const text = isMerged
      ? "The pages were not compared with this change, or nothing on them changed."
      : "What the pages say stays true when this is merged.";
    return <NoDocuments title="No section changes" text={text} />;
  }
  const isOpen = implementation.state === "created";
  return (
    <section aria-label="Documents" className="flex flex-col gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-sm font-medium text-ink-2">
          {data.content.length === 1 ? "1 section" : `${data.content.length} sections`}
        </h2>
        <SegmentedControl
          size="sm"
          label="How texts are compared"
          options={layoutOptions}
          value={layout}
          onValueChange={setLayout}
        />
      </div>
      {isOpen && <p className="text-sm text-ink-3">{sayDecisions(data)}</p>}
      {data.note !== null && <p className="text-sm text-ink-3">{data.note}</p>}
      {data.content.map((document) => (
        <DocumentCard key={document.documentId} {...{ project, implementation, document, layout, isOpen }} />
      ))}
    </section>
  );
}

function WaitForDocuments({ note = null }: { note?: string | null }) {
  return (
    <Loading what="documents">
      <p className="mb-3 text-sm text-ink-3">{note ?? "The pages are being compared with this change."}</p>
      <SkeletonRows count={2} className="h-40" />
    </Loading>
  );
}

function NoDocuments({ title, text }: { title: string; text: string }) {
  return <EmptyState icon={<BookOpenTextIcon className="size-5" />} title={title} text={text} />;
}

interface DocumentProps {
  project: ProjectKey;
  implementation: Implementation;
  document: ImplementationDocument;
  layout: TextLayout;
  /** Whether anything can be decided. */
  isOpen: boolean;
}

function DocumentCard({ project, implementation, document, layout, isOpen }: DocumentProps) {
  const headingId = useId();
  const update = useUpdateDocument(project, implementation);
  const [isEditing, setIsEditing] = useState(false);
  const { page, title, kind, problem, decision, edited, proposal } = document;
  const after = edited ?? proposal?.content ?? null;
  const chosen = update.isPending ? update.variables.decision : undefined;
  const decide = (next: ImplementationDocument["decision"]) => () => update.mutate({ document, decision: next });
  return (
    <article aria-labelledby={headingId} className="flex flex-col gap-3 rounded-lg border border-line p-3 md:p-4">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 id={headingId} className="min-w-0 text-sm font-medium wrap-anywhere">
            <Link
              href={href("artifact", { ...project, artifactId: page.artifactId })}
              className="rounded-sm text-ink-2 underline underline-offset-4"
            >
              {page.title}
            </Link>{" "}
            · {title}
          </h3>
          <Badge tone={kind === "added" ? "success" : kind === "removed" ? "danger" : "warning"}>
            {kindNames[kind]}
          </Badge>
          <DecisionBadge document={document} />
        </div>
        <p className="text-xs text-ink-3 wrap-anywhere">{sayReasons(document)}</p>
      </header>
      {problem !== null && edited === null && <p className="text-sm text-ink-2">{problem}</p>}
      {isEditing ? (
        <DocumentEditor
          document={document}
          isSaving={update.isPending}
          onCancel={() => setIsEditing(false)}
          onSave={(content) =>
            update.mutate({ document, content, decision: "accepted" }, { onSuccess: () => setIsEditing(false) })
          }
        />
      ) : (
        <DocumentTexts project={project} document={document} after={after} layout={layout} />
      )}
      {isOpen && !isEditing && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setIsEditing(true)} disabledReason={kind === "removed" ? noEdit : undefined}>
            Edit
          </Button>
          {edited !== null && (
            <Button size="sm" variant="ghost" onClick={() => update.mutate({ document, content: null })}>
              {proposal === null ? "Give up the edit" : "Back to the proposal"}
            </Button>
          )}
          <span className="flex-1" />
          {decision !== null && (
            <Button size="sm" variant="ghost" isBusy={chosen === null} onClick={decide(null)}>
              Decide later
            </Button>
          )}
          <Button
            size="sm"
            aria-pressed={decision === "refused"}
            isBusy={chosen === "refused"}
            onClick={decide("refused")}
          >
            Refuse
          </Button>
          <Button
            size="sm"
            variant={decision === null ? "primary" : "secondary"}
            aria-pressed={decision === "accepted"}
            isBusy={chosen === "accepted"}
            disabledReason={
              kind === "unwritten" && edited === null ? "There is no new text yet. Edit it first." : undefined
            }
            onClick={decide("accepted")}
          >
            Accept
          </Button>
        </div>
      )}
      <Announcement>{decision === null ? "" : `${title}: ${decision}`}</Announcement>
    </article>
  );
}

const noEdit = "The code says nothing about this any more. Refuse it, and change the page itself.";

const kindNames: Record<ImplementationDocument["kind"], string> = {
  changed: "Changes",
  added: "New section",
  removed: "Goes",
  unwritten: "Not true any more",
};

function DecisionBadge({ document }: { document: ImplementationDocument }) {
  const { decision, decidedBy, outcome, outcomeReason } = document;
  const who = decidedBy ? displayName(decidedBy) : "somebody who left";
  if (outcome === "published") return <Badge tone="success">Published, accepted by {who}</Badge>;
  if (outcome === "kept") return <Badge tone="warning">Kept as it was, refused by {who}</Badge>;
  if (outcomeReason !== null) return <span className="text-xs text-warning-text">Not published. {outcomeReason}</span>;
  if (outcome === "left") return <Badge>Left to the writers of pages</Badge>;
  if (decision === null) return null;
  return decision === "accepted" ? (
    <Badge tone="success">Accepted by {who}</Badge>
  ) : (
    <Badge tone="warning">Refused by {who}</Badge>
  );
}

const maxNamedLines = 3;

/** "Rests on src/server.ts:5–6, which change. The endpoints that it lists change." */
function sayReasons({ lines, lists, kind, proposal, edited }: ImplementationDocument): string {
  const named = lines.slice(0, maxNamedLines).map(({ path, startLine, endLine }) => {
    return `${path}:${startLine === endLine ? startLine : `${startLine}–${endLine}`}`;
  });
  const more = lines.length - named.length;
  const parts = [
    named.length > 0 ? `Rests on ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}, which change.` : null,
    lists.length > 0 ? `The ${lists.join(", ")} that it lists change.` : null,
    kind === "added" ? "The code has something for this section with this change." : null,
    edited !== null ? "Edited by hand." : proposal?.writtenBy ? `Written by ${proposal.writtenBy}.` : null,
  ];
  return parts.filter((part) => part !== null).join(" ");
}
