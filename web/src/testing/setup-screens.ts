import { afterEach, beforeEach, vi } from "vitest";

import "#web/lib/config/zod-jitless.ts";
import "#web/lib/config/zod-settings.ts";

import "#web/styles.css";
import { openFakeSocket } from "#web/lib/live/testing/fake-sockets.ts";

import { closeScreen, prepareScreen } from "./open-screen.tsx";

vi.mock("#web/lib/live/socket.ts", () => ({ openSocket: openFakeSocket }));

beforeEach(prepareScreen);
afterEach(closeScreen);
