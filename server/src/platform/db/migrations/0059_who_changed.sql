ALTER TABLE "project_changes" ADD COLUMN "changed_by" uuid;
--> statement-breakpoint
-- As before, with the person of the scope in which the transaction ends: all of its changes are theirs.
CREATE OR REPLACE FUNCTION number_project_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
		INSERT INTO project_changes (organization_id, project_id, sequence, type, subject_id, operation, changed_by, created_at)
			SELECT changed.organization_id, changed.project_id,
				last - changed.amount + row_number() OVER (
					ORDER BY array_position(ARRAY['created', 'updated', 'deleted'], operation), type, subject_id),
				type, subject_id, operation, cairn_user(), clock_timestamp()
			FROM uncommitted_changes WHERE transaction_id = this_transaction AND project_id = changed.project_id;
		PERFORM pg_notify('cairn_project_changes', changed.project_id::text);
	END LOOP;
	DELETE FROM uncommitted_changes WHERE transaction_id = this_transaction;
	DELETE FROM uncommitted_transactions WHERE transaction_id = this_transaction;
	RETURN NULL;
END $$;
