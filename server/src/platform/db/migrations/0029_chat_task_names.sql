-- Which tasks a chat may name: whatever looks like a name ("FB-9"), in capitals, as `splitAtTaskNames` takes texts apart: not
-- inside of an address, a path or a longer name. Found here once a session is written, so that "Mentioned in" reads no session.
CREATE FUNCTION cairn_task_names(session jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(DISTINCT upper(found[1])), '{}')
	FROM jsonb_array_elements(CASE jsonb_typeof(session->'messages') WHEN 'array' THEN session->'messages' ELSE '[]' END) message,
		regexp_matches(message->>'content',
			'(?:^|[^[:alnum:]_@/.:-])@?([A-Za-z][A-Za-z0-9]{0,9}-[1-9][0-9]{0,8})(?![[:alnum:]_-])', 'g') found
$$;
--> statement-breakpoint
ALTER TABLE chats
	ADD COLUMN task_names text[] GENERATED ALWAYS AS (cairn_task_names(session)) STORED,
	ADD COLUMN asked_task_id text GENERATED ALWAYS AS (session->'context'->>'taskId') STORED;
