import { goalSchema, maxGoal } from "@cairn/contract/plans";
import { useEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

/** From here on its length is shown. */
const longGoal = maxGoal * 0.9;

interface GoalFormProps {
  goal: string;
  onGoal: (goal: string) => void;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: () => void;
  /** What happens then. */
  hint: ReactNode;
  onCancel?: () => void;
  /** Somebody has asked for it just now. */
  isFocused?: boolean;
}

/** What somebody wants, in a paragraph. */
export function GoalForm(props: GoalFormProps) {
  const { goal, onGoal, submitLabel, isBusy, onSubmit, hint, onCancel, isFocused } = props;
  const [isChecked, setIsChecked] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) fieldRef.current?.focus();
  }, [isFocused]);
  const problem = goalSchema.safeParse(goal).error?.issues[0]?.message;
  const isTooLong = goal.trim().length > maxGoal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problem !== undefined) fieldRef.current?.focus();
    else if (!isBusy) onSubmit();
  };
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <TextArea
        label="Goal"
        name="goal"
        rows={5}
        dir="auto"
        ref={fieldRef}
        placeholder="Passengers should see on the board when a sailing is cancelled, and why. Staff enter it…"
        value={goal}
        hint={hint}
        error={isChecked || isTooLong ? problem : undefined}
        maxCount={goal.length > longGoal ? maxGoal : undefined}
        onValueChange={onGoal}
        className="max-h-[60dvh] min-h-32!"
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <KeyHint keys={["mod", "enter"]} />
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
