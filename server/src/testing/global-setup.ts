import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import type { TestProject } from "vitest/node";

import { migrateDb } from "#server/platform/db/migrate-db.ts";
import { prepareRuntimeRole } from "#server/platform/db/prepare-runtime-role.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/start-embedded-postgres.ts";

import { onServer, templateDatabase, withDatabase } from "./database-server.ts";

/**
 * One PostgreSQL for all tests: the one of TEST_DATABASE_URL, which may create databases, or an embedded one. Its
 * template database is migrated once; every test file clones it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer(process.env.TEST_DATABASE_URL);
  await onServer(server.url, `drop database if exists ${templateDatabase} with (force)`);
  await onServer(server.url, `create database ${templateDatabase}`);
  const template = withDatabase(server.url, templateDatabase);
  await migrateDb(template);
  const { role } = await prepareRuntimeRole(template);
  project.provide("testServerUrl", server.url);
  project.provide("testRuntimeRole", role);
  return server.close;
}

async function openServer(given: string | undefined): Promise<{ url: string; close: () => Promise<void> }> {
  if (given) return { url: given, close: () => onServer(given, `drop database if exists ${templateDatabase}`) };
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-test-"));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: silentLogger });
  await forgoDurability(postgres.connectionString);
  return {
    url: postgres.connectionString,
    close: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Nothing of these databases has to outlive a crash, so no test waits for a disk. */
async function forgoDurability(url: string): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await onServer(url, `alter system set ${setting} = off`);
  }
  await onServer(url, "select pg_reload_conf()");
}
