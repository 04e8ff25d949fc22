import type { ServiceCommands } from "@cairn/contract/service-commands";

import { Button } from "#web/ui/action/button.tsx";

import { isUnderWay, useCheckCommands, useStopCheck, type ServiceKey } from "./service-commands.api.ts";

/** Begins a check of the commands, or ends the one that is under way. */
export function CheckButton({ service, commands }: { service: ServiceKey; commands: ServiceCommands }) {
  const check = useCheckCommands(service);
  const stop = useStopCheck(service);
  if (isUnderWay(commands.check)) {
    return (
      <Button isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop check
      </Button>
    );
  }
  const isEmpty = commands.commands.every(({ command }) => command === null);
  return (
    <Button
      isBusy={check.isPending}
      disabledReason={isEmpty ? "There is no command to check" : undefined}
      onClick={() => check.mutate()}
    >
      Check commands
    </Button>
  );
}
