import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useSingleKey } from "#web/ui/shortcuts.ts";

import { destinations } from "./destinations.tsx";
import type { Place } from "./place.ts";

const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((module) => ({ default: module.ShortcutSheet })));

/** Keys that work on every screen: G then a letter goes somewhere, ? shows them all. */
export function GlobalKeys({ place }: { place: Place }) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const keyed = destinations(place).filter((destination) => destination.key);
  useSingleKey("?", () => setIsSheetOpen(true));
  return (
    <>
      {keyed.map((destination) => (
        <GoKey key={destination.href} letter={destination.key ?? ""} href={destination.href} />
      ))}
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet destinations={keyed} onClose={() => setIsSheetOpen(false)} />
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
