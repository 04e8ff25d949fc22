import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { listModules } from "#web/features/services/architecture/model/list-modules.ts";
import { countFiles } from "#web/features/services/architecture/model/opened.ts";
import type { Opened } from "#web/features/services/architecture/use-opened.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

interface ModuleRowsProps {
  node: CanvasNode;
  nodes: readonly CanvasNode[];
  opened: Opened;
  columnCount: number;
  onSelect: (moduleId: string) => void;
}

/** Below the row of a service that is open, its modules. */
export function ModuleRows({ columnCount, ...rest }: ModuleRowsProps) {
  return (
    <tr className="border-t border-line-subtle max-sm:block">
      <td colSpan={columnCount} className="p-0 max-sm:block">
        <OpenedModules {...rest} />
      </td>
    </tr>
  );
}

function OpenedModules({ node, nodes, opened, onSelect }: Omit<ModuleRowsProps, "columnCount">) {
  const service = opened.services.find((one) => one.node.nodeId === node.nodeId);
  const frame = opened.frames.get(node.nodeId);
  if (!frame)
    return (
      <Loading what="modules">
        <SkeletonRows count={2} className="mx-4 h-8" />
      </Loading>
    );
  if (frame.hasFailed)
    return (
      <div className="px-4 py-3">
        <InlineError message={frame.note ?? ""} onRetry={() => opened.retry(node.nodeId)} />
      </div>
    );
  if (!service || frame.note !== null) return <p className="px-4 py-3 text-sm text-ink-3 md:pl-10">{frame.note}</p>;
  const listed = listModules(service.loaded, nodes).filter(({ module }) => service.shownIds.includes(module.moduleId));
  return (
    <div className="flex flex-col gap-1 bg-surface-1 px-3 py-2 md:pl-10">
      <p className="text-xs text-ink-3 tabular-nums">{frame.countText}</p>
      <ul aria-label={`Modules of ${node.name}`} className="flex flex-col">
        {listed.map(({ module: { moduleId, name, files }, uses }) => (
          <li key={moduleId} className="flex flex-wrap items-baseline gap-x-3 py-1 text-sm">
            <button
              type="button"
              data-node-row={moduleId}
              onClick={() => onSelect(moduleId)}
              className="min-h-6 rounded-sm text-left font-mono text-xs wrap-anywhere text-ink hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </button>
            <span className="text-xs text-ink-3">{countFiles(files)}</span>
            {uses.length > 0 && (
              <span className="min-w-0 basis-full text-xs wrap-anywhere text-ink-2">
                {uses.map(({ text }) => text).join(", ")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {frame.hiddenCount > 0 && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => opened.showAll(node.nodeId)}>
          Show all
        </Button>
      )}
    </div>
  );
}
