import { commandKindNames, commandLineSchema, type ServiceCommand } from "@cairn/contract/service-commands";
import { useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

import { useChooseCommands, type ServiceKey } from "./service-commands.api.ts";

interface CommandEditorProps {
  service: ServiceKey;
  command: ServiceCommand;
  /** Also after saving. */
  onClose: () => void;
}

/** One line for a command; Enter saves it, Escape leaves it as it was. What fails to save stays to be tried again. */
export function CommandEditor({ service, command: { kind, command }, onClose }: CommandEditorProps) {
  const [text, setText] = useState(command ?? "");
  const [isTried, setIsTried] = useState(false);
  const choose = useChooseCommands(service);
  const parsed = commandLineSchema.safeParse(text);
  const problem = parsed.success ? undefined : parsed.error.issues[0]?.message;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!parsed.success) return;
    choose.mutate({ [kind]: { use: "command", command: parsed.data } }, { onSuccess: onClose });
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-2">
      <TextField
        label={`${commandKindNames[kind]} command`}
        isLabelHidden
        isMono
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that opened it
        autoFocus
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        onValueChange={setText}
        onKeyDown={leaveOnEscape}
        error={isTried ? problem : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={choose.isPending}>
          Save
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        {command !== null && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => choose.mutate({ [kind]: { use: "none" } }, { onSuccess: onClose })}
          >
            Run none
          </Button>
        )}
      </div>
    </form>
  );
}
