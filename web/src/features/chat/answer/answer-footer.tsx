import type { ChatMessage } from "@cairn/contract/chat";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { PathIcon } from "@phosphor-icons/react/dist/csr/Path";
import { QuotesIcon } from "@phosphor-icons/react/dist/csr/Quotes";
import { useNavigate } from "@tanstack/react-router";

import { startPlan } from "#web/features/plans/start-plan.api.ts";
import type { GoalStart } from "#web/features/plans/start-plan.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import { Footnotes } from "#web/ui/markdown/footnotes.ts";

import { AnswerBasisLine } from "./answer-basis.tsx";
import { formatUsageDetails, formatUsage } from "./usage-text.ts";

interface AnswerFooterProps {
  project: ProjectKey;
  message: ChatMessage;
  /** Where a plan that begins with the answer comes from; null where none can. */
  planStart: GoalStart | null;
  citations: readonly CitationTarget[];
  /** Shows the sources of the answer; absent where they are shown already. */
  onShowSources?: () => void;
  /** Sends the question again; absent where that is not possible. */
  onRetry?: () => void;
}

/** Actions for an answer, who wrote it, and from which commits. */
export function AnswerFooter({ project, message, planStart, citations, onShowSources, onRetry }: AnswerFooterProps) {
  const navigate = useNavigate();
  const { content, writtenBy, usage, basis, droppedCitations } = message;
  return (
    <div className="mt-2 -ml-2 flex flex-wrap items-center gap-x-1 gap-y-0.5 text-xs text-ink-3">
      {content !== "" && <CopyButton text={answerMarkdown(content, citations)} label="Copy answer" />}
      {onRetry && <IconButton label="Ask again" icon={<ArrowClockwiseIcon className="size-4" />} onClick={onRetry} />}
      {planStart && content !== "" && (
        <Button
          size="sm"
          variant="ghost"
          icon={<PathIcon aria-hidden className="size-4" />}
          onClick={() => void navigate(startPlan(project, planStart, withoutCitations(content)))}
        >
          Plan this
        </Button>
      )}
      {onShowSources && citations.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          icon={<QuotesIcon aria-hidden className="size-4" />}
          className="mr-1"
          onClick={onShowSources}
        >
          Sources ({citations.length})
        </Button>
      )}
      <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 pl-2">
        {writtenBy && <Badge>{writtenBy}</Badge>}
        {basis.length > 0 && <AnswerBasisLine project={project} basis={basis} />}
        {usage && (
          <span className="tabular-nums" title={formatUsageDetails(usage)}>
            {formatUsage(usage)}
          </span>
        )}
        {droppedCitations > 0 && (
          <span>
            {droppedCitations === 1
              ? "1 citation could not be verified and was left out"
              : `${droppedCitations} citations could not be verified and were left out`}
          </span>
        )}
      </span>
    </div>
  );
}

/** The marks of sources mean nothing outside of the answer. */
function withoutCitations(content: string): string {
  return content.replaceAll(/ ?\[\d{1,3}\](?!\()/g, "");
}

/** An answer for use outside the app: its citations become footnotes with the commit of their lines. */
function answerMarkdown(content: string, citations: readonly Pick<CitationTarget, "location" | "version">[]): string {
  const footnotes = new Footnotes();
  const text = footnotes.mark(
    content,
    citations.map(({ location, version }) => `${location} @ ${version}`),
  );
  return [text, footnotes.notes()].filter(Boolean).join("\n\n");
}
