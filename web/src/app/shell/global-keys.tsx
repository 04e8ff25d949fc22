import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { listDestinations } from "#web/app/commands/destinations.tsx";
import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((module) => ({ default: module.ShortcutSheet })));

/** Global shortcuts: G and a letter navigate, ? shows all shortcuts. */
export function GlobalKeys({ scope }: { scope: CurrentScope }) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const keyed = listDestinations(scope).filter((destination) => destination.key);
  useSingleKey("?", () => setIsSheetOpen(true));
  return (
    <>
      {keyed.map((destination) => (
        <GoKey key={destination.href} letter={destination.key ?? ""} href={destination.href} />
      ))}
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet listDestinations={keyed} onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function GoKey({ letter, href }: { letter: string; href: string }) {
  const navigate = useNavigate();
  useSingleKey(`g>${letter}`, () => void navigate({ to: href }));
  return null;
}
