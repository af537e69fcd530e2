import type { Found } from '#contract/search.ts'
import { rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../errors.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

type Row = Omit<Found, 'amount' | 'next_start'> & { amount_paise: number | null; starts_at: Date | null }

/**
 * Scores each word by its best match: in the title, among keywords, or by its stem in the text. Stop words count only
 * when there is nothing else. Names with a sign (C++, C#, .NET) match exactly. Triggers maintain the search tables.
 */
const matchingDocuments = statement<Row>(
  'matching_documents',
  String.raw`with parts as (
     select left(regexp_replace(left(part, 40), '^([+#]|\.\.+)+|\.+$', '', 'g'), 40) as part
     from unnest((regexp_split_to_array(lower($1), '[^[:alnum:]+#.]+|(?<=[[:alnum:]])[+#](?=[[:alpha:]])'))[1:8]) as part
   ), words as (
     select row_number() over () as ordinal, word, plainto_tsquery('english', translate(word, './', '  ')) as stem,
       case when part ~ '[[:alnum:]][+#]|^\.' then array(select search_signed(part)) end as signed
     from (select part, regexp_replace(part, '(?<=[[:alnum:]]{2})\.?js$', '') as word from parts where part <> '') named
   ), query_words as materialized (
     select * from words where numnode(stem) > 0 or not exists (select 1 from words where numnode(stem) > 0)
   ), hits as (
     select a.ordinal, t.kind, t.id,
       max(case when n.edits is not null then 0.7 - 0.1 * n.edits
                when t.zone = 1 then n.alike
                when n.alike >= 0.45 then n.alike * 0.8 else 0 end) as score
     from query_words a cross join lateral search_near(a.word) n join search_terms t on t.word = n.word and t.zone < 3
     where a.signed is null
     group by 1, 2, 3
     union all
     select a.ordinal, t.kind, t.id, max(case t.zone when 1 then 1 when 2 then 0.8 else 0.5 end)
     from query_words a join search_terms t on t.word = any (a.signed)
     group by 1, 2, 3
     union all
     select a.ordinal, d.kind, d.id, 0.5
     from query_words a join search_documents d on d.stems @@ a.stem
     where a.signed is null and numnode(a.stem) > 0
   ), scored as (
     select kind, id, sum(score) / (select count(*) from query_words) as score
     from (select ordinal, kind, id, max(score) as score from hits group by 1, 2, 3) best
     group by 1, 2
   ), best as (
     select d.*, s.score from scored s join search_documents d using (kind, id)
     where s.score >= 0.34 and (d.published_on is null or d.published_on <= (app_now() at time zone 'Asia/Kolkata')::date)
     order by round(s.score::numeric, 2) desc, array_position('{course,service,resource,blog}', d.kind), d.id
     limit 50
   )
   select s.kind, s.id, s.title, s.category, s.summary, s.image, c.amount_paise,
     (select min(b.starts_at) from batch_offers b
      where s.kind = 'course' and b.course_id = s.id and b.is_ahead and b.seats_left is distinct from 0) as starts_at
   from best s left join courses c on s.kind = 'course' and c.id = s.id
   order by round(s.score::numeric, 2) desc, array_position('{course,service,resource,blog}', s.kind), s.id`,
)

/** Two concurrent searches per process, so that slow queries don't delay pages. */
const limited = limitConcurrency({
  atOnce: 2,
  waiting: 40,
  refusal: () => tooMany('Many people are searching. Please try again in a moment.', 1),
})

/**
 * Returns at most 50 matches, best first. Amounts are rupees.
 * @throws HttpError 429 when too many searches wait
 */
export async function search(deps: Deps, _visitor: Visitor, input: { query: { q: string } }): Promise<Found[]> {
  const found = await limited(() => rows(deps.db, matchingDocuments, [input.query.q]))
  return found.map(({ amount_paise, starts_at, ...entry }) => ({
    ...entry,
    amount: amount_paise === null ? null : amount_paise / 100,
    next_start: starts_at?.toISOString() ?? null,
  }))
}
