CREATE TABLE "architecture_baselines" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid PRIMARY KEY NOT NULL,
	"set_by" uuid,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "architecture_edges" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"source_id" text NOT NULL,
	"target_id" text NOT NULL,
	"stance" text NOT NULL,
	"set_by" uuid,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "architecture_edges_organization_id_project_id_source_id_target_id_pk" PRIMARY KEY("organization_id","project_id","source_id","target_id")
);
--> statement-breakpoint
CREATE TABLE "architecture_nodes" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"service_id" uuid,
	"x" double precision,
	"y" double precision,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "architecture_nodes_organization_id_project_id_node_id_pk" PRIMARY KEY("organization_id","project_id","node_id"),
	CONSTRAINT "architecture_nodes_whole" CHECK (("architecture_nodes"."x" is null) = ("architecture_nodes"."y" is null))
);
--> statement-breakpoint
ALTER TABLE "architecture_baselines" ADD CONSTRAINT "architecture_baselines_set_by_users_user_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_baselines" ADD CONSTRAINT "architecture_baselines_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_edges" ADD CONSTRAINT "architecture_edges_set_by_users_user_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_edges" ADD CONSTRAINT "architecture_edges_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_edges" ADD CONSTRAINT "architecture_edges_source_fk" FOREIGN KEY ("organization_id","project_id","source_id") REFERENCES "public"."architecture_nodes"("organization_id","project_id","node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_edges" ADD CONSTRAINT "architecture_edges_target_fk" FOREIGN KEY ("organization_id","project_id","target_id") REFERENCES "public"."architecture_nodes"("organization_id","project_id","node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_nodes" ADD CONSTRAINT "architecture_nodes_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "architecture_nodes" ADD CONSTRAINT "architecture_nodes_service_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "architecture_baselines_project" ON "architecture_baselines" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "architecture_baselines_set_by" ON "architecture_baselines" USING btree ("set_by");--> statement-breakpoint
CREATE INDEX "architecture_edges_target" ON "architecture_edges" USING btree ("organization_id","project_id","target_id");--> statement-breakpoint
CREATE INDEX "architecture_edges_set_by" ON "architecture_edges" USING btree ("set_by");--> statement-breakpoint
CREATE INDEX "architecture_nodes_service" ON "architecture_nodes" USING btree ("organization_id","service_id");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['architecture_nodes', 'architecture_edges', 'architecture_baselines']) AS walled;
--> statement-breakpoint
-- There is one architecture a project, by whose id it is asked for. Nothing is noted where the project itself is being deleted.
CREATE FUNCTION record_architecture_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this record := CASE WHEN tg_op = 'DELETE' THEN old ELSE new END;
BEGIN
	PERFORM note_project_change(this.organization_id, this.project_id, 'architecture', this.project_id, 'updated');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER architecture_nodes_appeared AFTER INSERT OR DELETE ON architecture_nodes FOR EACH ROW
	EXECUTE FUNCTION record_architecture_change();
--> statement-breakpoint
CREATE TRIGGER architecture_nodes_moved AFTER UPDATE ON architecture_nodes FOR EACH ROW
	WHEN ((old.x, old.y) IS DISTINCT FROM (new.x, new.y))
	EXECUTE FUNCTION record_architecture_change();
--> statement-breakpoint
CREATE TRIGGER architecture_edges_appeared AFTER INSERT OR DELETE ON architecture_edges FOR EACH ROW
	EXECUTE FUNCTION record_architecture_change();
--> statement-breakpoint
CREATE TRIGGER architecture_edges_changed AFTER UPDATE ON architecture_edges FOR EACH ROW
	WHEN (old.stance IS DISTINCT FROM new.stance)
	EXECUTE FUNCTION record_architecture_change();
--> statement-breakpoint
CREATE TRIGGER architecture_baselines_changed AFTER INSERT OR UPDATE OR DELETE ON architecture_baselines FOR EACH ROW
	EXECUTE FUNCTION record_architecture_change();
