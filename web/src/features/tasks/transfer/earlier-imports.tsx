import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";

import { describeImport } from "./describe-import.ts";
import { taskImportsQuery } from "./task-imports.api.ts";

/** What came in before, each to be looked at and taken back. Nothing where nothing did. */
export function EarlierImports({ project, onShow }: { project: ProjectKey; onShow: (importId: string) => void }) {
  const imports = useQuery(taskImportsQuery(project)).data?.content ?? [];
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="earlier-imports" className="mt-10">
      <h2 id="earlier-imports" className="mb-2 text-base font-semibold">
        Earlier imports
      </h2>
      <ul className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2">
        {imports.map((one) => (
          <li
            key={one.importId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{describeImport(one)}</span>
            <RelativeTime date={one.createdAt} className="text-ink-3" />
            <Button size="sm" aria-label={`Show the import of ${one.name}`} onClick={() => onShow(one.importId)}>
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
