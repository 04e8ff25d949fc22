CREATE TABLE "criterion_checks" (
	"organization_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"criterion_id" text NOT NULL,
	"check" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "criterion_checks_task_id_criterion_id_pk" PRIMARY KEY("task_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "run_checks" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"attempt" integer NOT NULL,
	"kind" text NOT NULL,
	"criterion_id" text,
	"side" text NOT NULL,
	"repetition" integer NOT NULL,
	"commit" text NOT NULL,
	"command" text NOT NULL,
	"key" text NOT NULL,
	"outcome" text NOT NULL,
	"exit_code" integer,
	"message" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"tail" text NOT NULL,
	"cases" jsonb,
	"is_reused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_checks_implementation_id_sequence_pk" PRIMARY KEY("implementation_id","sequence"),
	CONSTRAINT "run_checks_once" UNIQUE("implementation_id","key")
);
--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "implementations" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "criterion_checks" ADD CONSTRAINT "criterion_checks_updated_by_users_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_checks" ADD CONSTRAINT "criterion_checks_organization_id_task_id_tasks_organization_id_task_id_fk" FOREIGN KEY ("organization_id","task_id") REFERENCES "public"."tasks"("organization_id","task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_checks" ADD CONSTRAINT "run_checks_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "criterion_checks_task" ON "criterion_checks" USING btree ("organization_id","task_id");--> statement-breakpoint
CREATE INDEX "criterion_checks_updater" ON "criterion_checks" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "run_checks_implementation" ON "run_checks" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "run_checks_key" ON "run_checks" USING btree ("organization_id","key");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['run_checks', 'criterion_checks']) AS walled;
--> statement-breakpoint
-- What is run for a criterion is part of its task. Nothing is noted where the task itself is being deleted.
CREATE FUNCTION record_criterion_check_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this record := CASE WHEN tg_op = 'DELETE' THEN old ELSE new END;
BEGIN
	PERFORM note_project_change(t.organization_id, t.project_id, 'task', t.task_id, 'updated')
		FROM tasks t WHERE t.task_id = this.task_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER criterion_checks_changed AFTER INSERT OR UPDATE OR DELETE ON criterion_checks FOR EACH ROW
	EXECUTE FUNCTION record_criterion_check_change();
--> statement-breakpoint
-- What a run shows while it works, and what came of its checks, are news as well.
DROP TRIGGER implementations_changed ON implementations;
--> statement-breakpoint
CREATE TRIGGER implementations_changed AFTER UPDATE ON implementations FOR EACH ROW
	WHEN ((old.state, old.run_state, old.attempt, old.base_oid, old.head_oid, old.is_published, old.last_operation,
			old.created_by, old.proof, old.progress)
		IS DISTINCT FROM
		(new.state, new.run_state, new.attempt, new.base_oid, new.head_oid, new.is_published, new.last_operation,
			new.created_by, new.proof, new.progress))
	EXECUTE FUNCTION record_project_change('implementation');
