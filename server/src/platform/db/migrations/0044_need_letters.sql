CREATE TABLE "need_letters" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"looked_at" timestamp (3) with time zone,
	"told" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "need_letters" ADD CONSTRAINT "need_letters_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "need_letters_looked" ON "need_letters" USING btree ("looked_at");--> statement-breakpoint
SELECT cairn_wall_user('need_letters');
