CREATE TABLE "command_checks" (
	"service_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"check_id" uuid NOT NULL,
	"state" text NOT NULL,
	"message" text,
	"repository_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"commit" text,
	"commands" jsonb NOT NULL,
	"outputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"programs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"work_copy" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service_commands" (
	"service_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"found" jsonb,
	"found_repository_id" uuid,
	"found_folder" text,
	"found_commit" text,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "command_checks" ADD CONSTRAINT "command_checks_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_checks" ADD CONSTRAINT "command_checks_organization_id_service_id_services_organization_id_service_id_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_commands" ADD CONSTRAINT "service_commands_organization_id_service_id_services_organization_id_service_id_fk" FOREIGN KEY ("organization_id","service_id") REFERENCES "public"."services"("organization_id","service_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "command_checks_service" ON "command_checks" USING btree ("organization_id","service_id");--> statement-breakpoint
CREATE INDEX "command_checks_creator" ON "command_checks" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "service_commands_service" ON "service_commands" USING btree ("organization_id","service_id");
--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['service_commands', 'command_checks']) AS walled;
--> statement-breakpoint
-- Both are of their service, by whose id they are asked for. Nothing is noted where the service itself is being deleted.
CREATE FUNCTION record_service_commands_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_project_change(s.organization_id, s.project_id, 'service-commands', s.service_id, 'updated')
		FROM services s WHERE s.service_id = new.service_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER service_commands_appeared AFTER INSERT ON service_commands FOR EACH ROW
	EXECUTE FUNCTION record_service_commands_change();
--> statement-breakpoint
CREATE TRIGGER service_commands_changed AFTER UPDATE ON service_commands FOR EACH ROW WHEN (old IS DISTINCT FROM new)
	EXECUTE FUNCTION record_service_commands_change();
--> statement-breakpoint
CREATE TRIGGER command_checks_appeared AFTER INSERT ON command_checks FOR EACH ROW
	EXECUTE FUNCTION record_service_commands_change();
--> statement-breakpoint
-- Where its work copy lies is nobody's business but the workers'.
CREATE TRIGGER command_checks_changed AFTER UPDATE ON command_checks FOR EACH ROW
	WHEN ((old.check_id, old.state, old.message, old.commit, old.commands, old.programs, old.ended_at)
		IS DISTINCT FROM (new.check_id, new.state, new.message, new.commit, new.commands, new.programs, new.ended_at))
	EXECUTE FUNCTION record_service_commands_change();
