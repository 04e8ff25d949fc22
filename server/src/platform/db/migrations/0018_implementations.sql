CREATE TABLE "implementations" (
	"implementation_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"service_id" uuid,
	"project_implementation_id" integer NOT NULL,
	"engine" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"brief" jsonb NOT NULL,
	"working_branch" text NOT NULL,
	"base_branch" text NOT NULL,
	"base_oid" text,
	"head_oid" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"run_state" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"lease_epoch" integer DEFAULT 0 NOT NULL,
	"ticket" uuid,
	"last_operation" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "implementations_tenant" UNIQUE("organization_id","implementation_id"),
	CONSTRAINT "implementations_number" UNIQUE("organization_id","project_id","project_implementation_id"),
	CONSTRAINT "implementations_branch" UNIQUE("repository_id","working_branch")
);
--> statement-breakpoint
CREATE TABLE "run_operations" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"step" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_operations_implementation_id_sequence_pk" PRIMARY KEY("implementation_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"step" text NOT NULL,
	"attempt" integer NOT NULL,
	"state" text,
	"intent" jsonb NOT NULL,
	"effect_oid" text,
	"lease_epoch" integer NOT NULL,
	"summary" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "run_steps_implementation_id_sequence_pk" PRIMARY KEY("implementation_id","sequence"),
	CONSTRAINT "run_steps_once" UNIQUE("implementation_id","step","attempt")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "last_implementation_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_service_id_services_service_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("service_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_organization_id_project_id_projects_organization_id_project_id_fk" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_organization_id_task_id_tasks_organization_id_task_id_fk" FOREIGN KEY ("organization_id","task_id") REFERENCES "public"."tasks"("organization_id","task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "implementations" ADD CONSTRAINT "implementations_organization_id_repository_id_repositories_organization_id_repository_id_fk" FOREIGN KEY ("organization_id","repository_id") REFERENCES "public"."repositories"("organization_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_operations" ADD CONSTRAINT "run_operations_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "implementations_one_run" ON "implementations" USING btree ("task_id") WHERE "implementations"."run_state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "implementations_task" ON "implementations" USING btree ("organization_id","task_id","project_implementation_id");--> statement-breakpoint
CREATE INDEX "implementations_line" ON "implementations" USING btree ("run_state","queued_at") WHERE "implementations"."run_state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "implementations_repository" ON "implementations" USING btree ("organization_id","repository_id");--> statement-breakpoint
CREATE INDEX "implementations_service" ON "implementations" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "implementations_creator" ON "implementations" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "run_operations_implementation" ON "run_operations" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "run_steps_implementation" ON "run_steps" USING btree ("organization_id","implementation_id");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['implementations', 'run_steps', 'run_operations']) AS walled;
--> statement-breakpoint
CREATE TRIGGER implementations_appeared AFTER INSERT OR DELETE ON implementations FOR EACH ROW
	EXECUTE FUNCTION record_project_change('implementation');
--> statement-breakpoint
-- Who holds the lease is nobody's business but the workers'.
CREATE TRIGGER implementations_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.state, old.run_state, old.attempt, old.base_oid, old.head_oid, old.is_published, old.last_operation, old.created_by)
		IS DISTINCT FROM
		(new.state, new.run_state, new.attempt, new.base_oid, new.head_oid, new.is_published, new.last_operation, new.created_by))
	EXECUTE FUNCTION record_project_change('implementation');
--> statement-breakpoint
CREATE FUNCTION record_run_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_project_change(i.organization_id, i.project_id, 'implementation', i.implementation_id, 'updated')
		FROM implementations i WHERE i.implementation_id = new.implementation_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER run_steps_changed AFTER INSERT OR UPDATE ON run_steps FOR EACH ROW
	EXECUTE FUNCTION record_run_step_change();
--> statement-breakpoint
-- A task tells whether a run works on it.
CREATE FUNCTION record_run_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this record := CASE WHEN tg_op = 'DELETE' THEN old ELSE new END;
BEGIN
	PERFORM note_project_change(t.organization_id, t.project_id, 'task', t.task_id, 'updated')
		FROM tasks t WHERE t.task_id = this.task_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER implementations_task_appeared AFTER INSERT OR DELETE ON implementations FOR EACH ROW
	EXECUTE FUNCTION record_run_task_change();
--> statement-breakpoint
CREATE TRIGGER implementations_task_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.run_state IN ('queued', 'running')) IS DISTINCT FROM (new.run_state IN ('queued', 'running')))
	EXECUTE FUNCTION record_run_task_change();
