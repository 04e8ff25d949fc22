CREATE TABLE "review_looks" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"head_oid" text NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL,
	"former_head_oid" text,
	"former_looked_at" timestamp (3) with time zone,
	CONSTRAINT "review_looks_implementation_id_user_id_pk" PRIMARY KEY("implementation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "viewed_files" (
	"organization_id" uuid NOT NULL,
	"implementation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text NOT NULL,
	"version" text NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "viewed_files_implementation_id_user_id_path_pk" PRIMARY KEY("implementation_id","user_id","path")
);
--> statement-breakpoint
ALTER TABLE "review_looks" ADD CONSTRAINT "review_looks_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_looks" ADD CONSTRAINT "review_looks_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewed_files" ADD CONSTRAINT "viewed_files_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewed_files" ADD CONSTRAINT "viewed_files_organization_id_implementation_id_implementations_organization_id_implementation_id_fk" FOREIGN KEY ("organization_id","implementation_id") REFERENCES "public"."implementations"("organization_id","implementation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_looks_implementation" ON "review_looks" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "review_looks_user" ON "review_looks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "viewed_files_implementation" ON "viewed_files" USING btree ("organization_id","implementation_id");--> statement-breakpoint
CREATE INDEX "viewed_files_user" ON "viewed_files" USING btree ("user_id");
--> statement-breakpoint
SELECT cairn_wall_organization('viewed_files');
--> statement-breakpoint
SELECT cairn_wall_organization('review_looks');
