import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "#web/lib/query-client.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { TooltipLayer } from "#web/ui/tooltip-layer.tsx";

import { router } from "./router.tsx";

/** Everything the screens rely on. */
export function App() {
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
