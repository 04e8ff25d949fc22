import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { queryClient } from "#web/lib/query-client.ts";
import { Toaster } from "#web/ui/toaster.tsx";

import { router } from "./router.tsx";

const tooltipDelayMs = 400;

/** Everything the screens rely on. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={tooltipDelayMs}>
          <RouterProvider router={router} />
          <Toaster />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
