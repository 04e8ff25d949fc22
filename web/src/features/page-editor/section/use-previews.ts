import { useEffect, useRef, useState } from "react";

import type { AcceptedText, EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import { previewText } from "#web/features/page-editor/state/page-editor.api.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

/** The preview of a section's text. */
export type Preview =
  | { kind: "running" }
  | { kind: "ready"; text: AcceptedText; writtenBy: string }
  | { kind: "failed"; message: string };

export interface Previews {
  bySection: ReadonlyMap<string, Preview>;
  start: (section: EditorSection) => void;
  /** Stops a running preview, or closes a finished one. */
  drop: (sectionId: string) => void;
}

/** Previews of sections, several at the same time. Leaving the screen stops them. */
export function usePreviews(scope: PageScope): Previews {
  const [bySection, setBySection] = useState<ReadonlyMap<string, Preview>>(new Map());
  const running = useRef(new Map<string, AbortController>());
  const { organizationId, projectId, serviceId } = scope;

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const setPreview = (sectionId: string, preview: Preview | null) =>
    setBySection((before) => {
      const after = new Map(before);
      if (preview === null) after.delete(sectionId);
      else after.set(sectionId, preview);
      return after;
    });

  const start = (section: EditorSection) => {
    const { sectionId } = section;
    running.current.get(sectionId)?.abort();
    const controller = new AbortController();
    running.current.set(sectionId, controller);
    setPreview(sectionId, { kind: "running" });
    void generatePreview({ organizationId, projectId, serviceId }, section, controller.signal).then((preview) => {
      if (!controller.signal.aborted) setPreview(sectionId, preview);
      return preview;
    });
  };

  const drop = (sectionId: string) => {
    running.current.get(sectionId)?.abort();
    running.current.delete(sectionId);
    setPreview(sectionId, null);
  };
  return { bySection, start, drop };
}

async function generatePreview(
  scope: PageScope,
  { sectionId, title, prompt, output }: EditorSection,
  signal: AbortSignal,
): Promise<Preview> {
  try {
    const { content, sources, writtenBy } = await previewText(scope, { sectionId, title, prompt, output }, signal);
    return { kind: "ready", text: { content, sources, prompt: prompt.trim(), output }, writtenBy };
  } catch (error) {
    return { kind: "failed", message: errorMessage(error) };
  }
}
