import type { ImportProblem } from '#contract/desk/staff/imports.ts'
import { isId } from '#contract/rules.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { findDay } from '#server/platform/tabular/days.ts'

interface NamedBatch {
  id: number
  title: string
  batch_type: string
  /** The first day in India. */
  first_day: string
  is_open: boolean
}

const namedBatches = statement<NamedBatch>(
  'named_batches',
  `select b.id, c.title, b.batch_type, to_char(b.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as first_day,
     b.published and b.cancelled_at is null and b.ends_at > app_now() as is_open
   from batches b join courses c on c.id = b.course_id order by b.starts_at, b.id`,
)

/** The batch that a text means, or why it means none. */
type Meant = number | ImportProblem

const numberPattern = /^(?:batch|बैच)? ?(?:no\.?|number|id|नंबर)? ?[#:.]? ?(\d{1,9})$/iu
/** The number that a text is, when it is no more. */
const numberIn = (text: string) => numberPattern.exec(text.replaceAll(/\s+/g, ' '))?.[1]

/** Returns what finds the batch of a cell: by its number, or by its course and first day. The database is read once, when it is needed. */
export async function batchFinder(db: Queryable, texts: readonly string[]): Promise<(text: string) => Meant | null> {
  const needsNames = texts.some((text) => text !== '' && numberIn(text) === undefined)
  const batches = needsNames ? (await rows(db, namedBatches)).map((batch) => ({ ...batch, words: wordsOf(batch.title) })) : []
  const known = new Map<string, Meant>()
  return (text) => {
    if (text === '') return null
    const meant = known.get(text) ?? findBatch(batches, text)
    known.set(text, meant)
    return meant
  }
}

type Candidate = NamedBatch & { words: readonly string[] }

/** What a cell says of a batch besides its course. */
const filler = new Set(['batch', 'course', 'starting', 'starts', 'start', 'from', 'on', 'of', 'the', 'बैच'])
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? []

function findBatch(batches: readonly Candidate[], text: string): Meant {
  const number = numberIn(text)
  if (number !== undefined) return isId(number) ? Number(number) : 'batch_unknown'
  const day = findDay(text)
  const rest = day?.rest ?? text
  // `101 – Full Stack`, as a form offers it.
  const first = /^#?(\d{1,9})(?:\s*[-–—:|)(,]|\.\s)/u.exec(rest.trim())?.[1]
  if (first !== undefined && batches.some(({ id }) => id === Number(first))) return Number(first)
  const words = wordsOf(rest).filter((word) => !filler.has(word))
  const onDay = day ? batches.filter((batch) => startsOn(batch, day.isOf)) : batches
  const named = words.length === 0 ? (day ? onDay : []) : ofCourse(onDay, words)
  const open = named.filter(({ is_open }) => is_open)
  const [found, other] = open.length > 0 ? open : named
  if (!found) return 'batch_unknown'
  return other ? 'batch_ambiguous' : found.id
}

function startsOn({ first_day }: NamedBatch, isOf: (year: number) => number[]): boolean {
  return isOf(Number(first_day.slice(0, 4))).includes(Date.parse(`${first_day}T00:00:00Z`))
}

/** Batches whose course has all of the words; those of the very title before those of a longer one. The kind of batch may be said too. */
function ofCourse(batches: readonly Candidate[], words: readonly string[]): Candidate[] {
  const matched = batches.flatMap((batch) => {
    const kind = new Set(wordsOf(batch.batch_type))
    const title = new Set(batch.words)
    const isNamed = words.some((word) => title.has(word)) && words.every((word) => title.has(word) || kind.has(word))
    if (!isNamed) return []
    const ofKind = words.filter((word) => kind.has(word) && !title.has(word)).length
    const isWhole = batch.words.every((word) => words.includes(word) || filler.has(word))
    return [{ batch, ofKind, isWhole }]
  })
  const whole = matched.some(({ isWhole }) => isWhole) ? matched.filter(({ isWhole }) => isWhole) : matched
  const mostOfKind = Math.max(0, ...whole.map(({ ofKind }) => ofKind))
  return whole.filter(({ ofKind }) => ofKind === mostOfKind).map(({ batch }) => batch)
}
