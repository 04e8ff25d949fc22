import { tokenLimits, type Implementation, type RunPause } from "@cairn/contract/implementations";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { readLimit, sayCount, suggestLimit } from "./describe-budget.ts";
import { useResumeImplementation, useSetRunBudget } from "./implementations.api.ts";

interface PausePanelProps {
  project: ProjectKey;
  implementation: Implementation;
  pause: RunPause;
}

/** What a run that is paused needs, and the way to give it. */
export function PausePanel({ project, implementation, pause }: PausePanelProps) {
  return (
    <section aria-label="Pause">
      <Card className="flex flex-col gap-3 p-4 text-sm">
        <p className="wrap-anywhere">{pause.message}</p>
        {pause.neededTokens === null ? (
          <GoOn project={project} implementation={implementation} />
        ) : (
          <RaiseLimit project={project} implementation={implementation} neededTokens={pause.neededTokens} />
        )}
      </Card>
    </section>
  );
}

function GoOn({ project, implementation }: Omit<PausePanelProps, "pause">) {
  const resume = useResumeImplementation(project, implementation);
  return (
    <div>
      <Button size="sm" variant="primary" isBusy={resume.isPending} onClick={() => resume.mutate()}>
        Go on
      </Button>
    </div>
  );
}

interface RaiseLimitProps extends Omit<PausePanelProps, "pause"> {
  neededTokens: number;
}

function RaiseLimit({ project, implementation, neededTokens }: RaiseLimitProps) {
  const set = useSetRunBudget(project, implementation);
  const [text, setText] = useState(() => sayCount(suggestLimit(neededTokens)));
  const [error, setError] = useState<string>();
  const submit = () => {
    const tokenLimit = readLimit(text);
    const isEnough = tokenLimit !== null && tokenLimit >= neededTokens && tokenLimit <= tokenLimits.max;
    setError(isEnough ? undefined : `Must be a number from ${sayCount(neededTokens)} to ${sayCount(tokenLimits.max)}`);
    if (isEnough) set.mutate(tokenLimit);
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Limit in tokens"
        inputMode="numeric"
        value={text}
        error={error}
        onValueChange={setText}
        fieldClassName="w-48"
      />
      <Button type="submit" variant="primary" isBusy={set.isPending}>
        Go on
      </Button>
    </form>
  );
}
