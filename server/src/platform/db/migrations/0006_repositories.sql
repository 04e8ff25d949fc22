CREATE TABLE "connections" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"installation_id" text NOT NULL,
	"account" text NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connections_once" UNIQUE("organization_id","type","installation_id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository_keys" (
	"key_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text,
	"fingerprint" text,
	"secret_hash" text,
	"last_four" text,
	"is_read_only" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "repository_keys_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "repository_keys_name" UNIQUE("repository_id","name"),
	CONSTRAINT "repository_keys_once" UNIQUE("repository_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "ssh_public_key" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sealed_ssh_key" text;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "can_push" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "is_protected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "host_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "sealed_webhook_secret" text;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_keys" ADD CONSTRAINT "repository_keys_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_keys" ADD CONSTRAINT "repository_keys_organization_id_repository_id_repositories_organization_id_repository_id_fk" FOREIGN KEY ("organization_id","repository_id") REFERENCES "public"."repositories"("organization_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_installation" ON "connections" USING btree ("type","installation_id");--> statement-breakpoint
CREATE INDEX "repository_keys_fingerprint" ON "repository_keys" USING btree ("fingerprint");--> statement-breakpoint
-- Until now the slug of a hosted repository was unique in its product only. The oldest keeps its own.
-- An owner of the tables who is no superuser stands behind the wall too.
SELECT set_config('cairn.scope', 'all', true);--> statement-breakpoint
UPDATE "repositories" SET "slug" = left("slug", 45) || '-' || left("repository_id"::text, 4)
	WHERE "connection"->>'type' = 'internal' AND "repository_id" IN (
		SELECT "repository_id" FROM (
			SELECT "repository_id", row_number() OVER (PARTITION BY "organization_id", "slug" ORDER BY "created_at", "repository_id") AS nth
			FROM "repositories" WHERE "connection"->>'type' = 'internal'
		) AS same WHERE nth > 1
	);--> statement-breakpoint
CREATE UNIQUE INDEX "repositories_hosted_slug" ON "repositories" USING btree ("organization_id","slug") WHERE "repositories"."connection"->>'type' = 'internal';--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['connections', 'repository_keys']) AS walled;
