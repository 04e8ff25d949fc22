import type { CheckedProgram, NeededProgram, ServiceCommands } from "@cairn/contract/service-commands";

import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

import type { ServiceKey } from "./service-commands.api.ts";
import { SourceLink } from "./source-link.tsx";

interface NeededProgramsProps {
  service: ServiceKey;
  commands: ServiceCommands;
}

interface ProgramState {
  needed: NeededProgram | null;
  checked: CheckedProgram | null;
}

/** The programs that the commands need, with what the last check found of each. */
export function NeededPrograms({ service, commands }: NeededProgramsProps) {
  const byName = new Map<string, ProgramState>();
  for (const needed of commands.programs) byName.set(needed.program, { needed, checked: null });
  for (const checked of commands.check?.programs ?? []) {
    byName.set(checked.program, { needed: byName.get(checked.program)?.needed ?? null, checked });
  }
  if (byName.size === 0) return null;
  return (
    <section aria-label="Programs" className="mt-4">
      <h3 className="text-sm font-medium text-ink-2">Programs</h3>
      <ul className="mt-1 flex flex-col gap-2 text-sm">
        {[...byName].map(([program, { needed, checked }]) => (
          <li key={program} className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink">{program}</span>
              <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{describe(needed, checked)}</span>
              {needed?.sources.map((source) => (
                <SourceLink
                  key={`${source.path}:${source.startLine}`}
                  project={service}
                  repository={commands.repository}
                  source={source}
                />
              ))}
            </p>
            {checked?.problem != null && <StateIcon kind="attention" label={checked.problem} className="text-xs" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe(needed: NeededProgram | null, checked: CheckedProgram | null): string {
  const version = needed?.version ?? checked?.version ?? null;
  const asked = version === null ? "" : `asked for ${version}`;
  const there = checked === null || checked.installed === null ? "" : `${checked.installed} is there`;
  return [asked, there].filter((part) => part !== "").join(", ");
}
