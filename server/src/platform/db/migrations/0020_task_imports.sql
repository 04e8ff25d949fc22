CREATE TABLE "task_import_items" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item" jsonb,
	"task_id" uuid,
	CONSTRAINT "task_import_items_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "task_imports" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"content_hash" text NOT NULL,
	"total" integer NOT NULL,
	"written" integer NOT NULL,
	"linked" integer NOT NULL,
	"kept" integer NOT NULL,
	"failure" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	CONSTRAINT "task_imports_tenant" UNIQUE("organization_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "origin_url" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "origin_key" text;--> statement-breakpoint
ALTER TABLE "task_import_items" ADD CONSTRAINT "task_import_items_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_import_items" ADD CONSTRAINT "task_import_items_organization_id_import_id_task_imports_organization_id_import_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."task_imports"("organization_id","import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_imports" ADD CONSTRAINT "task_imports_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_imports" ADD CONSTRAINT "task_imports_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_import_items_import" ON "task_import_items" USING btree ("organization_id","import_id");--> statement-breakpoint
CREATE INDEX "task_import_items_task" ON "task_import_items" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_imports_project" ON "task_imports" USING btree ("organization_id","project_id","started_at");--> statement-breakpoint
CREATE INDEX "task_imports_creator" ON "task_imports" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_origin" UNIQUE("project_id","origin_key");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['task_imports', 'task_import_items']) AS walled;
