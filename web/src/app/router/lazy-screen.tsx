import type { RouteComponent } from "@tanstack/react-router";
import { createElement, useEffect, useState } from "react";
import type { FunctionComponent } from "react";

import { isNewBuildServed } from "#web/lib/browser/new-build.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** Pauses between the tries to load a screen, in order; the last one repeats. */
const pausesMs = [2_000, 5_000, 10_000, 20_000];
const maxPauseMs = 30_000;

/**
 * A screen whose code is loaded when it is first needed. Where that fails, the shell around it stays: the router's own way is to
 * reload the document, which a server that is away answers with the browser's error page, from where nobody comes back.
 */
export function lazyScreen<Name extends string>(
  importModule: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
): RouteComponent {
  let loaded: FunctionComponent | undefined;
  let loading: Promise<void> | undefined;
  const importOnce = async (): Promise<void> => {
    try {
      loaded = (await importModule())[name];
    } catch {
      // The screen says so, and asks again.
    }
  };
  /** Ends in any case; whether it succeeded says `loaded`. */
  const load = (): Promise<void> => {
    loading ??= importOnce().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  function LazyScreen() {
    const [Screen, setScreen] = useState<FunctionComponent | undefined>(() => loaded);
    if (Screen) return createElement(Screen);
    const retry = async () => {
      await load();
      if (loaded) return setScreen(() => loaded);
      // What this page would load is no more: only the document of the new build knows its screens.
      if (await isNewBuildServed()) location.reload();
    };
    return <UnloadedScreen retry={retry} />;
  }
  // The router waits for it before it shows the screen.
  return Object.assign(LazyScreen, { preload: () => (loaded ? undefined : load()) });
}

/** In place of a screen whose code did not come; asks again by itself. */
function UnloadedScreen({ retry }: { retry: () => Promise<void> }) {
  usePageTitle("Not loaded");
  const [tries, setTries] = useState(0);
  const tryAgain = () => void retry().then(() => setTries((count) => count + 1));
  useEffect(() => {
    const timer = setTimeout(tryAgain, pausesMs[tries] ?? maxPauseMs);
    window.addEventListener("online", tryAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", tryAgain);
    };
  });
  return (
    <Page width="narrow">
      <h1 tabIndex={-1} className="sr-only">
        This screen could not be loaded
      </h1>
      <ErrorState
        title="This screen could not be loaded"
        message="Its code did not come from the server. It is asked again by itself, and the screen opens when it answers."
        onRetry={tryAgain}
      />
    </Page>
  );
}
