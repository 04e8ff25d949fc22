import { createContext } from "react";

/** What nodes of the canvas can do with what is in them. Null where nothing can be opened. */
export interface Opening {
  canOpen: (nodeId: string) => boolean;
  isLoading: (nodeId: string) => boolean;
  toggle: (nodeId: string) => void;
  retry: (nodeId: string) => void;
  showAll: (nodeId: string) => void;
}

/** For the cards, which React Flow draws. */
export const OpeningContext = createContext<Opening | null>(null);
