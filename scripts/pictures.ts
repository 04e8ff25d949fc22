/** `npm run pictures`: draws the parts of the design system in both themes into the folder `pictures`, to look at them. */
import path from "node:path";

import { findChromium } from "./find-chromium.ts";
import { root, run } from "./run.ts";

const folder = path.join(root, "pictures");
const env = { CHROMIUM_PATH: await findChromium(), VITE_PICTURES: folder };
const { exitCode } = await run(["vitest", "run", "--project", "screens", "every-story"], { env });
if (exitCode === 0) console.log(`The pictures are in ${folder}`);
process.exit(exitCode);
