CREATE TABLE "task_pins" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"start_line" integer,
	"end_line" integer,
	"symbol" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "task_pins_task_id_repository_id_path_pk" PRIMARY KEY("task_id","repository_id","path")
);
--> statement-breakpoint
ALTER TABLE "task_pins" ADD CONSTRAINT "task_pins_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_pins" ADD CONSTRAINT "task_pins_organization_id_task_id_tasks_organization_id_task_id_fk" FOREIGN KEY ("organization_id","task_id") REFERENCES "public"."tasks"("organization_id","task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_pins" ADD CONSTRAINT "task_pins_organization_id_repository_id_repositories_organization_id_repository_id_fk" FOREIGN KEY ("organization_id","repository_id") REFERENCES "public"."repositories"("organization_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_pins_task" ON "task_pins" USING btree ("organization_id","task_id");--> statement-breakpoint
CREATE INDEX "task_pins_repository" ON "task_pins" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "task_pins_creator" ON "task_pins" USING btree ("created_by");--> statement-breakpoint
SELECT cairn_wall_organization('task_pins'::regclass);