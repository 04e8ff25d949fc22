/** `npm run worker`: the part that does jobs. Run as many as there is work for; needs DATABASE_URL. */
import { requireDatabaseUrl } from "#server/main/start/several-processes.ts";
import { startCairn, stopOnSignals } from "#server/main/start/start-cairn.ts";

requireDatabaseUrl(process.env);
stopOnSignals(await startCairn({ env: process.env, webDirectory: null, parts: { server: false, worker: true } }));
