ALTER TABLE "projects" ADD COLUMN "pages_written_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Until now the set-up ended by itself with the first pages.
UPDATE projects SET pages_written_at = created_at WHERE setup_complete;
--> statement-breakpoint
DROP TRIGGER projects_changed ON projects;
--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.setup_complete, old.pages_written_at, old.agents_write_tasks, old.merge_method, old.merge_path, old.default_engine, old.default_agent)
		IS DISTINCT FROM
		(new.slug, new.name, new.description, new.setup_complete, new.pages_written_at, new.agents_write_tasks, new.merge_method, new.merge_path, new.default_engine, new.default_agent))
	EXECUTE FUNCTION record_project_change('project');
