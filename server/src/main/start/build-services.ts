import { randomUUID } from "node:crypto";

import { scopeOf } from "#server/ctx.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { createCrawler } from "#server/platform/crawl/create-crawler.ts";
import { migrateDb } from "#server/platform/db/migrate-db.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { prepareRuntimeRole, type RuntimeRole } from "#server/platform/db/prepare-runtime-role.ts";
import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { releaseAllObjects } from "#server/platform/git/objects/object-reader.ts";
import { connectGithub } from "#server/platform/github/connect-github.ts";
import { createLogger } from "#server/platform/log/logger.ts";
import { connectMail } from "#server/platform/mail/connect-mail.ts";
import { connectModel, type ConnectedModel } from "#server/platform/models/connect-model.ts";
import { createPasswordHasher } from "#server/platform/passwords/password-hasher.ts";
import { openDatabase } from "#server/platform/postgres/connect-database.ts";
import { openQueue, type Queue } from "#server/platform/queue/queue.ts";
import { readSecretKey } from "#server/platform/secrets/read-secret-key.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder, makePrivateFolders } from "#server/platform/storage/data-folders.ts";

import { listeners, jobs } from "./edges.ts";
import { openSandbox } from "./open-sandbox.ts";
import { runQueue } from "./run-queue.ts";
import { createPublish, defineQueues } from "./work.ts";

export interface BuiltServices {
  services: Services;
  /** The one of `services`; the server watches its state. */
  model: ConnectedModel | null;
  queue: Queue;
  secretKey: Buffer;
  /** For connections of another kind than the pool's; may hold a password. */
  connectionString: string;
  isEmbedded: boolean;
  runtimeRole: RuntimeRole;
  /** Lets go of everything, the queue's jobs first; an embedded database is stopped last. */
  close(): Promise<void>;
}

const queueStopTimeoutMs = 8_000;

/** Opens what every process of the product needs: database at this version's schema, queue, keys, folders. */
export async function buildServices(settings: Settings): Promise<BuiltServices> {
  const log = createLogger({ ...settings.log, secrets: listSecrets(settings) });
  await makePrivateFolders(settings.server.dataDir);
  const secretKey = await readSecretKey(settings.server);
  const database = await openDatabase(settings, log);
  try {
    await migrateDb(database.connectionString);
    const { connectionString, isEmbedded } = database;
    const onError = (error: Error) => log.warn({ error }, "a database connection was lost");
    const queue = await openQueue({ connectionString, log });
    await defineQueues(queue, [...jobs, runQueue(settings)]);
    const runtimeRole = await prepareRuntimeRole(connectionString);
    if (runtimeRole.note !== null) log.warn({ isWalled: runtimeRole.isWalled }, runtimeRole.note);
    const databases = openDatabases(connectionString, { role: runtimeRole.role, onError });
    if (isEmbedded) await queue.reclaim(databases.wholeDb);
    const egress = createEgress({ allow: settings.limits.egressAllow });
    const model = connectModel(settings.models);
    const now = () => new Date();
    const enqueue: Services["enqueue"] = (tx, job, data, key) => queue.enqueue(tx, job, data, key);
    const services: Services = {
      wholeDb: databases.wholeDb,
      databaseFor: (actor) => databases.scopedTo(scopeOf(actor)),
      settings,
      log,
      egress,
      secrets: createSecretBox(secretKey),
      passwords: createPasswordHasher(),
      model,
      mail: connectMail(settings.mail),
      github: connectGithub(settings.github),
      crawler: createCrawler({ egress }),
      sandbox: openSandbox(settings, egress),
      indexes: createIndexFolder(settings.server.dataDir),
      mirrors: createMirrorFolder(settings.server.dataDir),
      now,
      newId: randomUUID,
      enqueue,
      publish: createPublish(listeners, { enqueue, now }),
    };
    const closeAll = async () => {
      await queue.stop(queueStopTimeoutMs);
      releaseAllObjects();
      await databases.close();
      await database.stop();
    };
    return { services, model, queue, secretKey, connectionString, isEmbedded, runtimeRole, close: closeAll };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
