-- Beside the change of the architecture, so that it can be told who took away what people drew. Where the project itself is
-- being deleted nothing is noted.
CREATE FUNCTION record_drawn_node_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_project_change(old.organization_id, old.project_id, 'drawn-node', substr(old.node_id, length('drawn:') + 1)::uuid, 'deleted');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER drawn_nodes_deleted AFTER DELETE ON architecture_nodes FOR EACH ROW
	WHEN (old.node_id LIKE 'drawn:%')
	EXECUTE FUNCTION record_drawn_node_deletion();
