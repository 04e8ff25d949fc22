ALTER TABLE "rules" ADD COLUMN "check" jsonb;--> statement-breakpoint
ALTER TABLE "rules" ADD COLUMN "is_required" boolean DEFAULT false NOT NULL;