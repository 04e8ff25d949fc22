import { lazy, Suspense, useState } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";

import { SwitcherButton } from "./switcher-button.tsx";

const loadPopup = () => import("./switcher-popup.tsx");
const SwitcherPopup = lazy(() => loadPopup().then((module) => ({ default: module.SwitcherPopup })));

/** Shows the current product, and opens the popup with organizations and products, which is loaded on demand. */
export function ProductSwitcher({ scope, isRail }: { scope: CurrentScope; isRail: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadPopup();
  const button = (
    <SwitcherButton
      scope={scope}
      isRail={isRail}
      aria-haspopup="dialog"
      aria-expanded={isWanted}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <SwitcherPopup scope={scope} isRail={isRail} />
    </Suspense>
  );
}
