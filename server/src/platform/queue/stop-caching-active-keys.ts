import type { PgBoss } from "pg-boss";

/**
 * pg-boss keeps a list of the keys that are active, and its workers skip jobs with these keys. It writes that list into
 * `pgboss.queue` with its statistics and reads it again every minute, so a job could wait a minute for a key that had
 * long been free. Workers here look at the jobs themselves (see `groupConcurrency` in `work`), so the list stays empty.
 * pg-boss has no option for that; a trigger of ours empties it. Safe to repeat, also by several processes at once.
 */
export async function stopCachingActiveKeys(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  await db.executeSql(keepListEmpty);
  await db.executeSql(groupOlderJobs);
}

/** Two processes that replace one function at the same time would fail, hence the lock. */
const keepListEmpty = `
  do $do$ begin
    perform pg_advisory_xact_lock(hashtext('cairn_empty_active_keys'));
    create or replace function pgboss.cairn_empty_active_keys() returns trigger language plpgsql as $body$
      begin
        new.singletons_active := null;
        return new;
      end
    $body$;
    create or replace trigger cairn_empty_active_keys before insert or update on pgboss.queue
      for each row execute function pgboss.cairn_empty_active_keys();
    update pgboss.queue set singletons_active = null where singletons_active is not null;
  end $do$`;

/** Jobs that were put in line before their key was also their group. */
const groupOlderJobs = `
  update pgboss.job set group_id = singleton_key
  where state < 'completed' and group_id is null and singleton_key <> ''`;
