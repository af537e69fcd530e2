import type { Found } from '#contract/search.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

type Row = Omit<Found, 'amount' | 'next_start'> & { amount_paise: number | null; starts_at: Date | null }

/**
 * Each word counts by where it is found best: in the title, among keywords, or by its stem in the text. Words without
 * meaning of their own ("the", "for") don't count unless there is nothing else. A name that is only told by its sign
 * (C++, C#, .NET) is found where it stands as it is written; what takes signs off a word would find every "c" and "net".
 */
const matching = statement<Row>(
  'matching_entries',
  String.raw`with parts as (
     select regexp_replace(left(part, 40), '^([+#]|\.\.+)+|\.+$', '', 'g') as part
     from unnest((regexp_split_to_array(lower($1), '[^[:alnum:]+#.]+|(?<=[[:alnum:]])[+#](?=[[:alpha:]])'))[1:8]) as part
   ), given as (
     select word, plainto_tsquery('english', translate(word, './', '  ')) as stem,
       case when part ~ '[[:alnum:]][+#]|^\.' then
         case when part like '.%' then '(^|[^.+#])' else '(^|[^[:alnum:].+#])' end
         || regexp_replace(part, '([.+])', '\\\1', 'g') || '[[:digit:]]*($|[^[:alnum:]+#])' end as as_written
     from (select part, regexp_replace(part, '(?<=[[:alnum:]]{2})\.?js$', '') as word from parts where part <> '') named
   ), asked as (
     select * from given where numnode(stem) > 0 or not exists (select 1 from given where numnode(stem) > 0)
   ), scored as (
     select e.kind, e.id, e.title, e.category, e.summary, e.image,
       (select avg(case when as_written is not null then
          case when lower(e.title) ~ as_written then 1 when lower(e.keywords) ~ as_written then 0.8
               when lower(e.body) ~ as_written then 0.5 else 0 end
        else greatest(
          case when similar_title >= 0.4 then similar_title else 0 end,
          case when similar_keyword >= 0.45 then similar_keyword * 0.8 else 0 end,
          case when length(word) >= 5 then
            (select max(0.7 - 0.1 * levenshtein(word, near)) from unnest(e.words) as near
             where abs(length(near) - length(word)) <= 1 and levenshtein_less_equal(word, near, 2) <= 2) end,
          case when to_tsvector('english', translate(concat_ws(' ', e.title, e.keywords, e.body), './', '  ')) @@ stem
            then 0.5 else 0 end) end)
        from asked, word_similarity(word, e.title) as similar_title, word_similarity(word, e.keywords) as similar_keyword) as score
     from (
       select *, array(select left(near, 40) from regexp_split_to_table(lower(title || ' ' || keywords), '[^[:alnum:]]+') as near) as words
       from search_entries) e
   )
   select s.kind, s.id, s.title, s.category, s.summary, s.image, c.amount_paise,
     (select min(b.starts_at) from batch_offers b
      where s.kind = 'course' and b.course_id = s.id and b.is_ahead and b.seats_left is distinct from 0) as starts_at
   from scored s left join courses c on s.kind = 'course' and c.id = s.id
   where s.score >= 0.34
   order by round(s.score::numeric, 2) desc, array_position('{course,service,resource,blog}', s.kind), s.id
   limit 50`,
)

/** At most 50, best first. */
export async function search(deps: Deps, words: string): Promise<Found[]> {
  const found = await rows(deps.db, matching, [words])
  return found.map(({ amount_paise, starts_at, ...entry }) => ({
    ...entry,
    amount: amount_paise === null ? null : amount_paise / 100,
    next_start: starts_at?.toISOString() ?? null,
  }))
}
