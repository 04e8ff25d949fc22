-- Each noted change used to have a deferred trigger of its own. The first of a transaction numbers all of them, and every
-- later one looked through what that had just deleted: ten thousand changes took over a minute. Now they hang on one row.
CREATE UNLOGGED TABLE uncommitted_transactions (transaction_id bigint PRIMARY KEY);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_project_change(changed_organization uuid, changed_project uuid, changed_type text, changed_id uuid,
	operation text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO uncommitted_changes (transaction_id, project_id, type, subject_id, operation)
	SELECT pg_current_xact_id()::text::bigint, p.project_id, changed_type, changed_id, operation FROM projects p
	WHERE p.organization_id = changed_organization AND (changed_project IS NULL OR p.project_id = changed_project)
	ON CONFLICT DO NOTHING;
	INSERT INTO uncommitted_transactions VALUES (pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- The row of the transaction goes as well: what is noted after this has it written anew, and is numbered in its turn.
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
		INSERT INTO project_changes (organization_id, project_id, sequence, type, subject_id, operation, created_at)
			SELECT changed.organization_id, changed.project_id,
				last - changed.amount + row_number() OVER (
					ORDER BY array_position(ARRAY['created', 'updated', 'deleted'], operation), type, subject_id),
				type, subject_id, operation, clock_timestamp()
			FROM uncommitted_changes WHERE transaction_id = this_transaction AND project_id = changed.project_id;
		PERFORM pg_notify('cairn_project_changes', changed.project_id::text);
	END LOOP;
	DELETE FROM uncommitted_changes WHERE transaction_id = this_transaction;
	DELETE FROM uncommitted_transactions WHERE transaction_id = this_transaction;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER number_project_changes ON uncommitted_changes;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER number_project_changes AFTER INSERT ON uncommitted_transactions
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_project_changes();
