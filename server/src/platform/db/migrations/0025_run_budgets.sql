DROP INDEX "implementations_one_run";--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "pause" jsonb;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "token_limit" bigint;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "implementation_id" uuid;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "prompt_tokens" integer;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "model_calls_implementation" ON "model_calls" USING btree ("implementation_id") WHERE "model_calls"."implementation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "implementations_one_run" ON "implementations" USING btree ("task_id") WHERE "implementations"."run_state" in ('waiting', 'queued', 'running', 'paused');
--> statement-breakpoint
-- Why a run waits, and what it may use.
DROP TRIGGER implementations_changed ON implementations;
--> statement-breakpoint
CREATE TRIGGER implementations_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.state, old.run_state, old.attempt, old.base_oid, old.head_oid, old.is_published, old.last_operation, old.created_by, old.proof, old.progress,
			old.push_until, old.pause, old.token_limit)
		IS DISTINCT FROM
		(new.state, new.run_state, new.attempt, new.base_oid, new.head_oid, new.is_published, new.last_operation, new.created_by, new.proof, new.progress,
			new.push_until, new.pause, new.token_limit))
	EXECUTE FUNCTION record_project_change('implementation');
--> statement-breakpoint
-- A task tells whether it has a run, and since when somebody works on it.
DROP TRIGGER implementations_task_changed ON implementations;
--> statement-breakpoint
CREATE TRIGGER implementations_task_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.run_state IN ('waiting', 'queued', 'running', 'paused'), old.run_state IN ('queued', 'running'))
		IS DISTINCT FROM
		(new.run_state IN ('waiting', 'queued', 'running', 'paused'), new.run_state IN ('queued', 'running')))
	EXECUTE FUNCTION record_run_task_change();
--> statement-breakpoint
-- What a run takes of a model shows while it works.
CREATE FUNCTION record_run_call_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_project_change(new.organization_id, new.project_id, 'implementation', new.implementation_id, 'updated');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER model_calls_appeared AFTER INSERT ON model_calls FOR EACH ROW
	WHEN (new.implementation_id IS NOT NULL) EXECUTE FUNCTION record_run_call_change();
--> statement-breakpoint
CREATE TRIGGER model_calls_changed AFTER UPDATE ON model_calls FOR EACH ROW
	WHEN (new.implementation_id IS NOT NULL AND old.ended_at IS DISTINCT FROM new.ended_at)
	EXECUTE FUNCTION record_run_call_change();
