CREATE TABLE "project_change_counters" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"last_sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_changes" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "project_changes_project_id_sequence_pk" PRIMARY KEY("project_id","sequence")
);
--> statement-breakpoint
CREATE INDEX "project_changes_created" ON "project_changes" USING btree ("created_at");--> statement-breakpoint
SELECT cairn_wall_organization(walled::regclass) FROM unnest(ARRAY['project_changes', 'project_change_counters']) AS walled;
--> statement-breakpoint
-- Changes of transactions that have not committed. A transaction sees its own rows only and takes them away before it
-- ends, so nobody ever finds one here: no wall is needed, and nothing has to survive a crash.
CREATE UNLOGGED TABLE uncommitted_changes (
	transaction_id bigint NOT NULL,
	project_id uuid NOT NULL,
	type text NOT NULL,
	subject_id uuid NOT NULL,
	operation text NOT NULL,
	PRIMARY KEY (transaction_id, project_id, type, subject_id, operation)
);
--> statement-breakpoint
-- Notes a change once per transaction, however many statements make it. Without a project it is one of every project of
-- the organization. A project that is being deleted has no row any more, so nothing is noted for it.
CREATE FUNCTION note_project_change(changed_organization uuid, changed_project uuid, changed_type text, changed_id uuid,
	operation text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO uncommitted_changes (transaction_id, project_id, type, subject_id, operation)
	SELECT pg_current_xact_id()::text::bigint, p.project_id, changed_type, changed_id, operation FROM projects p
	WHERE p.organization_id = changed_organization AND (changed_project IS NULL OR p.project_id = changed_project)
	ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Numbers all changes of the transaction when it commits; later calls in the same transaction have nothing left to do.
-- The counters are the last rows that the transaction locks, in the order of their ids, so nobody waits in a circle, and
-- they stay locked for the commit alone. Who gets a lock sees everything with a smaller number.
CREATE FUNCTION number_project_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this_transaction constant bigint := pg_current_xact_id()::text::bigint;
	changed record;
	last bigint;
BEGIN
	FOR changed IN
		SELECT p.organization_id, u.project_id, count(*) AS amount
		FROM uncommitted_changes u JOIN projects p USING (project_id)
		WHERE u.transaction_id = this_transaction GROUP BY 1, 2 ORDER BY 2
	LOOP
		INSERT INTO project_change_counters AS counter (organization_id, project_id, last_sequence)
			VALUES (changed.organization_id, changed.project_id, changed.amount)
			ON CONFLICT (project_id) DO UPDATE SET last_sequence = counter.last_sequence + changed.amount
			RETURNING last_sequence INTO last;
		INSERT INTO project_changes (organization_id, project_id, sequence, type, subject_id, operation, created_at)
			SELECT changed.organization_id, changed.project_id,
				last - changed.amount + row_number() OVER (
					ORDER BY array_position(ARRAY['created', 'updated', 'deleted'], operation), type, subject_id),
				type, subject_id, operation, clock_timestamp()
			FROM uncommitted_changes WHERE transaction_id = this_transaction AND project_id = changed.project_id;
		PERFORM pg_notify('cairn_project_changes', changed.project_id::text);
	END LOOP;
	DELETE FROM uncommitted_changes WHERE transaction_id = this_transaction;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER number_project_changes AFTER INSERT ON uncommitted_changes
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_project_changes();
--> statement-breakpoint
-- For tables whose rows belong to a project, or to all of an organization. The argument is the type of the change; its
-- column `<type>_id` holds what changed, for the type "code" `repository_id`.
CREATE FUNCTION record_project_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	former jsonb := CASE WHEN tg_op <> 'INSERT' THEN to_jsonb(old) END;
	latter jsonb := CASE WHEN tg_op <> 'DELETE' THEN to_jsonb(new) END;
	this jsonb := coalesce(latter, former);
	operation constant text := CASE tg_op WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'updated' ELSE 'deleted' END;
	id_column constant text := CASE tg_argv[0] WHEN 'code' THEN 'repository_id' ELSE tg_argv[0] || '_id' END;
BEGIN
	PERFORM note_project_change((this->>'organization_id')::uuid, (this->>'project_id')::uuid, tg_argv[0],
		(this->>id_column)::uuid, operation);
	-- What moves away from a project is gone there.
	IF tg_op = 'UPDATE' AND former->>'project_id' IS DISTINCT FROM latter->>'project_id' THEN
		PERFORM note_project_change((former->>'organization_id')::uuid, (former->>'project_id')::uuid, tg_argv[0],
			(former->>id_column)::uuid, 'deleted');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- For tables whose rows belong to a page: the page is what changed.
CREATE FUNCTION record_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	page uuid := CASE WHEN tg_op = 'DELETE' THEN old.artifact_id ELSE new.artifact_id END;
BEGIN
	PERFORM note_project_change(a.organization_id, a.project_id, 'artifact', page, 'updated')
		FROM artifacts a WHERE a.artifact_id = page;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER projects_changed AFTER UPDATE ON projects FOR EACH ROW
	WHEN ((old.slug, old.name, old.description, old.setup_complete)
		IS DISTINCT FROM (new.slug, new.name, new.description, new.setup_complete))
	EXECUTE FUNCTION record_project_change('project');
--> statement-breakpoint
CREATE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON services FOR EACH ROW
	EXECUTE FUNCTION record_project_change('service');
--> statement-breakpoint
CREATE TRIGGER repositories_appeared AFTER INSERT OR DELETE ON repositories FOR EACH ROW
	EXECUTE FUNCTION record_project_change('repository');
--> statement-breakpoint
CREATE TRIGGER repositories_changed AFTER UPDATE ON repositories FOR EACH ROW
	WHEN ((old.slug, old.main_branch, old.index_state, old.index_progress, old.index_error, old.indexed_commit, old.indexed_at)
		IS DISTINCT FROM
		(new.slug, new.main_branch, new.index_state, new.index_progress, new.index_error, new.indexed_commit, new.indexed_at))
	EXECUTE FUNCTION record_project_change('repository');
--> statement-breakpoint
CREATE TRIGGER repositories_moved AFTER UPDATE ON repositories FOR EACH ROW
	WHEN ((old.main_branch, old.indexed_commit) IS DISTINCT FROM (new.main_branch, new.indexed_commit))
	EXECUTE FUNCTION record_project_change('code');
--> statement-breakpoint
CREATE TRIGGER artifacts_appeared AFTER INSERT OR DELETE ON artifacts FOR EACH ROW
	EXECUTE FUNCTION record_project_change('artifact');
--> statement-breakpoint
CREATE TRIGGER artifacts_changed AFTER UPDATE ON artifacts FOR EACH ROW WHEN (old IS DISTINCT FROM new)
	EXECUTE FUNCTION record_project_change('artifact');
--> statement-breakpoint
CREATE TRIGGER sections_appeared AFTER INSERT OR DELETE ON sections FOR EACH ROW
	EXECUTE FUNCTION record_page_change();
--> statement-breakpoint
CREATE TRIGGER sections_changed AFTER UPDATE ON sections FOR EACH ROW WHEN (old IS DISTINCT FROM new)
	EXECUTE FUNCTION record_page_change();
--> statement-breakpoint
-- Lines that stand where they stood, at a newer commit, are no change for the reader.
CREATE TRIGGER section_sources_changed AFTER UPDATE ON section_sources FOR EACH ROW
	WHEN ((old.path, old.start_line, old.end_line, old.changed_at, old.changed_commit)
		IS DISTINCT FROM (new.path, new.start_line, new.end_line, new.changed_at, new.changed_commit))
	EXECUTE FUNCTION record_page_change();
--> statement-breakpoint
-- The log of a project goes with it. It is no foreign key that does this: see the table.
CREATE FUNCTION delete_project_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM project_changes WHERE project_id = old.project_id;
	DELETE FROM project_change_counters WHERE project_id = old.project_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER projects_log_deleted AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION delete_project_changes();
