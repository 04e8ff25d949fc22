ALTER TABLE "projects" ADD COLUMN "is_description_proposed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER projects_changed ON projects;
--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.is_description_proposed, old.setup_complete, old.pages_written_at, old.pages_writing, old.agents_write_tasks, old.merge_method, old.merge_path, old.default_engine, old.default_agent)
		IS DISTINCT FROM
		(new.slug, new.name, new.description, new.is_description_proposed, new.setup_complete, new.pages_written_at, new.pages_writing, new.agents_write_tasks, new.merge_method, new.merge_path, new.default_engine, new.default_agent))
	EXECUTE FUNCTION record_project_change('project');
