import { requireDatabaseUrl, webDirectory } from "#server/main/start/several-processes.ts";
/** `npm run api`: the part that answers. Needs DATABASE_URL, because an embedded database serves one process only. */
import { startCairn, stopOnSignals } from "#server/main/start/start-cairn.ts";

requireDatabaseUrl(process.env);
stopOnSignals(await startCairn({ env: process.env, webDirectory, parts: { server: true, worker: false } }));
