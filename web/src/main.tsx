import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import "./styles.css";
import { App } from "#web/app/app.tsx";
import { FatalError } from "#web/app/error-pages.tsx";
import { startLogin } from "#web/lib/auth/login.ts";
import { whenSessionIsLost } from "#web/lib/auth/session.ts";
import { loadRuntimeConfig } from "#web/lib/runtime-config.ts";

const container = document.getElementById("app");
if (!container) throw new Error("The page has no #app element");
const root = createRoot(container);

whenSessionIsLost(() => {
  void startLogin({ mode: "login", returnTo: location.pathname + location.search });
});

loadRuntimeConfig().then(
  () => {
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<FatalError error={error} />),
);
