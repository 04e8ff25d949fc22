-- Who goes takes the name of the service or person from many tasks at once, in whatever order the rows lie. Whoever changes
-- several tasks locks them in the order of their ids; so does this first, and nobody waits in a circle.
CREATE FUNCTION lock_tasks_of_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM tasks WHERE service_id = old.service_id ORDER BY task_id FOR NO KEY UPDATE;
	RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER services_tasks_locked BEFORE DELETE ON services FOR EACH ROW EXECUTE FUNCTION lock_tasks_of_service();
--> statement-breakpoint
CREATE FUNCTION lock_tasks_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM tasks WHERE assignee_id = old.user_id OR created_by = old.user_id ORDER BY task_id FOR NO KEY UPDATE;
	RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tasks_locked BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION lock_tasks_of_user();
