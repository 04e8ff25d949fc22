import { fileURLToPath } from "node:url";

/** The built web app; another build may be named, to try a story without touching the one in use. */
export const webDirectory = process.env.STORY_WEB_DIRECTORY ?? fileURLToPath(new URL("../web/dist", import.meta.url));
