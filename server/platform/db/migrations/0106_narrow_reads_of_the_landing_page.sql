-- no-transaction
-- The landing page asks for instructors whose batches have not ended. The batches of the years before need not be read.
create index concurrently if not exists batches_of_instructor_by_end on batches (instructor_id, ends_at);
drop index concurrently if exists batches_by_instructor;
-- The keywords of `primeKeywords` in `contract/rules.ts`. Without the index every title was compared with them when few match.
create index concurrently if not exists prime_courses_by_id on courses (id)
  where published and title ~ '(?<![[:alpha:][:digit:]])(?:Full Stack|AI|ML|Cloud|DevOps)(?![[:alpha:][:digit:]])';
