import { commandKindNames, type ServiceCommand, type ServiceCommands } from "@cairn/contract/service-commands";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useEffect, useRef, useState } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";

import { CommandEditor } from "./command-editor.tsx";
import { CommandOrigin } from "./command-origin.tsx";
import { CommandResult } from "./command-result.tsx";
import type { ServiceKey } from "./service-commands.api.ts";

interface CommandRowProps {
  service: ServiceKey;
  command: ServiceCommand;
  all: ServiceCommands;
}

/** One command: what it is, where it comes from, how the last check of it went; edited in its place. */
export function CommandRow({ service, command, all }: CommandRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The field that goes had the focus; the button that opened it gets it back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) editRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const name = commandKindNames[command.kind];
  const checked = all.check?.commands.find(({ kind }) => kind === command.kind);
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[4rem_minmax(0,1fr)]">
      <h3 className="pt-1 font-medium text-ink-2">{name}</h3>
      <div className="flex min-w-0 flex-col gap-1.5">
        {isEditing ? (
          <CommandEditor service={service} command={command} onClose={() => setIsEditing(false)} />
        ) : (
          <div className="flex items-start justify-between gap-2">
            {command.command === null ? (
              <p className="pt-1 text-ink-3">None</p>
            ) : (
              <code className="min-w-0 pt-1 font-mono text-xs leading-5 wrap-anywhere text-ink">{command.command}</code>
            )}
            <IconButton
              ref={editRef}
              size="sm"
              label={`Edit ${name}`}
              icon={<PencilSimpleIcon aria-hidden className="size-4" />}
              onClick={() => setIsEditing(true)}
            />
          </div>
        )}
        {!isEditing && <CommandOrigin service={service} command={command} all={all} />}
        {checked && all.check && (
          <CommandResult service={service} checked={checked} check={all.check} current={command.command} />
        )}
      </div>
    </li>
  );
}
