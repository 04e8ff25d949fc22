import { AppError } from "@cairn/contract/errors";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import { messages } from "@cairn/contract/texts";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { showToast } from "#web/ui/toast-manager.ts";

/** What is said when a mutation or a query ends; the one place toasts come from. */
interface ToastMeta extends Record<string, unknown> {
  success?: string;
  failure?: string;
}

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: ToastMeta;
    queryMeta: ToastMeta;
  }
}

const staleTimeMs = 60_000;
const maxRetries = 3;

/** Forbidden or missing: asking again will not change it. */
export function isDenied(error: unknown): boolean {
  return error instanceof AppError && (error.status === 403 || error.status === 404);
}

/** Not loaded and never will be, or taken away while it was shown; what was loaded before is then not shown either. */
export function isGone({ data, error }: { data: unknown; error: Error | null }): boolean {
  return error !== null && (data === undefined || isDenied(error));
}

function shouldRetry(failureCount: number, error: Error): boolean {
  return !isDenied(error) && failureCount < maxRetries;
}

/** What the gates of organization and product show by; the first part of their queries' keys. */
const gatePaths: readonly unknown[] = [getOrganization.path, getProject.path];

/** A refusal may mean that a right or a membership has gone: the gates then look again. */
function recheckAccess(error: Error): void {
  if (!isDenied(error)) return;
  for (const path of gatePaths) void queryClient.invalidateQueries({ queryKey: [path] });
}

/** What a thrown value tells a person. */
export function errorMessage(error: unknown): string {
  if (error instanceof AppError) return error.message || messages.unknownError;
  return error instanceof Error ? messages.unknownError : messages.unknownThrown;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: staleTimeMs, retry: shouldRetry },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!gatePaths.includes(query.queryKey[0])) recheckAccess(error);
      if (query.meta?.failure)
        showToast({ kind: "error", title: query.meta.failure, description: errorMessage(error) });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      recheckAccess(error);
      const title = mutation.meta?.failure;
      if (title) showToast({ kind: "error", title, description: errorMessage(error) });
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      const title = mutation.meta?.success;
      if (title) showToast({ kind: "success", title });
    },
  }),
});
