import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import "#web/lib/config/zod-jitless.ts";
import "#web/lib/config/zod-settings.ts";

import "./styles.css";
import { App } from "#web/app/app.tsx";
import { FatalError } from "#web/app/router/error-pages.tsx";
import { handleSession } from "#web/app/router/handle-session.ts";
import { createAppRouter } from "#web/app/router/router.tsx";
import { loadRuntimeConfig } from "#web/lib/config/runtime-config.ts";

const container = document.getElementById("app");
if (!container) throw new Error("The page has no #app element");
const root = createRoot(container);

handleSession();

// Code is rendered after the first paint. With `font-display: optional` the font must be loaded by then, or it is not
// used at all.
void document.fonts.load('1em "Geist Mono"');

async function start(): Promise<void> {
  try {
    await loadRuntimeConfig();
    root.render(
      <StrictMode>
        <App router={createAppRouter()} />
      </StrictMode>,
    );
  } catch (error) {
    root.render(<FatalError error={error} />);
  }
}

void start();
