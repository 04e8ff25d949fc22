import { createContext, useContext } from "react";
import type { Dispatch } from "react";

import type { EditorSection } from "#web/features/page-editor/state/editor-page.ts";
import type { EditorAction } from "#web/features/page-editor/state/editor-state.ts";
import type { PageScope } from "#web/features/page-editor/state/page-editor.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { MentionSource } from "#web/ui/editor/menus/text-sources.ts";

/** What every section of an editor shares; none of it changes while somebody types. */
export interface SectionContextValue {
  project: ProjectKey;
  place: PageScope;
  mentions: MentionSource;
  dispatch: Dispatch<EditorAction>;
  onMove: (section: EditorSection, index: number) => void;
  onRemove: (section: EditorSection, index: number) => void;
  onFold: (sectionId: string, isFolded: boolean) => void;
  onPreview: (section: EditorSection) => void;
  /** Stops it, or puts it away. */
  onDropPreview: (sectionId: string) => void;
  onPublish: () => void;
}

export const SectionContext = createContext<SectionContextValue | null>(null);

/** Only parts of a section may ask. */
export function useSectionContext(): SectionContextValue {
  const surroundings = useContext(SectionContext);
  if (surroundings === null) throw new Error("This part belongs inside a section of an editor");
  return surroundings;
}
