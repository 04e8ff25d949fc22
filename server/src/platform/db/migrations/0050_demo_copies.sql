CREATE TABLE "demo_copies" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "demo_copies_user" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "demo_copies" ADD CONSTRAINT "demo_copies_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_copies" ADD CONSTRAINT "demo_copies_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
SELECT cairn_wall_organization('demo_copies');
