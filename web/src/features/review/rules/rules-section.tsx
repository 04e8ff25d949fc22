import type { Implementation } from "@cairn/contract/implementations";
import type { RuleVerdict } from "@cairn/contract/rule-checks";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Evidence, type ToLines } from "#web/features/review/overview/evidence.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { renderInlineCode } from "#web/ui/display/inline-code.tsx";
import { StateIcon, type StateKind } from "#web/ui/feedback/state-icon.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { changeRulesQuery, type ChangeRule } from "./rules.api.ts";

interface RulesSectionProps extends ToLines {
  project: ProjectKey;
  implementation: Implementation;
}

const kinds: Record<RuleVerdict, StateKind> = {
  broken: "failed",
  unknown: "attention",
  passed: "done",
  "not-applied": "idle",
};
const words: Record<RuleVerdict, string> = {
  broken: "Broken",
  unknown: "Not known",
  passed: "Kept",
  "not-applied": "Does not apply",
};

/** What the rules of the product say of a change; nothing where there are none. Advice and what does not apply is folded. */
export function RulesSection({ project, implementation, ...toLines }: RulesSectionProps) {
  const headingId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const hasChange = implementation.head !== null;
  const { data, isError, error, refetch } = useQuery({
    ...changeRulesQuery(project, implementation),
    enabled: hasChange,
  });
  if (!hasChange) return null;
  if (data === undefined) {
    return isError ? <InlineError message={errorMessage(error)} onRetry={() => void refetch()} /> : null;
  }
  const telling = data.content.filter(({ checked }) => checked !== null && checked.verdict !== "not-applied");
  const rest = data.content.length - telling.length;
  if (data.content.length === 0) return null;
  if (telling.length === 0 && !isWhole) {
    return (
      <section aria-label="Rules">
        <Button size="sm" variant="ghost" className="-ml-2" onClick={() => setIsWhole(true)}>
          {rest === 1
            ? "Show one rule that is advice or not concerned"
            : `Show ${rest} rules that are advice or not concerned`}
        </Button>
      </section>
    );
  }
  return (
    <section aria-labelledby={headingId} className="wrap-anywhere">
      <Card className="p-4">
        <h2 id={headingId} className="mb-2 text-sm font-medium">
          Rules
        </h2>
        <ul aria-labelledby={headingId} className="flex flex-col gap-1.5 text-sm text-ink-2">
          {(isWhole ? data.content : telling).map((rule) => (
            <RuleItem key={rule.ruleId} rule={rule} {...toLines} />
          ))}
        </ul>
        {rest > 0 && (
          <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${rest} more that ${rest === 1 ? "is" : "are"} advice or not concerned`}
          </Button>
        )}
      </Card>
    </section>
  );
}

function RuleItem({ rule, ...toLines }: { rule: ChangeRule } & ToLines) {
  const { condition, instruction, isRequired, checked } = rule;
  return (
    <li className="flex gap-1.5">
      <StateIcon kind={checked === null ? "idle" : kinds[checked.verdict]} label="" className="h-lh" />
      <div className="min-w-0">
        <span className="text-ink-3">{checked === null ? "Advice only" : words[checked.verdict]} · </span>
        If {condition}, then {instruction} {isRequired && <Badge>Required</Badge>}
        {checked?.broken.map(({ text, lines }) => (
          <p key={`${text} ${lines?.startLine}`}>
            {renderInlineCode(text)} {lines !== null && <Evidence lines={[lines]} {...toLines} />}
          </p>
        ))}
        {checked?.note && <p className="text-ink-3">{checked.note}</p>}
      </div>
    </li>
  );
}
