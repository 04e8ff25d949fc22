import { ArrowsOutIcon } from "@phosphor-icons/react/dist/csr/ArrowsOut";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { lazy, Suspense, useEffect, useState } from "react";

import { useTheme } from "#web/lib/theme.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

import { CodeBlock } from "./code-block.tsx";
import { DiagramSvg } from "./diagram-svg.tsx";
import { drawDiagram } from "./draw-diagram.ts";

const DiagramDialog = lazy(() => import("./diagram-dialog.tsx").then((module) => ({ default: module.DiagramDialog })));

type Drawing = { kind: "drawn"; svg: string } | { kind: "failed"; message: string };

/** A Mermaid diagram. Its text is one click away; where it cannot be drawn, the text is all there is. */
export function Diagram({ source, title }: { source: string; title: string }) {
  const drawing = useDrawing(source);
  const [isSourceShown, setIsSourceShown] = useState(false);
  const [isFullscreen, setIsFullscreen] = useState(false);

  if (drawing?.kind === "failed") {
    return (
      <figure className="flex flex-col gap-2">
        <figcaption className="text-sm text-ink-3">
          This diagram could not be drawn. <span className="break-words">{drawing.message}</span>
        </figcaption>
        <CodeBlock code={source} language="mermaid" />
      </figure>
    );
  }
  return (
    <figure aria-label={title} className="overflow-hidden rounded-lg border border-line bg-surface-1">
      <div className="flex h-9 items-center justify-end gap-1 border-b border-line-subtle px-1">
        <IconButton
          label={isSourceShown ? "View diagram" : "View source"}
          aria-pressed={isSourceShown}
          size="sm"
          icon={<CodeIcon className="size-4" />}
          onClick={() => setIsSourceShown(!isSourceShown)}
        />
        <IconButton
          label="Fullscreen"
          size="sm"
          icon={<ArrowsOutIcon className="size-4" />}
          onClick={() => setIsFullscreen(drawing !== null)}
        />
      </div>
      {isSourceShown && <CodeBlock code={source} language="mermaid" />}
      {!isSourceShown && (
        <div className="flex min-h-60 items-center justify-center p-4">
          {drawing ? (
            <DiagramSvg
              svg={drawing.svg}
              title={title}
              className="flex max-h-140 w-full justify-center [&>svg]:max-h-132"
            />
          ) : (
            <div className="w-full">
              <Loading what="diagram">
                <Skeleton className="h-52 w-full" />
              </Loading>
            </div>
          )}
        </div>
      )}
      {isFullscreen && drawing && (
        <Suspense>
          <DiagramDialog svg={drawing.svg} title={title} onClose={() => setIsFullscreen(false)} />
        </Suspense>
      )}
    </figure>
  );
}

/** Null while it is drawn for the first time; drawn again when the theme changes. */
function useDrawing(source: string): Drawing | null {
  const theme = useTheme();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    drawDiagram(source, theme === "dark").then(
      (svg) => isCurrent && setDrawing({ kind: "drawn", svg }),
      (error: unknown) => isCurrent && setDrawing({ kind: "failed", message: firstLine(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, theme]);
  return drawing;
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
}
