CREATE TABLE "proposed_checks" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"criterion_id" text NOT NULL,
	"criterion" text NOT NULL,
	"request_id" uuid NOT NULL,
	"state" text NOT NULL,
	"check" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"tail" text DEFAULT '' NOT NULL,
	"written_by" text,
	"commit_oid" text,
	"requested_by" uuid,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proposed_checks_task_id_criterion_id_pk" PRIMARY KEY("task_id","criterion_id")
);
--> statement-breakpoint
ALTER TABLE "proposed_checks" ADD CONSTRAINT "proposed_checks_requested_by_users_user_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_checks" ADD CONSTRAINT "proposed_checks_task_fk" FOREIGN KEY ("organization_id","task_id") REFERENCES "public"."tasks"("organization_id","task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposed_checks_task" ON "proposed_checks" USING btree ("organization_id","task_id");--> statement-breakpoint
CREATE INDEX "proposed_checks_requester" ON "proposed_checks" USING btree ("requested_by");--> statement-breakpoint
SELECT cairn_wall_organization('proposed_checks');
--> statement-breakpoint
-- What could be run for a criterion is shown with its task, as what is run is.
CREATE TRIGGER proposed_checks_changed AFTER INSERT OR UPDATE OR DELETE ON proposed_checks FOR EACH ROW
	EXECUTE FUNCTION record_criterion_check_change();
