import { refreshTokens } from "@cairn/contract/auth";
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";

import { App } from "#web/app/app.tsx";
import { createAppRouter, type AppRouter } from "#web/app/router/router.tsx";
import { closeChats } from "#web/features/chat/session/chat.api.ts";
import { forgetUnsavedCorrections } from "#web/features/setup/kept-corrections.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { endSession } from "#web/lib/auth/session.ts";
import { setSignedInCookie } from "#web/lib/auth/signed-in-cookie.ts";
import { loadRuntimeConfig } from "#web/lib/config/runtime-config.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import { toastManager } from "#web/lib/toasts/toast-manager.ts";
import { MainLandmark } from "#web/ui/overlay/overlay-container.tsx";

import { FakeApi } from "./fake-api.ts";

const apiHost = "https://api.example.com";
const config = {
  appName: "Cairn",
  apiHost,
  authHost: apiHost,
  mcpHost: "https://mcp.example.com",
  authClientId: "web",
  clientHost: "https://cairn.example.com",
  maxUploadBytes: 10_000_000,
  maxBundleBytes: 12_000_000,
};

const desktop = { width: 1280, height: 800 };

let root: Root | undefined;
let complaints: string[] = [];
let api = new FakeApi();

/** Before each test: nothing of the test before is left, and nobody is signed in yet. */
export async function prepareScreen(): Promise<void> {
  api = new FakeApi();
  complaints = [];
  sockets.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  // Calls are tried again as often as in the product, but at once.
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 0 } });
  vi.stubGlobal("fetch", (target: RequestInfo | URL, init?: RequestInit) =>
    target === "/config.json" ? Promise.resolve(Response.json(config)) : api.fetch(target, init),
  );
  vi.spyOn(console, "error").mockImplementation((...values) => complaints.push(values.map(String).join(" ")));
  await loadRuntimeConfig();
}

export interface ViewOptions {
  viewport?: { width: number; height: number };
  theme?: "dark" | "light";
}

export interface OpenOptions extends ViewOptions {
  /** False for a visitor. */
  isSignedIn?: boolean;
  /** Sets up the answers before the screen is there. */
  api?: (fake: FakeApi) => void;
}

/** Opens an address in the whole app, as a browser does that was signed in before. */
export async function openScreen(address: string, options: OpenOptions = {}): Promise<FakeApi> {
  options.api?.(api);
  if (options.isSignedIn ?? true) {
    setSignedInCookie(true);
    api.adjust(refreshTokens, { accessToken: makeToken() });
  }
  window.history.replaceState(null, "", address);
  await mount(createAppRouter(), options);
  return api;
}

/** Opens the address that is open once more, as a reload does: what the browser stores is still there, and nothing else. */
export async function reloadScreen(): Promise<void> {
  root?.unmount();
  document.querySelector("#app")?.remove();
  closeChats();
  forgetUnsavedCorrections();
  queryClient.clear();
  sockets.length = 0;
  await mount(createAppRouter(), {});
}

/** Shows a part of the interface by itself, with what every screen has around it: theme, queries, toasts, tooltips. */
export async function renderPart(part: ReactNode, options: ViewOptions = {}): Promise<void> {
  const routeTree = createRootRoute({
    component: () => <MainLandmark className="p-4">{part}</MainLandmark>,
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  // The app's own type names its routes, of which a part needs none.
  await mount(router as unknown as AppRouter, options);
}

async function mount(router: AppRouter, { viewport = desktop, theme = "dark" }: ViewOptions): Promise<void> {
  await page.viewport(viewport.width, viewport.height);
  document.documentElement.dataset.theme = theme;
  const container = document.body.appendChild(document.createElement("div"));
  container.id = "app";
  root = createRoot(container);
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

/**
 * After each test: removes the screen, and checks that neither it nor the fake server violated the contract or logged
 * an error.
 */
export async function closeScreen(): Promise<void> {
  root?.unmount();
  root = undefined;
  document.querySelector("#app")?.remove();
  toastManager.close();
  closeChats();
  forgetUnsavedCorrections();
  api.close();
  await endSession().catch(() => {});
  expect(api.violations).toEqual([]);
  expect(complaints).toEqual([]);
}

/** A token that ends in an hour; nobody checks its signature here. */
export function makeToken(): string {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  return `e30.${btoa(JSON.stringify(claims))}.none`;
}
