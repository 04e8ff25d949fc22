import { sweepUnusedFiles } from "#server/domain/files/sweep-unused-files.ts";
import { sweepUploads } from "#server/domain/files/sweep-uploads.ts";
import { sweepRunFolders } from "#server/domain/implementations/runs/sweep-run-folders.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { removeLeftBundles } from "#server/platform/git/hosting/read-bundle.ts";
import { bundleFolder } from "#server/platform/storage/data-folders.ts";

import { repeat } from "./repeat.ts";

const sweepIntervalMs = 3_600_000;

/** What another process has had under way for this long, it has no more. */
export const leftUploadMs = 3_600_000;

/** Looks in the background for uploads, bundles and work copies that nobody needs, now and every hour. */
export function startSweeping(services: Services): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: services.newId(),
    signal: stopped.signal,
  });
  const sweep = async () => {
    try {
      await sweepUnusedFiles(ctx);
      await sweepUploads(ctx, { minAgeMs: leftUploadMs });
    } catch (error) {
      services.log.warn({ error }, "looking for uploads that nobody needs did not work this time");
    }
    try {
      await removeLeftBundles(bundleFolder(services.settings.server.dataDir));
    } catch (error) {
      services.log.warn({ error }, "removing what is left of git bundles did not work this time");
    }
    try {
      await sweepRunFolders(ctx);
      const workCopies = await services.sandbox.sweep();
      if (workCopies > 0) services.log.info({ workCopies }, "work copies of servers that were killed were removed");
    } catch (error) {
      services.log.warn({ error }, "removing what runs have left did not work this time");
    }
  };
  const sweeps = repeat(sweep, sweepIntervalMs);
  sweeps.start();
  return {
    async stop() {
      stopped.abort();
      await sweeps.stop();
    },
  };
}
