import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useMemo, useSyncExternalStore } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import {
  changeCorrections,
  correctionsQuery,
  saveUnsaved,
  subscribeToUnsaved,
  toCorrections,
  unsavedCorrections,
} from "./kept-corrections.ts";
import type { Corrections } from "./proposal-corrections.ts";

/**
 * Corrections of proposals, which the server keeps for all members of a project. Each change is shown at once, over what
 * others do meanwhile, and what could not be saved stays until it is.
 */
export function useCorrections(key: ProjectKey) {
  const kept = useQuery({ ...correctionsQuery(key), staleTime: 0 });
  const unsaved = useSyncExternalStore(subscribeToUnsaved, () => unsavedCorrections(key));
  const { organizationId, projectId } = key;
  const isUnsaved = Object.keys(unsaved.corrections).length > 0;
  const corrections = useMemo(
    () => ({ ...toCorrections(kept.data?.content ?? []), ...unsaved.corrections }),
    [kept.data, unsaved],
  );
  useEffect(() => {
    // Whoever leaves the page at once has typed it all the same.
    const save = () => void saveUnsaved({ organizationId, projectId }, true);
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [organizationId, projectId]);
  // The product's other screens lose nothing; another page does, where the server did not take it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isUnsaved && unsaved.error !== null });
  return {
    kept,
    corrections,
    failure: unsaved.error,
    retry: () => void saveUnsaved(key),
    changeCorrections: (change: (shown: Corrections) => Corrections) => changeCorrections(key, change),
  };
}
