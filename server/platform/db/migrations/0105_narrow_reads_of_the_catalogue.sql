-- no-transaction
-- Categories, titles and courses with batches ahead are read from the index alone. A row of a course fills a fifth of a page.
create index concurrently if not exists courses_by_category on courses (lower(category), id) include (category, title) where published;
drop index concurrently if exists courses_published;
create index concurrently if not exists courses_by_id on courses (id) include (title) where published;
create index concurrently if not exists batches_by_start on batches (starts_at, id) include (course_id) where cancelled_at is null;
drop index concurrently if exists batches_ahead;
-- A search leaves out the articles of later days. They are few, so it looks for them and not at each of its hits.
create index concurrently if not exists search_documents_by_day on search_documents (published_on) where published_on is not null;
