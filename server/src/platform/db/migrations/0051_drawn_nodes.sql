ALTER TABLE "architecture_nodes" ADD COLUMN "technology" text;--> statement-breakpoint
-- What people drew is renamed as well.
DROP TRIGGER architecture_nodes_moved ON architecture_nodes;
--> statement-breakpoint
CREATE TRIGGER architecture_nodes_changed AFTER UPDATE ON architecture_nodes FOR EACH ROW
	WHEN ((old.x, old.y, old.name, old.kind, old.technology) IS DISTINCT FROM (new.x, new.y, new.name, new.kind, new.technology))
	EXECUTE FUNCTION record_architecture_change();
