CREATE TABLE "agent_calls" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"last_call_at" timestamp (3) with time zone NOT NULL,
	"last_tool" text NOT NULL,
	"last_client" text,
	CONSTRAINT "agent_calls_project_id_user_id_day_pk" PRIMARY KEY("project_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"rule_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"service_id" uuid,
	"condition" text NOT NULL,
	"instruction" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rules_tenant" UNIQUE("organization_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"topic_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"indexed_hash" text,
	"url" text,
	"crawl_status" text,
	"fetched_at" timestamp (3) with time zone,
	"crawl_error" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "topics_tenant" UNIQUE("organization_id","topic_id")
);
--> statement-breakpoint
ALTER TABLE "agent_calls" ADD CONSTRAINT "agent_calls_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_calls" ADD CONSTRAINT "agent_calls_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_organization_id_service_id_services_organization_id_service_id_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rules_project" ON "rules" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "topics_project" ON "topics" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['agent_calls', 'rules', 'topics']) AS walled;
--> statement-breakpoint
-- Agents hold streams open with a key: its end is told as well.
create or replace function tell_access_change() returns trigger language plpgsql as $$
declare
  change json;
begin
  case tg_table_name
    when 'members' then change := json_build_object('organizationId', old.organization_id, 'userId', old.user_id);
    when 'projects' then change := json_build_object('organizationId', old.organization_id, 'projectId', old.project_id);
    when 'organizations' then change := json_build_object('organizationId', old.organization_id);
    when 'users' then change := json_build_object('userId', old.user_id);
    when 'api_keys' then change := json_build_object('userId', old.user_id);
    when 'oidc_records' then change := json_build_object('grantId', old.record_id);
  end case;
  perform pg_notify('cairn_access', change::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger api_keys_access_change after delete on api_keys
  for each row execute function tell_access_change();
