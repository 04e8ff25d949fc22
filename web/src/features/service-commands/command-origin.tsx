import { commandKindNames, type ServiceCommand, type ServiceCommands } from "@cairn/contract/service-commands";

import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";

import { useChooseCommands, type ServiceKey } from "./service-commands.api.ts";
import { SourceLink } from "./source-link.tsx";

interface CommandOriginProps {
  service: ServiceKey;
  command: ServiceCommand;
  all: ServiceCommands;
}

/** Where a command comes from: the lines that name it, or people, with the way back to what was found. */
export function CommandOrigin({ service, command: { kind, choice, found }, all }: CommandOriginProps) {
  const choose = useChooseCommands(service);
  if (choice.use === "found") {
    if (found === null) {
      return all.commit === null ? null : <p className="text-xs text-ink-3">The code names none for certain</p>;
    }
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        <span className="min-w-0 wrap-anywhere">{found.reason}</span>
        {found.sources.map((source) => (
          <SourceLink
            key={`${source.path}:${source.startLine}`}
            project={service}
            repository={all.repository}
            source={source}
          />
        ))}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
      <Badge>Edited</Badge>
      {found !== null && (
        <span className="min-w-0 wrap-anywhere">
          Found was <code className="font-mono">{found.command}</code>
        </span>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Reset to found: ${commandKindNames[kind]}`}
        isBusy={choose.isPending}
        onClick={() => choose.mutate({ [kind]: { use: "found" } })}
      >
        Reset to found
      </Button>
    </div>
  );
}
