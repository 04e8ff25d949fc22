import { useEffect, useState } from "react";

import { useTheme } from "#web/lib/browser/theme.ts";
import { DiagramRegion } from "#web/ui/diagram/diagram-region.tsx";
import { drawDiagram } from "#web/ui/diagram/draw-diagram.ts";

import { describeDiagramError } from "./diagram-error.ts";

/** Pause after typing before the diagram is rendered. */
const pauseMs = 350;

type DiagramPreviewResult = { svg: string } | { fault: string };

/** The rendered diagram below its source, or the error in the source. */
export function DiagramPreview({ source }: { source: string }) {
  const drawing = useDrawing(source);
  if (source.trim() === "") return <p className="diagram-note">Write the diagram above; it is drawn here.</p>;
  if (!drawing) return <p className="diagram-note">Drawing…</p>;
  if ("fault" in drawing) return <p className="diagram-note text-danger-text">{drawing.fault}</p>;
  return (
    <div className="p-4">
      <DiagramRegion svg={drawing.svg} title="Diagram" />
    </div>
  );
}

function useDrawing(source: string): DiagramPreviewResult | null {
  const theme = useTheme();
  const [drawing, setDrawing] = useState<DiagramPreviewResult | null>(null);
  useEffect(() => {
    if (source.trim() === "") return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      drawDiagram(source, theme === "dark").then(
        (svg) => isCurrent && setDrawing({ svg }),
        (error: unknown) => isCurrent && setDrawing({ fault: describeDiagramError(error) }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source, theme]);
  return drawing;
}
