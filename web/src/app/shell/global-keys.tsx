import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { listDestinations } from "#web/app/commands/destinations.tsx";
import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useGlobalKey, useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((module) => ({ default: module.ShortcutSheet })));

/** Global shortcuts: G and a letter navigate, C creates a task, ? shows all shortcuts. */
export function GlobalKeys({ scope }: { scope: CurrentScope }) {
  const { organizationId, projectId, project } = scope;
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const keyed = listDestinations(scope).filter((destination) => destination.key);
  useSingleKey("?", () => setIsSheetOpen(true));
  return (
    <>
      {keyed.map((destination) => (
        <GoKey key={destination.href} letter={destination.key ?? ""} href={destination.href} />
      ))}
      {project?.setupComplete && <CreateKey href={href("taskCreate", { organizationId, projectId })} />}
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet listDestinations={keyed} onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function CreateKey({ href: target }: { href: string }) {
  const navigate = useNavigate();
  useGlobalKey("c", () => void navigate({ to: target }));
  return null;
}

function GoKey({ letter, href }: { letter: string; href: string }) {
  const navigate = useNavigate();
  useSingleKey(`g>${letter}`, () => void navigate({ to: href }));
  return null;
}
