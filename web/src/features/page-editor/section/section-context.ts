import { createContext, useContext } from "react";
import type { Dispatch } from "react";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorAction } from "#web/features/page-editor/state/editor-state.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { MentionSource } from "#web/ui/editor/menus/text-sources.ts";

/** What all sections of an editor share. It is stable while the person types. */
export interface SectionContextValue {
  project: ProjectKey;
  scope: PageScope;
  mentions: MentionSource;
  dispatch: Dispatch<EditorAction>;
  onMove: (section: EditorSection, index: number) => void;
  onRemove: (section: EditorSection, index: number) => void;
  onFold: (sectionId: string, isFolded: boolean) => void;
  onPreview: (section: EditorSection) => void;
  /** Stops a running preview, or closes a finished one. */
  onDropPreview: (sectionId: string) => void;
  onPublish: () => void;
}

export const SectionContext = createContext<SectionContextValue | null>(null);

/** The context of the editor; throws outside of it. */
export function useSectionContext(): SectionContextValue {
  const context = useContext(SectionContext);
  if (context === null) throw new Error("This component must be inside a section of an editor");
  return context;
}
