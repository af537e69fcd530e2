-- Which code a network asked for. Null in rows of an older version, which count as asked for by somebody else.
alter table code_sends add column purpose code_purpose;
-- True for a guess from a network that had just asked for a code of that purpose; such guesses have a limit of their own.
alter table code_guesses add column own boolean not null default false;
