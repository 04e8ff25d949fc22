import { createContext, useContext, useState } from "react";
import type { ReactNode } from "react";

const OverlayContainer = createContext<HTMLElement | null>(null);

/**
 * The `main` landmark, and in it the one node every popup is portalled into: a popup outside a landmark would be
 * skipped by people who move by landmarks.
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

/** Hands the popup node to parts outside `main`, such as the sidebar. */
export function OverlayProvider({ container, children }: { container: HTMLElement | null; children: ReactNode }) {
  return <OverlayContainer value={container}>{children}</OverlayContainer>;
}

/** Where to portal a popup to; null until the page is mounted. */
export function useOverlayContainer(): HTMLElement | null {
  return useContext(OverlayContainer);
}
