/** `npm run worker`: the part that does jobs. Run as many as there is work for; needs DATABASE_URL. */
import { requireDatabaseUrl } from "./several-processes.ts";
import { startCairn, stopOnSignals } from "./start-cairn.ts";

requireDatabaseUrl(process.env);
stopOnSignals(await startCairn({ env: process.env, webDirectory: null, parts: { server: false, worker: true } }));
