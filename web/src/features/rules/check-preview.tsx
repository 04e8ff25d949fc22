import type { RuleCheck } from "@cairn/contract/rule-checks";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { withForm } from "#web/ui/form/form.tsx";

import { emptyRuleValues, ruleValuesSchema, sayCheck, toCheckValues, toRuleInput } from "./rule-values.ts";
import { usePreviewRuleCheck } from "./rules.api.ts";
import { ScoreboardView } from "./scoreboard-view.tsx";

/** Reads a check from the words of the rule, or tries the one that is typed, on the newest changes. */
export const CheckPreview = withForm({
  defaultValues: emptyRuleValues,
  validators: { onChange: ruleValuesSchema },
  props: {} as { project: ProjectKey },
  render: function CheckPreview({ form, project }) {
    const preview = usePreviewRuleCheck(project);
    const [problem, setProblem] = useState<string | null>(null);
    const read = () => {
      const rule = toRuleInput({ ...form.state.values, kind: "advice" });
      setProblem(rule === null ? "Say If and Then first." : null);
      if (rule === null) return;
      const { condition, instruction, serviceId } = rule;
      preview.mutate(
        { condition, instruction, serviceId },
        {
          onSuccess: ({ check }) => {
            if (check === null) return;
            const values = toCheckValues(check);
            form.setFieldValue("kind", values.kind);
            form.setFieldValue("files", values.files);
            form.setFieldValue("needed", values.needed);
            form.setFieldValue("text", values.text);
            form.setFieldValue("module", values.module);
            form.setFieldValue("command", values.command);
          },
        },
      );
    };
    const tryOut = () => {
      const rule = toRuleInput(form.state.values);
      setProblem(rule === null ? "Fill in the rule and its check first." : null);
      if (rule === null) return;
      const { condition, instruction, serviceId, check } = rule;
      preview.mutate({ condition, instruction, serviceId, check });
    };
    return (
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <Button isBusy={preview.isPending} onClick={read}>
            Read from the words
          </Button>
          <form.Subscribe selector={({ values }) => values.kind}>
            {(kind) =>
              kind !== "advice" && (
                <Button isBusy={preview.isPending} onClick={tryOut}>
                  Try on the newest changes
                </Button>
              )
            }
          </form.Subscribe>
        </div>
        <output className="flex flex-col gap-2 text-sm text-ink-2 wrap-anywhere empty:hidden">
          {problem ?? (preview.data && !preview.isPending && <PreviewResult {...preview.data} />)}
        </output>
      </div>
    );
  },
});

/** Why former changes say nothing of a check. */
const notTriedTexts: Partial<Record<RuleCheck["kind"], string>> = {
  command: "Former changes are not run again: it tells of those that begin once the rule is saved.",
  "forbidden-connection": "Former changes are not compared again: each review tells, once the rule is saved.",
};

function PreviewResult({ check, scoreboard }: NonNullable<ReturnType<typeof usePreviewRuleCheck>["data"]>) {
  if (check === null || scoreboard === null) {
    return "The words name no files, and no text in backticks, that a program could look for. Name them, or choose a check yourself.";
  }
  return (
    <>
      <p>{sayCheck(check)}</p>
      {notTriedTexts[check.kind] && <p className="text-ink-3">{notTriedTexts[check.kind]}</p>}
      <ScoreboardView scoreboard={scoreboard} isSaved={false} />
    </>
  );
}
