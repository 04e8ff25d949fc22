CREATE TABLE "pull_requests" (
	"implementation_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"state" text NOT NULL,
	"head_oid" text NOT NULL,
	"number" integer,
	"url" text,
	"hosted_oid" text,
	"looked_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_implementation_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pull_requests_implementation" ON "pull_requests" USING btree ("organization_id","implementation_id");--> statement-breakpoint
SELECT cairn_wall_organization('pull_requests');
--> statement-breakpoint
-- It is part of what an implementation shows, but for when GitHub was asked last.
CREATE TRIGGER pull_requests_changed AFTER INSERT OR DELETE OR UPDATE OF state, number, hosted_oid, reason ON pull_requests
	FOR EACH ROW EXECUTE FUNCTION record_comment_change();
