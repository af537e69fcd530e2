-- What lets a browser fetch the recordings of one batch: a link names a grant and is signed, so that the row alone opens
-- nothing. One for each student and batch, and one that all visitors share for free previews. Reading the list renews it.
create table recording_grants (
  id uuid not null unique,
  user_id bigint references users (id) on delete cascade,
  batch_id integer not null references batches (id) on delete cascade,
  expires_at timestamptz not null,
  unique nulls not distinct (user_id, batch_id)
);
