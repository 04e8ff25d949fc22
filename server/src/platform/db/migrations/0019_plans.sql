CREATE TABLE "plan_items" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"rank" text COLLATE "C" NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"criteria" jsonb NOT NULL,
	"service_id" uuid,
	"note" text,
	"version" integer NOT NULL,
	"task_id" uuid,
	"project_task_id" integer,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "plan_items_tenant" UNIQUE("organization_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "plan_links" (
	"organization_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"blocker_id" uuid NOT NULL,
	CONSTRAINT "plan_links_item_id_blocker_id_pk" PRIMARY KEY("item_id","blocker_id")
);
--> statement-breakpoint
CREATE TABLE "plan_locations" (
	"organization_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"path" text NOT NULL,
	"position" integer NOT NULL,
	"start_line" integer,
	"end_line" integer,
	"symbol" text,
	"why" jsonb NOT NULL,
	CONSTRAINT "plan_locations_item_id_repository_id_path_pk" PRIMARY KEY("item_id","repository_id","path")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"plan_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"goal" text NOT NULL,
	"state" text NOT NULL,
	"proposal" integer NOT NULL,
	"progress" jsonb,
	"error" text,
	"notes" jsonb NOT NULL,
	"nothing" text,
	"written_by" text,
	"origin" text,
	"session_id" uuid,
	"artifact_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plans_tenant" UNIQUE("organization_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_service_id_services_service_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("service_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_organization_id_plan_id_plans_organization_id_plan_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_links" ADD CONSTRAINT "plan_links_organization_id_item_id_plan_items_organization_id_item_id_fk" FOREIGN KEY ("organization_id","item_id") REFERENCES "public"."plan_items"("organization_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_links" ADD CONSTRAINT "plan_links_organization_id_blocker_id_plan_items_organization_id_item_id_fk" FOREIGN KEY ("organization_id","blocker_id") REFERENCES "public"."plan_items"("organization_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_locations" ADD CONSTRAINT "plan_locations_organization_id_item_id_plan_items_organization_id_item_id_fk" FOREIGN KEY ("organization_id","item_id") REFERENCES "public"."plan_items"("organization_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_locations" ADD CONSTRAINT "plan_locations_organization_id_repository_id_repositories_organization_id_repository_id_fk" FOREIGN KEY ("organization_id","repository_id") REFERENCES "public"."repositories"("organization_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_session_id_chats_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chats"("session_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_artifact_id_artifacts_artifact_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("artifact_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_items_plan" ON "plan_items" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "plan_items_service" ON "plan_items" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "plan_links_item" ON "plan_links" USING btree ("organization_id","item_id");--> statement-breakpoint
CREATE INDEX "plan_links_blocker" ON "plan_links" USING btree ("organization_id","blocker_id");--> statement-breakpoint
CREATE INDEX "plan_locations_item" ON "plan_locations" USING btree ("organization_id","item_id");--> statement-breakpoint
CREATE INDEX "plan_locations_repository" ON "plan_locations" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "plans_project" ON "plans" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "plans_session" ON "plans" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "plans_artifact" ON "plans" USING btree ("artifact_id");--> statement-breakpoint
CREATE INDEX "plans_creator" ON "plans" USING btree ("created_by");
--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass)
	FROM unnest(ARRAY['plans', 'plan_items', 'plan_links', 'plan_locations']) AS walled;
--> statement-breakpoint
CREATE TRIGGER plans_appeared AFTER INSERT OR DELETE ON plans FOR EACH ROW EXECUTE FUNCTION record_project_change('plan');
--> statement-breakpoint
CREATE TRIGGER plans_changed AFTER UPDATE ON plans FOR EACH ROW WHEN (old IS DISTINCT FROM new)
	EXECUTE FUNCTION record_project_change('plan');
--> statement-breakpoint
-- An item belongs to its plan. Nothing is noted where the plan itself is being deleted.
CREATE FUNCTION record_plan_item_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent uuid := CASE WHEN tg_op = 'DELETE' THEN old.plan_id ELSE new.plan_id END;
BEGIN
	PERFORM note_project_change(p.organization_id, p.project_id, 'plan', p.plan_id, 'updated')
		FROM plans p WHERE p.plan_id = parent;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_items_appeared AFTER INSERT OR DELETE ON plan_items FOR EACH ROW
	EXECUTE FUNCTION record_plan_item_change();
--> statement-breakpoint
CREATE TRIGGER plan_items_changed AFTER UPDATE ON plan_items FOR EACH ROW WHEN (old IS DISTINCT FROM new)
	EXECUTE FUNCTION record_plan_item_change();
--> statement-breakpoint
-- What an item waits for, and where it lands. Nothing is noted where the item itself is being deleted.
CREATE FUNCTION record_plan_part_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	item uuid := CASE WHEN tg_op = 'DELETE' THEN old.item_id ELSE new.item_id END;
BEGIN
	PERFORM note_project_change(p.organization_id, p.project_id, 'plan', p.plan_id, 'updated')
		FROM plan_items i JOIN plans p ON p.plan_id = i.plan_id WHERE i.item_id = item;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_links_changed AFTER INSERT OR DELETE ON plan_links FOR EACH ROW
	EXECUTE FUNCTION record_plan_part_change();
--> statement-breakpoint
CREATE TRIGGER plan_locations_changed AFTER INSERT OR UPDATE OR DELETE ON plan_locations FOR EACH ROW
	EXECUTE FUNCTION record_plan_part_change();
--> statement-breakpoint
-- Whoever changes several items locks them in the order of their ids; so do those that take something away from them.
CREATE OR REPLACE FUNCTION lock_tasks_of_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM plan_items WHERE service_id = old.service_id ORDER BY item_id FOR NO KEY UPDATE;
	PERFORM 1 FROM tasks WHERE service_id = old.service_id ORDER BY task_id FOR NO KEY UPDATE;
	RETURN old;
END $$;
