ALTER TABLE "tasks" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_parent_id_tasks_task_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tasks"("task_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_parent" ON "tasks" USING btree ("parent_id");
--> statement-breakpoint
-- A task is shown with how many of its sub-tasks are over, which is another number when one comes, goes, is over or no longer is.
CREATE FUNCTION record_parent_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	former uuid := CASE WHEN tg_op <> 'INSERT' THEN old.parent_id END;
	latter uuid := CASE WHEN tg_op <> 'DELETE' THEN new.parent_id END;
BEGIN
	IF former IS NULL AND latter IS NULL THEN RETURN NULL; END IF;
	PERFORM note_project_change(t.organization_id, t.project_id, 'task', t.task_id, 'updated')
		FROM tasks t WHERE t.task_id IN (former, latter);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subtasks_appeared AFTER INSERT OR DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION record_parent_task_change();
--> statement-breakpoint
CREATE TRIGGER subtasks_changed AFTER UPDATE ON tasks FOR EACH ROW
	WHEN (old.parent_id IS DISTINCT FROM new.parent_id
		OR (old.state IN ('done', 'archived')) IS DISTINCT FROM (new.state IN ('done', 'archived')))
	EXECUTE FUNCTION record_parent_task_change();
