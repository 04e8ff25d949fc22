CREATE TABLE "event_hooks" (
	"hook_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"url" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"events" text[] NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_hooks_organization" UNIQUE("organization_id","hook_id")
);
--> statement-breakpoint
CREATE TABLE "hook_deliveries" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_hooks" ADD CONSTRAINT "event_hooks_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD CONSTRAINT "hook_deliveries_hook_fk" FOREIGN KEY ("organization_id","hook_id") REFERENCES "public"."event_hooks"("organization_id","hook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_hooks_project" ON "event_hooks" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "hook_deliveries_hook" ON "hook_deliveries" USING btree ("organization_id","hook_id","created_at");--> statement-breakpoint
CREATE INDEX "hook_deliveries_due" ON "hook_deliveries" USING btree ("due_at");--> statement-breakpoint
SELECT cairn_wall_organization('event_hooks');
--> statement-breakpoint
SELECT cairn_wall_organization('hook_deliveries');
