import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import type { AppRouter } from "#web/app/router/router.tsx";
import { queryClient } from "#web/lib/api/query-client.ts";
import { Toaster } from "#web/ui/overlay/toaster.tsx";
import { TooltipLayer } from "#web/ui/tooltip/tooltip-layer.tsx";

/** The root component with all providers. */
export function App({ router }: { router: AppRouter }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
        <TooltipLayer />
      </QueryClientProvider>
    </CSPProvider>
  );
}
