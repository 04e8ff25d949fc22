import { sql } from "drizzle-orm";

import type { Database } from "#server/platform/db/open-db.ts";

/** Makes everybody who has an account an Editor of this organization; who is a member already stays what they are. */
export async function addEverybody(wholeDb: Database, organizationId: string): Promise<void> {
  await wholeDb.execute(sql`
    insert into members (organization_id, user_id, role, created_at)
    select ${organizationId}::uuid, user_id, 'editor', now() from users on conflict do nothing`);
}
