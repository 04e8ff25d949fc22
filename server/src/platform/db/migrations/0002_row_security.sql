-- The second wall: whatever a statement forgets to ask, it reaches only rows of the scope its transaction entered.
-- A transaction without a scope sees nothing. docs/decisions/0008-row-security.md says why it is built this way.

-- Enters a scope until the end of the transaction: 'all', 'user:<id>' or 'organization:<id>'. A user's organizations
-- are read here, once, so that no policy reads a table and none can end up asking itself.
CREATE FUNCTION cairn_enter(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	reached uuid[] := '{}';
BEGIN
	IF wanted LIKE 'user:%' THEN
		PERFORM set_config('cairn.scope', 'all', true);
		SELECT coalesce(array_agg(organization_id), '{}') INTO reached
			FROM public.members WHERE user_id = substr(wanted, 6)::uuid;
	ELSIF wanted LIKE 'organization:%' THEN
		reached := ARRAY[substr(wanted, 14)::uuid];
	END IF;
	PERFORM set_config('cairn.organizations', reached::text, true), set_config('cairn.scope', wanted, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION cairn_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
	RETURN coalesce(current_setting('cairn.scope', true) = 'all', false);
--> statement-breakpoint
-- Null outside a transaction that entered a scope; a setting that was local once is left behind as ''.
CREATE FUNCTION cairn_organizations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
	RETURN nullif(current_setting('cairn.organizations', true), '')::uuid[];
--> statement-breakpoint
-- Null unless the scope is one person's.
CREATE FUNCTION cairn_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
	RETURN CASE WHEN current_setting('cairn.scope', true) LIKE 'user:%'
		THEN substr(current_setting('cairn.scope', true), 6)::uuid END;
--> statement-breakpoint
-- Puts a table behind the wall, for its owner too. `reach` says which rows a scope other than 'all' has. Each
-- `(SELECT …())` is worked out once per statement and not once per row.
CREATE FUNCTION cairn_wall(walled regclass, reach text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', walled);
	EXECUTE format('CREATE POLICY wall ON %1$s USING ((SELECT cairn_sees_all()) OR (%2$s))
		WITH CHECK ((SELECT cairn_sees_all()) OR (%2$s))', walled, reach);
END $$;
--> statement-breakpoint
-- For tables of an organization: a migration that adds one calls `SELECT cairn_wall_organization('tasks');`.
CREATE FUNCTION cairn_wall_organization(walled regclass) RETURNS void LANGUAGE sql
	RETURN cairn_wall(walled, 'organization_id = ANY ((SELECT cairn_organizations())::uuid[])');
--> statement-breakpoint
-- For tables of one person.
CREATE FUNCTION cairn_wall_user(walled regclass) RETURNS void LANGUAGE sql
	RETURN cairn_wall(walled, 'user_id = (SELECT cairn_user())');
--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY[
	'organizations', 'members', 'former_slugs', 'invites', 'audit_events', 'templates',
	'projects', 'repositories', 'services', 'artifacts', 'sections'
]) AS walled;
--> statement-breakpoint
SELECT cairn_wall_user(walled::regclass) FROM unnest(ARRAY[
	'api_keys', 'ssh_keys', 'sign_ins', 'identities', 'password_resets', 'idempotency_keys'
]) AS walled;
--> statement-breakpoint
-- Chats belong to an organization and, within it, to one person.
SELECT cairn_wall('chats', 'organization_id = ANY ((SELECT cairn_organizations())::uuid[])
	AND ((SELECT cairn_user()) IS NULL OR user_id = (SELECT cairn_user()))');
