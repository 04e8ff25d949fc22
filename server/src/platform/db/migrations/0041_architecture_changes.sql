CREATE TABLE "architecture_changes" (
	"change_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"change" text NOT NULL,
	"source_id" text NOT NULL,
	"target_id" text NOT NULL,
	"source_name" text NOT NULL,
	"target_name" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"drift" text,
	"repository_id" uuid NOT NULL,
	"repository_slug" text NOT NULL,
	"commit" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "architecture_looks" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid PRIMARY KEY NOT NULL,
	"layout" text NOT NULL,
	"edges" jsonb NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "architecture_changes" ADD CONSTRAINT "architecture_changes_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_looks" ADD CONSTRAINT "architecture_looks_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "architecture_changes_project" ON "architecture_changes" USING btree ("organization_id","project_id","found_at");--> statement-breakpoint
CREATE INDEX "architecture_looks_project" ON "architecture_looks" USING btree ("organization_id","project_id");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['architecture_looks', 'architecture_changes']) AS walled;
--> statement-breakpoint
CREATE TRIGGER architecture_changes_appeared AFTER INSERT ON architecture_changes FOR EACH ROW
	EXECUTE FUNCTION record_architecture_change();
