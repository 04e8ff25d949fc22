import type { CommentFile, CommentSuggestion } from "@cairn/contract/implementation-comments";
import type { Implementation } from "@cairn/contract/implementations";
import { useRef } from "react";
import type { CSSProperties } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { CodeText } from "#web/ui/code/code-line.tsx";
import type { CodeToken } from "#web/ui/code/highlight.ts";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { useHighlight } from "#web/ui/code/use-highlight.ts";

import { useReviewComments } from "./comments-context.ts";
import { explainNoApply, useApplySuggestions } from "./suggestions.api.ts";

import "#web/ui/code/diff-lines.css";

interface SuggestionBoxProps {
  commentId: string;
  file: CommentFile;
  suggestion: CommentSuggestion;
  /** Somebody said that it is dealt with. */
  isResolved: boolean;
}

/** What a comment proposes for its lines, and the ways to put that into the change. */
export function SuggestionBox({ commentId, file, suggestion, isResolved }: SuggestionBoxProps) {
  const { project, implementation, chosenSuggestions, onChooseSuggestion } = useReviewComments();
  const ref = useRef<HTMLElement>(null);
  const apply = useApplySuggestions(project, implementation, () => {
    // The thread is folded then, and the button goes.
    ref.current?.closest<HTMLElement>("[data-thread]")?.focus();
  });
  const { obstacle } = suggestion;
  const isChosen = chosenSuggestions.has(commentId);
  const disabledReason = explainNoApply(implementation);
  return (
    <figure ref={ref} aria-label="Suggested change" className="my-2 overflow-clip rounded-lg border border-line">
      <SuggestedLines file={file} suggestion={suggestion} />
      <figcaption className="flex flex-wrap items-center gap-2 border-t border-line-subtle bg-surface-1 px-2 py-1.5 text-sm text-ink-3">
        {obstacle !== null && `Cannot be applied: ${obstacle.charAt(0).toLowerCase()}${obstacle.slice(1)}.`}
        {obstacle === null && isResolved && "Dealt with"}
        {obstacle === null && !isResolved && (
          <>
            <Button
              size="sm"
              isBusy={apply.isPending}
              disabledReason={disabledReason}
              onClick={() => apply.mutate([commentId])}
            >
              Apply
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={isChosen}
              onClick={() => onChooseSuggestion(commentId, !isChosen)}
            >
              {isChosen ? "Chosen to apply together" : "Apply with others"}
            </Button>
            <NoApplyNote implementation={implementation} error={apply.error} />
          </>
        )}
      </figcaption>
    </figure>
  );
}

interface NoApplyNoteProps {
  implementation: Implementation;
  /** Why the last try did not work. */
  error: Error | null;
}

/** What a tooltip would hide, where somebody looks. */
function NoApplyNote({ implementation: { state, commitObstacle }, error }: NoApplyNoteProps) {
  if (error !== null) {
    return (
      <p role="alert" className="basis-full wrap-anywhere text-danger-text">
        Nothing was applied. {errorMessage(error)}
      </p>
    );
  }
  if (state !== "created" || commitObstacle === null) return null;
  return <p className="basis-full wrap-anywhere">{commitObstacle}</p>;
}

const scrolledByKeys = { role: "group", tabIndex: 0 };

/** What goes and what comes, each highlighted as a text of its own. */
function SuggestedLines({ file, suggestion }: Pick<SuggestionBoxProps, "file" | "suggestion">) {
  const { startLine, former, lines } = suggestion;
  const language = fileLanguageKey(file.filename, null);
  const formerTokens = useHighlight(former, language);
  const tokens = useHighlight(lines, language);
  return (
    <div
      {...scrolledByKeys}
      aria-label={`Suggested lines of ${file.filename}`}
      className="diff-lines diff-wrapped"
      style={{ "--diff-rows": former.length + lines.length } as CSSProperties}
    >
      <table>
        <caption className="sr-only">{`Suggested lines of ${file.filename}`}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {former.map((text, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are known by their numbers
            <SuggestedLine key={`-${at}`} type="deleted" line={startLine + at} text={text} tokens={formerTokens[at]} />
          ))}
          {lines.map((text, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are known by their numbers
            <SuggestedLine key={`+${at}`} type="added" line={startLine + at} text={text} tokens={tokens[at]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const signs = { added: "+", deleted: "−" };
const words = { added: "added", deleted: "removed" };

interface SuggestedLineProps {
  type: "added" | "deleted";
  line: number;
  text: string;
  tokens: readonly CodeToken[] | undefined;
}

function SuggestedLine({ type, line, text, tokens }: SuggestedLineProps) {
  return (
    <tr data-type={type}>
      <td className="diff-number">{line}</td>
      <td className="diff-code">
        <span aria-hidden className="diff-sign">
          {signs[type]}
        </span>
        <span className="sr-only select-none">{words[type]}: </span>
        <CodeText text={text} tokens={tokens} />
      </td>
    </tr>
  );
}
