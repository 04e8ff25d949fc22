-- SQL cannot seal an address, and no version that people run had webhooks yet.
DELETE FROM "event_hooks";--> statement-breakpoint
ALTER TABLE "event_hooks" ADD COLUMN "sealed_url" text NOT NULL;--> statement-breakpoint
ALTER TABLE "event_hooks" DROP COLUMN "url";