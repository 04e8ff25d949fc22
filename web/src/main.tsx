import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import "#web/lib/quiet-zod.ts";

import "./styles.css";
import { App } from "#web/app/app.tsx";
import { FatalError } from "#web/app/error-pages.tsx";
import { startLogin } from "#web/lib/auth/login.ts";
import { whenSessionIsLost } from "#web/lib/auth/session.ts";
import { href } from "#web/lib/paths.ts";
import { loadRuntimeConfig } from "#web/lib/runtime-config.ts";

const container = document.getElementById("app");
if (!container) throw new Error("The page has no #app element");
const root = createRoot(container);

whenSessionIsLost(() => {
  startLogin({ mode: "login", returnTo: location.pathname + location.search }).catch(() => {
    location.assign(href("login"));
  });
});

// Code appears later than the first paint; by then an optional font must be loaded, or it is not used at all.
void document.fonts.load('1em "Geist Mono"');

async function start(): Promise<void> {
  try {
    await loadRuntimeConfig();
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  } catch (error) {
    root.render(<FatalError error={error} />);
  }
}

void start();
