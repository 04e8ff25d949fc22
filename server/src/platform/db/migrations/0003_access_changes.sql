-- Whoever holds something open for a person (a socket, a stream) hears here that a right may have gone. Told on commit.
create function tell_access_change() returns trigger language plpgsql as $$
declare
  change json;
begin
  case tg_table_name
    when 'members' then change := json_build_object('organizationId', old.organization_id, 'userId', old.user_id);
    when 'projects' then change := json_build_object('organizationId', old.organization_id, 'projectId', old.project_id);
    when 'organizations' then change := json_build_object('organizationId', old.organization_id);
    when 'users' then change := json_build_object('userId', old.user_id);
    when 'oidc_records' then change := json_build_object('grantId', old.record_id);
  end case;
  perform pg_notify('cairn_access', change::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger members_access_change after delete on members
  for each row execute function tell_access_change();
--> statement-breakpoint
create trigger members_role_change after update of role on members
  for each row when (old.role is distinct from new.role) execute function tell_access_change();
--> statement-breakpoint
create trigger projects_access_change after delete on projects
  for each row execute function tell_access_change();
--> statement-breakpoint
create trigger organizations_access_change after delete on organizations
  for each row execute function tell_access_change();
--> statement-breakpoint
create trigger users_access_change after delete on users
  for each row execute function tell_access_change();
--> statement-breakpoint
create trigger oidc_records_access_change after delete on oidc_records
  for each row when (old.model = 'Grant') execute function tell_access_change();
