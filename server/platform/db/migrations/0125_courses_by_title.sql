-- no-transaction
-- Testimonials name a course by its title. One that is not published is not named.
create index concurrently if not exists courses_by_title on courses (title) where published;
