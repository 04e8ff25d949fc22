import { displayName } from "@cairn/contract/auth";
import type { AgentWriting } from "@cairn/contract/mcp";
import { can, type Role } from "@cairn/contract/roles";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatRelativeDate } from "#web/lib/text/dates.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useSwitchAgentWriting } from "./mcp.api.ts";

interface AgentWritingCardProps {
  product: ProjectKey;
  role: Role;
  writing: AgentWriting;
}

/** Whether agents may change tasks of the product, and who said so. */
export function AgentWritingCard({ product, role, writing }: AgentWritingCardProps) {
  const change = useSwitchAgentWriting(product);
  const isOn = change.isPending ? change.variables : writing.isOn;
  return (
    <SettingsCard
      title="What agents change"
      description="Agents act for the person whose key or sign-in they use, and never beyond that person's role."
    >
      <div className="flex flex-col gap-3">
        <Switch
          label="Agents change tasks"
          hint="They may create tasks, move them between Backlog, Todo and In Progress, tick criteria, and begin implementations that they push themselves. Reviewing, archiving, rewording and deleting stays with people, and everything else agents only read."
          isChecked={isOn}
          onCheckedChange={(next) => change.mutate(next)}
          disabledReason={can(role, "mcp.manage") ? undefined : "Only Owners and Admins can switch this."}
        />
        <p className="text-xs text-ink-3">{switchedText(writing)}</p>
      </div>
    </SettingsCard>
  );
}

function switchedText({ isOn, switched }: AgentWriting): string {
  if (switched === null) return "Nobody has switched it on so far.";
  const person = switched.by === null ? "somebody who has left" : displayName(switched.by);
  return `Switched ${isOn ? "on" : "off"} by ${person} ${formatRelativeDate(switched.at)}.`;
}
