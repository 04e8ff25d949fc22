DROP INDEX "implementations_one_run";--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "from_attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "pushed_oid" text;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "push_key_hash" text;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "push_key_user_id" uuid;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "push_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_push_key_user_id_users_user_id_fk" FOREIGN KEY ("push_key_user_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "implementations_pusher" ON "implementations" USING btree ("push_key_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "implementations_one_run" ON "implementations" USING btree ("task_id") WHERE "implementations"."run_state" in ('waiting', 'queued', 'running');--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_push_key" UNIQUE("push_key_hash");
--> statement-breakpoint
-- Until when pushes are taken is shown; the key itself is nobody's business.
DROP TRIGGER implementations_changed ON implementations;
--> statement-breakpoint
CREATE TRIGGER implementations_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.state, old.run_state, old.attempt, old.base_oid, old.head_oid, old.is_published, old.last_operation, old.created_by, old.proof, old.progress,
			old.push_until)
		IS DISTINCT FROM
		(new.state, new.run_state, new.attempt, new.base_oid, new.head_oid, new.is_published, new.last_operation, new.created_by, new.proof, new.progress,
			new.push_until))
	EXECUTE FUNCTION record_project_change('implementation');
--> statement-breakpoint
-- A task tells whether a run works on it or waits for a push.
DROP TRIGGER implementations_task_changed ON implementations;
--> statement-breakpoint
CREATE TRIGGER implementations_task_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.run_state IN ('waiting', 'queued', 'running')) IS DISTINCT FROM (new.run_state IN ('waiting', 'queued', 'running')))
	EXECUTE FUNCTION record_run_task_change();
