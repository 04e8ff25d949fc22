import { createContext, useContext } from "react";

import type { NamePosition } from "./code-graph.api.ts";

/** Content of the side panel: usages of a name, or the outline of the file. */
export type CodePanelContent = { kind: "references"; name: string; position: NamePosition } | { kind: "outline" };

export interface CodePanelState {
  content: CodePanelContent | null;
  show: (content: CodePanelContent | null) => void;
}

export const CodePanelContext = createContext<CodePanelState>({ content: null, show: () => undefined });

/** The side panel of the surrounding code view. */
export function useCodePanel(): CodePanelState {
  return useContext(CodePanelContext);
}
