import { createContext, useContext } from "react";

import type { NamePosition } from "./code-graph.api.ts";

/** What stands beside the code: the uses of a name, or the declarations of the file. */
export type CodePanelContent = { kind: "references"; name: string; position: NamePosition } | { kind: "outline" };

export interface CodePanelState {
  content: CodePanelContent | null;
  show: (content: CodePanelContent | null) => void;
}

export const CodePanelContext = createContext<CodePanelState>({ content: null, show: () => undefined });

/** The panel of the code view one is in. */
export function useCodePanel(): CodePanelState {
  return useContext(CodePanelContext);
}
