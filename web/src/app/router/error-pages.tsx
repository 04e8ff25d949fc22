import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** Shown when a route throws, with a retry button. Other routes are not affected. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page width="narrow">
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState message={errorMessage(error)} onRetry={retry} />
    </Page>
  );
}

/** Shown for an unknown address. */
export function NotFound() {
  usePageTitle("Page not found");
  return (
    <div className="mx-auto flex w-full max-w-120 flex-1 flex-col items-center justify-center px-4 py-16 text-center">
      <p className="font-mono text-sm text-ink-3">404</p>
      <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
        Page not found
      </h1>
      <p className="mt-2 text-base text-ink-2">
        Nothing lives at this address. The page may have moved, or the link was mistyped.
      </p>
      <ButtonLink href={href("home")} variant="primary" className="mt-6">
        Back home
      </ButtonLink>
    </div>
  );
}

/** Shown when the app cannot start. */
export function FatalError({ error }: { error: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center px-4">
      <h1 className="sr-only">The app could not start</h1>
      <ErrorState message={errorMessage(error)} onRetry={() => location.reload()} />
    </main>
  );
}
