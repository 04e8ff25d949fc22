import { Client, DatabaseError } from "pg";

import { schemaLock } from "./migrate-db.ts";

/** The role that the product's statements run as, and whether row-level security applies to it. */
export interface RuntimeRole {
  /** The role that statements run as; null where the connection's own user has to do. */
  role: string | null;
  /** False where PostgreSQL exempts the connection's user from row security. */
  isWalled: boolean;
  /** What an operator should know, as a sentence; null when all is as it should be. */
  note: string | null;
}

const runtimeRole = "cairn_runtime";
/** Roles belong to the whole server, so another product's database beside ours can be at the same rows. */
const maxTries = 5;

/**
 * Makes the role that the product's statements run as, which owns nothing and cannot look over the wall, and lets it
 * use every table of the product and of the queue. Safe to repeat, and when several processes start at once.
 */
export async function prepareRuntimeRole(connectionString: string): Promise<RuntimeRole> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${schemaLock})`);
    if (await hasUsableRole(client)) {
      await client.query(grants);
      return { role: runtimeRole, isWalled: true, note: null };
    }
    return withoutRole(await isExempt(client, "current_user"));
  } finally {
    await client.end();
  }
}

function withoutRole(isExempted: boolean): RuntimeRole {
  const cause = `The database user may not create or use the role ${runtimeRole}`;
  const note = isExempted
    ? `${cause} and is exempt from row security: the second wall between organizations is missing`
    : `${cause}, so statements run as that user; row security holds for it too`;
  return { role: null, isWalled: !isExempted, note };
}

/** Superusers and roles with BYPASSRLS see over every wall; a role that is not there is no help either. */
async function isExempt(client: Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ exempt: boolean }>(
    `select rolsuper or rolbypassrls as exempt from pg_roles where rolname = ${role}`,
  );
  return rows[0]?.exempt ?? true;
}

/** False where the user lacks the rights to make the role or to become it, or somebody gave the role too many. */
async function hasUsableRole(client: Client): Promise<boolean> {
  await attempt(client, `create role ${runtimeRole} nologin nosuperuser nobypassrls nocreatedb nocreaterole`);
  if (await isExempt(client, `'${runtimeRole}'`)) return false;
  if (await canBecome(client)) return true;
  await attempt(client, `grant ${runtimeRole} to current_user`);
  return await canBecome(client);
}

async function canBecome(client: Client): Promise<boolean> {
  return await attempt(client, `set role ${runtimeRole}; reset role`);
}

/**
 * False without the right to. 42710 and 23505: somebody else made it just now. XX000: somebody else changes the same
 * row at this moment.
 */
async function attempt(client: Client, statement: string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(statement);
      return true;
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined;
      if (code === "42501") return false;
      if (code === "42710" || code === "23505") return true;
      if (code !== "XX000" || tries === maxTries) throw error;
    }
  }
}

/** No TRUNCATE, which row security does not stop. What later versions add is granted as they make it. */
const grants = ["public", "pgboss"]
  .map(
    (schema) => `
do $$ begin
  if to_regnamespace('${schema}') is not null then
    grant usage on schema ${schema} to ${runtimeRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${runtimeRole};
    grant usage on all sequences in schema ${schema} to ${runtimeRole};
    alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${runtimeRole};
    alter default privileges in schema ${schema} grant usage on sequences to ${runtimeRole};
  end if;
end $$;`,
  )
  .join("");
