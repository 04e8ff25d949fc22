ALTER TABLE "repositories" ADD COLUMN "index_begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "index_reading" jsonb;