import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { ModuleLine } from "#web/features/services/architecture/model/list-modules.ts";

import { EvidenceList } from "./evidence-list.tsx";

interface ModuleLinesProps {
  project: ProjectKey;
  moduleName: string;
  lines: readonly ModuleLine[];
  /** Places shown of each. */
  most: number;
}

/** What a module uses, or what uses it, each with places in the code. */
export function ModuleLines({ project, moduleName, lines, most }: ModuleLinesProps) {
  return lines.map(({ key, text, count, places }) => (
    <div key={key} className="mt-1">
      <p className="wrap-anywhere text-ink-2">
        {text}
        {count > 1 && <span className="text-ink-3"> in {count} places</span>}
      </p>
      <EvidenceList project={project} label={`Lines: ${moduleName}, ${text}`} places={places.slice(0, most)} />
    </div>
  ));
}
