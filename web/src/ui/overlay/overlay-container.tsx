import { createContext, useContext, useState } from "react";
import type { ReactNode } from "react";

const OverlayContainer = createContext<HTMLElement | null>(null);

/**
 * The `main` landmark with the node that all popups are portalled into. Screen reader users who navigate by landmarks
 * would miss a popup outside.
 */
export function MainLandmark({ children, className }: { children: ReactNode; className?: string }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <OverlayContainer value={container}>
      <main id="main" tabIndex={-1} className={className}>
        {children}
        <div id="overlays" ref={setContainer} />
      </main>
    </OverlayContainer>
  );
}

/** Provides the popup node to parts outside `main`, such as the sidebar. */
export function OverlayProvider({ container, children }: { container: HTMLElement | null; children: ReactNode }) {
  return <OverlayContainer value={container}>{children}</OverlayContainer>;
}

/** Where to portal a popup to; null until the page is mounted. */
export function useOverlayContainer(): HTMLElement | null {
  return useContext(OverlayContainer);
}
