CREATE TABLE "run_turns" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"attempt" integer NOT NULL,
	"reason" text,
	"message" jsonb NOT NULL,
	"commit_oid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_turns_implementation_id_sequence_pk" PRIMARY KEY("implementation_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "run_turns" ADD CONSTRAINT "run_turns_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_turns_implementation" ON "run_turns" USING btree ("organization_id","implementation_id");
--> statement-breakpoint
SELECT cairn_wall_organization('run_turns');
