CREATE TABLE "merge_intents" (
	"implementation_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"head_oid" text NOT NULL,
	"tip_oid" text NOT NULL,
	"merge_oid" text NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "merged_oid" text;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "merged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "merged_by" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "merge_method" text DEFAULT 'merge' NOT NULL;--> statement-breakpoint
ALTER TABLE "merge_intents" ADD CONSTRAINT "merge_intents_requested_by_users_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_intents" ADD CONSTRAINT "merge_intents_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merge_intents_implementation" ON "merge_intents" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "merge_intents_requester" ON "merge_intents" USING btree ("requested_by");--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_merged_by_users_user_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "implementations_merger" ON "implementations" USING btree ("merged_by");
--> statement-breakpoint
SELECT cairn_wall_organization('merge_intents');
--> statement-breakpoint
-- How changes are merged and what implements is shown to whoever is about to do so.
DROP TRIGGER projects_changed ON projects;
--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.setup_complete, old.agents_write_tasks, old.merge_method, old.default_engine, old.default_agent)
		IS DISTINCT FROM
		(new.slug, new.name, new.description, new.setup_complete, new.agents_write_tasks, new.merge_method, new.default_engine, new.default_agent))
	EXECUTE FUNCTION record_project_change('project');
