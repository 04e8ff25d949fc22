import type { RuleScoreboard } from "@cairn/contract/rule-checks";

import { renderInlineCode } from "#web/ui/display/inline-code.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

interface ScoreboardViewProps {
  scoreboard: RuleScoreboard;
  /** Nobody was told of a rule that is not saved. */
  isSaved: boolean;
}

/** How the newest changes kept to a rule, and what the ones that did not did instead. */
export function ScoreboardView({ scoreboard: { changes, counts, broken }, isSaved }: ScoreboardViewProps) {
  if (changes === 0) return <p className="text-sm text-ink-3">There is no change yet that it could be tried on.</p>;
  const figures = [
    ...(isSaved ? [["Delivered", counts.delivered] as const] : []),
    ["Applied", counts.applied],
    ["Passed", counts.passed],
    ["Broken", counts.broken],
  ] as const;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {figures.map(([name, count]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="text-lg font-medium tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-ink-3">Of the newest {changes === 1 ? "change" : `${changes} changes`}.</p>
      {broken.length > 0 && (
        <ul aria-label="Changes that break it" className="flex flex-col gap-1.5 text-ink-2 wrap-anywhere">
          {broken.map(({ implementationId, task, text }) => (
            <li key={implementationId} className="flex gap-1.5">
              <StateIcon kind="failed" label="" className="h-lh" />
              <span className="min-w-0">
                {task.name} <bdi>{task.title}</bdi>: {renderInlineCode(text)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
