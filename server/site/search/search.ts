import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { searchKinds } from '#contract/rules.ts'
import type { Found, FoundKind, search as endpoint } from '#contract/site/search.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { tooMany } from '#server/platform/errors/errors.ts'
import { limitConcurrency } from '#server/platform/process/limit-concurrency.ts'

interface Counted {
  counts: Partial<Record<FoundKind, number>> | null
}
type Match = Omit<Found, 'amount' | 'next_start'> & { amount_paise: number | null; starts_at: Date | null }
/** Without a match there is one row of the counts alone. */
type Row = Counted & (Match | { id: null })

const resultsOfPage = 50

/**
 * Scores each word by its best match: in the title, among keywords, or by its stem in the text. Stop words count only
 * when there is nothing else. Names with a sign (C++, C#, .NET) match exactly. Triggers maintain the search tables. A result has a
 * place by score, kind and id, after which the next page begins.
 */
const matchingDocuments = statement<Row>(
  'matching_documents',
  String.raw`with parts as (
     select left(regexp_replace(left(part, 40), '^([+#]|\.\.+)+|\.+$', '', 'g'), 40) as part
     from unnest((regexp_split_to_array(folded($1), '[^[:alnum:]+#.]+|(?<=[[:alnum:]])[+#](?=[[:alpha:]])'))[1:8]) as part
   ), words as (
     select row_number() over () as ordinal, word, plainto_tsquery('english', translate(word, './', '  ')) as stem,
       case when part ~ '[[:alnum:]][+#]|^\.' then array(select search_signed(part)) end as signed
     from (select part, regexp_replace(part, '(?<=[[:alnum:]]{2})\.?js$', '') as word from parts where part <> '') named
   ), query_words as materialized (
     select * from words where numnode(stem) > 0 or not exists (select 1 from words where numnode(stem) > 0)
   ), near as materialized (
     -- A word that is alike and a letter away as well is looked up once.
     select a.ordinal, n.word, max(coalesce((0.7 - 0.1 * n.edits)::float8, n.alike)) as in_title,
       max(case when n.edits is not null then (0.7 - 0.1 * n.edits)::float8 when n.alike >= 0.45 then n.alike * 0.8 end) as among_keywords
     from query_words a cross join lateral search_near(a.word) n
     where a.signed is null
     group by 1, 2
   ), hits as (
     select n.ordinal, t.kind, t.id, case t.zone when 1 then n.in_title else n.among_keywords end as score
     from near n join search_terms t on t.word = n.word and t.zone < 3
     where t.zone = 1 or n.among_keywords is not null
     union all
     select a.ordinal, t.kind, t.id, case t.zone when 1 then 1 when 2 then 0.8 else 0.5 end
     from query_words a join search_terms t on t.word = any (a.signed)
     union all
     select a.ordinal, d.kind, d.id, 0.5
     from query_words a join search_documents d on d.stems @@ a.stem
     where a.signed is null and numnode(a.stem) > 0
   ), scored as (
     select kind, id, sum(score) / (select count(*) from query_words) as score
     from (select ordinal, kind, id, max(score) as score from hits group by 1, 2, 3) best
     group by 1, 2
   ), listed as materialized (
     -- One number is ordered faster than three: the score in hundredths, then the kind (1 to 4), then the id in 32 bits.
     select s.kind, s.id,
       ((-round(s.score * 100))::bigint * 4 + array_position('{course,service,resource,blog}', s.kind)) * 4294967296 + s.id as place
     from scored s
     where s.score >= 0.34 and (s.kind, s.id) not in
       (select d.kind, d.id from search_documents d where d.published_on > (app_now() at time zone 'Asia/Kolkata')::date)
   ), counts as (
     select jsonb_object_agg(kind, found) as counts from (select kind, count(*) as found from listed group by kind) of_kind
   ), best as (
     select d.*, l.place from (
       select * from listed
       where ($2::text is null or kind = $2)
         and ($3::text is null or place > (select x.place from listed x where x.kind = $3 and x.id = $4::bigint))
       order by place limit ${resultsOfPage + 1}
     ) l join search_documents d using (kind, id)
   )
   select n.counts, s.kind, s.id, s.title, s.category, s.summary, s.image, c.amount_paise,
     (select min(b.starts_at) from batch_offers b
      where s.kind = 'course' and b.course_id = s.id and b.is_ahead and b.seats_left is distinct from 0) as starts_at
   from counts n left join best s on true left join courses c on s.kind = 'course' and c.id = s.id
   order by s.place`,
)

/** Two concurrent searches per process, so that slow queries don't delay pages. */
const limited = limitConcurrency({
  atOnce: 2,
  waiting: 40,
  refusal: () => tooMany('Many people are searching. Please try again in a moment.', 1),
})

/**
 * Returns a page of the matches, best first, and how many there are of each kind. Amounts are rupees.
 * @throws HttpError 429 when too many searches wait
 */
export async function search(
  deps: Deps,
  _visitor: Visitor,
  { query }: { query: ParsedOf<typeof endpoint>['query'] },
): Promise<AnswerOf<typeof endpoint>> {
  const [kind = null, id = null] = query.after?.split('-') ?? []
  const found = await limited(() => rows(deps.db, matchingDocuments, [query.q, query.kind ?? null, kind, id]))
  const counts = found[0]?.counts ?? {}
  const matches = found.filter((one): one is Counted & Match => one.id !== null)
  const last = matches[resultsOfPage - 1]
  return {
    results: matches.slice(0, resultsOfPage).map(toFound),
    counts: Object.fromEntries(searchKinds.map((one) => [one, counts[one] ?? 0])) as Record<FoundKind, number>,
    next: matches.length > resultsOfPage && last ? `${last.kind}-${last.id}` : null,
  }
}

function toFound({ counts: _counts, amount_paise, starts_at, ...entry }: Counted & Match): Found {
  return {
    ...entry,
    amount: amount_paise === null ? null : amount_paise / 100,
    next_start: starts_at?.toISOString() ?? null,
  }
}
