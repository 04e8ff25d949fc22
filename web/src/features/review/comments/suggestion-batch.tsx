import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";

import { useReviewComments } from "./comments-context.ts";
import { explainNoApply, useApplySuggestions } from "./suggestions.api.ts";

/** Applies the suggestions that somebody chose, in one commit. Nothing while none is chosen. */
export function SuggestionBatch() {
  const { project, implementation, threads = [], chosenSuggestions, onChooseSuggestion } = useReviewComments();
  const clear = () => {
    for (const commentId of chosenSuggestions) onChooseSuggestion(commentId, false);
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  const apply = useApplySuggestions(project, implementation, clear);
  const chosen = threads
    .flatMap(({ comments }) => comments)
    .filter(({ commentId, suggestion, resolvedAt }) => {
      return chosenSuggestions.has(commentId) && suggestion?.obstacle === null && resolvedAt === null;
    })
    .map(({ commentId }) => commentId);
  if (chosen.length === 0) return null;
  const count = chosen.length === 1 ? "1 suggestion" : `${chosen.length} suggestions`;
  return (
    <section
      aria-label="Chosen suggestions"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface-2 px-3 py-2 text-sm"
    >
      <p className="mr-auto text-ink-2">{count} chosen, to be applied in one commit by you.</p>
      <Button size="sm" variant="ghost" onClick={clear}>
        Choose none
      </Button>
      <Button
        size="sm"
        variant="primary"
        isBusy={apply.isPending}
        disabledReason={explainNoApply(implementation)}
        onClick={() => apply.mutate(chosen)}
      >
        Apply {count}
      </Button>
      {apply.isError && (
        <p role="alert" className="basis-full wrap-anywhere text-danger-text">
          Nothing was applied. {errorMessage(apply.error)}
        </p>
      )}
    </section>
  );
}
