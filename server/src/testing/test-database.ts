import { randomUUID } from "node:crypto";

import { inject } from "vitest";

import { onServer, templateDatabase, withDatabase } from "./database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the server that tests run on; its template database is migrated. */
    testServerUrl: string;
    /** Role that the product's statements run as there, as in production. */
    testRuntimeRole: string | null;
  }
}

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database on the test server: a clone of the template. Drop it when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("testServerUrl");
  const name = `cairn_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, `create database ${name} template ${templateDatabase} strategy file_copy`);
  return {
    connectionString: withDatabase(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
