CREATE TABLE "dropped_pages" (
	"dropped_page_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid,
	"service_id" uuid,
	"title" text NOT NULL,
	"plan" text,
	"kept" jsonb NOT NULL,
	"dropped_by" uuid,
	"dropped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dropped_pages" ADD CONSTRAINT "dropped_pages_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dropped_pages" ADD CONSTRAINT "dropped_pages_dropped_by_users_user_id_fk" FOREIGN KEY ("dropped_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dropped_pages" ADD CONSTRAINT "dropped_pages_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dropped_pages" ADD CONSTRAINT "dropped_pages_organization_id_service_id_services_organization_id_service_id_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dropped_pages_project" ON "dropped_pages" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "dropped_pages_person" ON "dropped_pages" USING btree ("dropped_by");--> statement-breakpoint
SELECT cairn_wall_organization('dropped_pages');
