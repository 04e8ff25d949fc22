ALTER TABLE "projects" ADD COLUMN "agents_write_tasks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "agents_switched_by" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "agents_switched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_agents_switched_by_users_user_id_fk" FOREIGN KEY ("agents_switched_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_agents_switched_by" ON "projects" USING btree ("agents_switched_by");--> statement-breakpoint
DROP TRIGGER projects_changed ON projects;--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.setup_complete, old.agents_write_tasks)
		IS DISTINCT FROM (new.slug, new.name, new.description, new.setup_complete, new.agents_write_tasks))
	EXECUTE FUNCTION record_project_change('project');
--> statement-breakpoint
-- Agents are told that they have other tools now.
CREATE FUNCTION tell_agent_tools_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('cairn_access', json_build_object('organizationId', new.organization_id,
		'projectId', new.project_id, 'isAboutTools', true)::text);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER projects_agent_tools_change AFTER UPDATE ON projects FOR EACH ROW
	WHEN (old.agents_write_tasks IS DISTINCT FROM new.agents_write_tasks)
	EXECUTE FUNCTION tell_agent_tools_change();
