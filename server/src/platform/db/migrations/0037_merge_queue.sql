CREATE TABLE "merge_queue_entries" (
	"implementation_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"head_oid" text NOT NULL,
	"requested_by" uuid,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"onto_oid" text,
	"merge_oid" text,
	"proof" jsonb,
	"progress" jsonb,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "merge_path" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "merge_queue_entries" ADD CONSTRAINT "merge_queue_entries_requested_by_users_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_queue_entries" ADD CONSTRAINT "merge_queue_entries_implementation_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merge_queue_entries_implementation" ON "merge_queue_entries" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "merge_queue_entries_requester" ON "merge_queue_entries" USING btree ("requested_by");--> statement-breakpoint
SELECT cairn_wall_organization('merge_queue_entries');
--> statement-breakpoint
-- The place in line is part of what an implementation shows.
CREATE TRIGGER merge_queue_entries_changed AFTER INSERT OR UPDATE OR DELETE ON merge_queue_entries FOR EACH ROW
	EXECUTE FUNCTION record_comment_change();
--> statement-breakpoint
DROP TRIGGER projects_changed ON projects;
--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.setup_complete, old.agents_write_tasks, old.merge_method, old.merge_path, old.default_engine, old.default_agent)
		IS DISTINCT FROM
		(new.slug, new.name, new.description, new.setup_complete, new.agents_write_tasks, new.merge_method, new.merge_path, new.default_engine, new.default_agent))
	EXECUTE FUNCTION record_project_change('project');
