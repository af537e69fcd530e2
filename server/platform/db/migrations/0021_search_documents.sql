-- What a visitor can search for, as it is found: written by triggers when a course, service or article changes, so that a
-- search only looks things up. The view `search_entries` stays for the version before.
create table search_documents (
  kind text not null check (kind in ('course', 'service', 'resource', 'blog')),
  id integer not null,
  title text not null,
  category text not null,
  summary text not null,
  image text not null,
  -- The day in India from which it may be found; null is always.
  published_on date,
  stems tsvector not null,
  primary key (kind, id)
);
create index search_documents_by_stem on search_documents using gin (stems);

-- Which words stand in which document: 1 in its title, 2 among its keywords, 3 in its text. Of the text only names with a
-- sign (C++, .NET) are kept, which have no stem.
create table search_terms (
  word text not null,
  kind text not null,
  id integer not null,
  zone smallint not null check (zone between 1 and 3),
  primary key (word, kind, id, zone)
);
create index search_terms_by_document on search_terms (kind, id);

-- Every word of titles and keywords once, for words that are typed amiss. One that is used no more stays: taking it away
-- could meet another transaction that uses it anew.
create table search_words (word text primary key);
create index search_words_by_trigram on search_words using gin (word gin_trgm_ops);
create index search_words_by_letter on search_words (left(word, 1), length(word));

-- The names in a text that are only told by their sign: `c++` of "C++17", `c#` and `.net` of "C#/.NET".
create function search_signed(given text) returns setof text
language sql immutable parallel safe
as $$
  select part[1] from regexp_matches(lower(given), '[[:alnum:]]{1,40}[+#]{1,4}', 'g') part
  union
  select regexp_replace(part[1], '[[:digit:]]+$', '')
  from regexp_matches(lower(given), '\.[[:alnum:]]{0,20}[[:alpha:]][[:alnum:]]{0,20}', 'g') part
$$;

-- The words of a title or of keywords, and each two neighbours of a title as one ("fullstack").
create function search_words_of(given text, pairs boolean) returns setof text
language sql immutable parallel safe
as $$
  with words as (
    select left(word, 40) as word, place
    from regexp_split_to_table(lower(given), '[^[:alnum:]]+') with ordinality as split (word, place) where word <> ''
  )
  select word from words
  union
  select left(a.word || b.word, 40) from words a join words b on b.place = a.place + 1
  where pairs and length(a.word) > 2 and length(b.word) > 2
$$;

-- Words near what was asked: alike by their trigrams (its beginning counts as whole), or at most two letters away.
create function search_near(asked text) returns table (word text, alike float8, edits integer)
language sql stable parallel safe
set pg_trgm.word_similarity_threshold = 0.4
as $$
  (select w.word, word_similarity(asked, w.word)::float8, null::integer
   from search_words w where w.word %> asked order by 2 desc, 1 limit 100)
  union all
  (select w.word, null, levenshtein(asked, w.word)
   from search_words w
   where length(asked) >= 5 and left(w.word, 1) = left(asked, 1) and length(w.word) between length(asked) - 1 and length(asked) + 1
     and levenshtein_less_equal(asked, w.word, 2) <= 2
   order by 3, 1 limit 100)
$$;

create view search_sources as
select 'course' as kind, c.id, c.title, c.category, c.description as summary,
  coalesce(c.image, 'media/art/course/' || c.id || '.svg') as image, null::date as published_on,
  concat_ws(' ', c.category, array_to_string(c.skills_covered || c.tools_covered || c.designations, ' ')) as keywords,
  concat_ws(' ', c.description, c.overview, array_to_string(c.objectives, ' '), c.curriculum::text) as body
from courses c
where c.published
union all
select case u.utils_type when 'RES' then 'resource' else 'service' end, u.id, u.title,
  case u.utils_type when 'RES' then 'Resource' else 'Service' end, u.summary,
  coalesce(u.image, 'media/art/' || case u.utils_type when 'RES' then 'resource' else 'service' end || '/' || u.id || '.svg'),
  null, u.summary, u.content::text
from utility_items u
where u.utils_type in ('SERV', 'RES')
union all
select 'blog', b.id, b.title, b.category, b.excerpt, coalesce(b.image, 'media/art/blog/' || b.id || '.svg'),
  b.published_on, concat_ws(' ', b.category, b.author), concat_ws(' ', b.excerpt, array_to_string(b.content, ' '))
from blogs b;

-- Writes documents anew; those whose source is gone or not published go.
create function search_index(kinds text[], ids integer[]) returns void
language plpgsql
as $$
begin
  delete from search_terms t where t.kind = any (kinds) and t.id = any (ids);
  delete from search_documents d where d.kind = any (kinds) and d.id = any (ids);
  insert into search_documents (kind, id, title, category, summary, image, published_on, stems)
  select s.kind, s.id, s.title, s.category, s.summary, s.image, s.published_on,
    to_tsvector('english', translate(left(concat_ws(' ', s.title, s.keywords, s.body), 200000), './', '  '))
  from search_sources s where s.kind = any (kinds) and s.id = any (ids);
  insert into search_terms (word, kind, id, zone)
  select word, s.kind, s.id, zone
  from search_sources s
  cross join lateral (
    select word, 1 as zone from search_words_of(s.title, true) as word
    union select word, 1 from search_signed(s.title) as word
    union select word, 2 from search_words_of(s.keywords, false) as word
    union select word, 2 from search_signed(s.keywords) as word
    union select word, 3 from search_signed(left(s.body, 200000)) as word
  ) found
  where s.kind = any (kinds) and s.id = any (ids);
  -- In one order, so that two transactions wait for each other and not both.
  insert into search_words (word)
  select distinct t.word from search_terms t
  where t.kind = any (kinds) and t.id = any (ids) and t.zone < 3 and t.word !~ '[+#.]'
  order by 1
  on conflict do nothing;
end $$;

create function search_follow() returns trigger
language plpgsql
as $$
declare
  ids integer[];
begin
  if tg_op = 'UPDATE' then
    -- A price is no word: changing all of them must not write all documents anew.
    ids := array(
      select c.id from changed c join before b on b.id = c.id
      where to_jsonb(c) - '{price_paise,discounts,amount_paise,updated_at}'::text[]
        is distinct from to_jsonb(b) - '{price_paise,discounts,amount_paise,updated_at}'::text[]);
  else
    ids := array(select id from changed);
  end if;
  if cardinality(ids) > 0 then perform search_index(tg_argv, ids); end if;
  return null;
end $$;
create trigger courses_search_insert after insert on courses referencing new table as changed
  for each statement execute function search_follow('course');
create trigger courses_search_update after update on courses referencing old table as before new table as changed
  for each statement execute function search_follow('course');
create trigger courses_search_delete after delete on courses referencing old table as changed
  for each statement execute function search_follow('course');
create trigger utility_items_search_insert after insert on utility_items referencing new table as changed
  for each statement execute function search_follow('service', 'resource');
create trigger utility_items_search_update after update on utility_items referencing old table as before new table as changed
  for each statement execute function search_follow('service', 'resource');
create trigger utility_items_search_delete after delete on utility_items referencing old table as changed
  for each statement execute function search_follow('service', 'resource');
create trigger blogs_search_insert after insert on blogs referencing new table as changed
  for each statement execute function search_follow('blog');
create trigger blogs_search_update after update on blogs referencing old table as before new table as changed
  for each statement execute function search_follow('blog');
create trigger blogs_search_delete after delete on blogs referencing old table as changed
  for each statement execute function search_follow('blog');

select search_index('{course}', array(select id from courses)),
  search_index('{service,resource}', array(select id from utility_items)),
  search_index('{blog}', array(select id from blogs));
