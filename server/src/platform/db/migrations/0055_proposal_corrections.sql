CREATE TABLE "proposal_corrections" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"found_path" text NOT NULL,
	"correction" jsonb NOT NULL,
	"service_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proposal_corrections_organization_id_project_id_repository_id_found_path_pk" PRIMARY KEY("organization_id","project_id","repository_id","found_path")
);
--> statement-breakpoint
ALTER TABLE "proposal_corrections" ADD CONSTRAINT "proposal_corrections_project_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_corrections" ADD CONSTRAINT "proposal_corrections_repository_fk" FOREIGN KEY ("organization_id","repository_id") REFERENCES "public"."repositories"("organization_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_corrections" ADD CONSTRAINT "proposal_corrections_service_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposal_corrections_repository" ON "proposal_corrections" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "proposal_corrections_service" ON "proposal_corrections" USING btree ("organization_id","service_id");--> statement-breakpoint
SELECT cairn_wall_organization('proposal_corrections');
--> statement-breakpoint
-- Others who look at the same proposals are told.
CREATE TRIGGER proposal_corrections_appeared AFTER INSERT OR DELETE ON proposal_corrections FOR EACH ROW
	EXECUTE FUNCTION record_architecture_change();
--> statement-breakpoint
CREATE TRIGGER proposal_corrections_changed AFTER UPDATE ON proposal_corrections FOR EACH ROW
	WHEN ((old.correction, old.service_id) IS DISTINCT FROM (new.correction, new.service_id))
	EXECUTE FUNCTION record_architecture_change();
