import type { BatchOfCourse, BatchRow, listBatchPage as endpoint } from '#contract/catalog/catalog.ts'
import type { BatchFilter, batchFilters } from '#contract/batch-filters.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { batchesOfPage } from '#contract/rules.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { one, plannedEachTime, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { type BatchOffer, offerColumns, shownToVisitors, toUpcomingBatch } from './batch-offer.ts'
import type { CardRow } from './course-card.ts'

type Row = BatchOffer &
  Pick<CardRow, 'title' | 'category' | 'difficulty_level' | 'duration' | 'price_paise' | 'amount_paise' | 'discounts'>

const rowColumns = `${offerColumns}, c.title, c.category, c.difficulty_level, c.duration, c.price_paise, c.amount_paise, c.discounts`

// The parameters are those of `filterValues`. A filter that is not set is null.
const chosen = `c.published and b.published and b.cancelled_at is null and b.starts_at > app_now()
  and ($1::text is null or lower(c.category) = $1)
  and ($2::smallint[] is null or b.weekdays && $2)
  and ($3::integer is null or extract(hour from b.starts_at at time zone 'Asia/Kolkata') >= $3)
  and ($4::integer is null or extract(hour from b.starts_at at time zone 'Asia/Kolkata') < $4)
  and ($5::text is null or position($5 in lower(c.difficulty_level)) > 0)
  and ($6::integer is null or c.amount_paise > $6)
  and ($7::integer is null or c.amount_paise <= $7)`
// The index of batches ahead is read in its order, and seats are counted only for the batches of the page.
const batchPage = statement<Row>(
  'batch_page',
  `select ${rowColumns} from batch_offers b join courses c on c.id = b.course_id
   where ${chosen} order by b.starts_at, b.id limit $8`,
)
const batchPageAfter = statement<Row>(
  'batch_page_after',
  `select ${rowColumns} from batch_offers b join courses c on c.id = b.course_id
   where ${chosen} and (b.starts_at, b.id) > (select x.starts_at, x.id from batches x where x.id = $9)
   order by b.starts_at, b.id limit $8`,
)
// Without a filter it reads indexes alone.
const batchPageCount = plannedEachTime(
  statement<{ total: number }>(
    'batch_page_count',
    `select count(*)::int as total from batches b join courses c on c.id = b.course_id where ${chosen}`,
  ),
)
const currentBatch = statement<Row & { image: string }>(
  'current_batch',
  `select ${rowColumns}, coalesce(c.image, 'media/art/course/' || c.id || '.svg') as image
   from batch_offers b join courses c on c.id = b.course_id where b.id = $1 and c.published and ${shownToVisitors}`,
)

type Values<Filter extends BatchFilter, Value> = Record<keyof (typeof batchFilters)[Filter], Value>

/** ISO weekdays. A batch with a class on one of them is chosen. */
const weekdays: Values<'days', number[]> = { weekday: [1, 2, 3, 4, 5], weekend: [6, 7] }
/** Hours of the start in India: from, and before. */
const hours: Values<'time', [number, number]> = { morning: [0, 12], afternoon: [12, 17], evening: [17, 24] }
/** Paise to pay: above, and up to. */
const fees: Values<'fee', [number | null, number | null]> = {
  'up-to-30000': [null, 3_000_000],
  '30000-to-40000': [3_000_000, 4_000_000],
  'above-40000': [4_000_000, null],
}

type Query = ParsedOf<typeof endpoint>['query']

function filterValues({ category, days, time, level, fee }: Query): unknown[] {
  const [from, before] = time ? hours[time] : [null, null]
  const [above, upTo] = fee ? fees[fee] : [null, null]
  // A level may read "Beginner to intermediate".
  return [category ?? null, days ? weekdays[days] : null, from, before, level ?? null, above, upTo]
}

/** Returns a page of batches that have not started, the number of all, and the batch after which the next page begins. */
export async function listBatchPage(
  deps: Deps,
  _visitor: Visitor,
  { query }: { query: Query },
): Promise<AnswerOf<typeof endpoint>> {
  const values = filterValues(query)
  // The extra row shows whether there is a next page.
  const page = [...values, batchesOfPage + 1]
  const [found, { total }] = await Promise.all([
    query.after === undefined ? rows(deps.db, batchPage, page) : rows(deps.db, batchPageAfter, [...page, query.after]),
    one(deps.db, batchPageCount, values),
  ])
  const items = found.slice(0, batchesOfPage).map(toBatchRow)
  return { items, next: found.length > batchesOfPage ? (items.at(-1)?.batch.id ?? null) : null, total }
}

/**
 * Returns a batch that visitors see.
 * @throws HttpError 404 for a batch that has ended, is cancelled or unknown, or whose course is not published
 */
export async function readBatch(deps: Deps, _visitor: Visitor, input: { params: { batch_id: number } }): Promise<BatchOfCourse> {
  const found = await row(deps.db, currentBatch, [input.params.batch_id])
  if (!found) throw notFound('Batch not found.')
  const { course, batch } = toBatchRow(found)
  return { course: { ...course, image: found.image }, batch }
}

function toBatchRow(found: Row): BatchRow {
  const { course_id, title, category, difficulty_level, duration, price_paise, amount_paise, discounts } = found
  const money = { price: price_paise / 100, amount: amount_paise / 100, discounts }
  return { course: { id: course_id, title, category, difficulty_level, duration, ...money }, batch: toUpcomingBatch(found) }
}
