import { batches } from '#contract/classes/staff/batches.ts'
import { addBatch } from '#server/classes/batches/create-batch.ts'
import { weekdayOf } from '#server/classes/batches/check-pattern.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { plainValue } from '#server/platform/tabular/cells.ts'
import { readDay } from '#server/platform/tabular/days.ts'
import type { Cells, Kind } from './kind.ts'
import { parseLine, refuseCell } from './parse-line.ts'
import { type ListedClass, readClasses, readTimes, readWeekdays } from './read-clock.ts'
import { withoutReferences } from './without-references.ts'

const coursesOfName = statement<{ id: number }>(
  'courses_of_name',
  `select id from courses where lower(title) = lower($1) or slug = lower($1) or id::text = $1 order by id limit 2`,
)
const instructorsOfName = statement<{ id: number }>(
  'instructors_of_name',
  `select i.id from instructors i left join staff s on s.id = i.staff_id
   where not i.archived and (lower(i.name) = lower($1) or lower(s.email) = lower($1)) order by i.id limit 2`,
)
const batchOfLine = statement<{ id: number; same: boolean }>(
  'batch_of_line',
  `select b.id, (p.weekdays, p.minutes, p.class_count, p.last_day) is not distinct from ($7::smallint[], $8::integer, $9::integer, $10::date)
     as same
   from batches b join batch_patterns p on p.batch_id = b.id
   where b.course_id = $1 and b.instructor_id = $2 and p.first_day = $3 and p.clock = $4::time and b.mode_of_training = $5
     and b.batch_type = $6 and b.cancelled_at is null order by b.id limit 1`,
)
// One statement, because classes of a batch never overlap at its end.
const moveToList = statement(
  'move_to_list',
  `update class_sessions s set starts_at = n.at, ends_at = n.at + (s.ends_at - s.starts_at), edited = true
   from (select id, row_number() over (order by starts_at) as place from class_sessions where batch_id = $1) c
   join (select x.place, (x.day::date + x.clock::time) at time zone 'Asia/Kolkata' as at
     from jsonb_to_recordset($2::jsonb) as x (place integer, day text, clock text)) n on n.place = c.place
   where s.id = c.id and s.starts_at <> n.at`,
)
const batchAsMade = statement<{ version: number; classes: number; changes: number }>(
  'batch_as_made',
  `select b.version, (select count(*)::int from class_sessions s where s.batch_id = b.id) as classes,
     (select coalesce(sum(s.version), 0)::int from class_sessions s where s.batch_id = b.id) as changes
   from batches b where b.id = $1`,
)
const deleteArrivedBatch = statement<{ id: number }>(
  'delete_arrived_batch',
  `delete from batches b where b.id = $1 and b.version = $2 and not b.published
     and (select (count(*)::int, coalesce(sum(s.version), 0)::int) from class_sessions s where s.batch_id = b.id) = ($3::int, $4::int)
     and not exists (select 1 from class_sessions s join class_notes n on n.session_id = s.id where s.batch_id = b.id)
     and not exists (select 1 from class_sessions s join recording_uploads u on u.session_id = s.id where s.batch_id = b.id)
   returning id`,
)

/** Minutes of a class where the file does not say them. */
const usualMinutes = 60

export const batchKind: Kind = {
  words: {
    course: ['course', 'course name', 'course title', 'program', 'programme', 'course id', 'product', 'कोर्स'],
    instructor: [
      'instructor',
      'instructor name',
      'instructor email',
      'teacher',
      'teacher email',
      'trainer',
      'tutor',
      'faculty',
      'शिक्षक',
    ],
    first_day: ['first day', 'start date', 'starts on', 'begins on', 'start', 'batch start date', 'from', 'course start date'],
    time: ['time', 'class time', 'timing', 'timings', 'start time', 'batch time', 'समय', 'वेळ'],
    minutes: ['minutes', 'minutes of a class', 'class minutes', 'duration minutes', 'length minutes'],
    weekdays: ['weekdays', 'days', 'class days', 'schedule', 'days of the week', 'pattern'],
    class_count: ['classes', 'number of classes', 'class count', 'no classes', 'sessions', 'number of sessions'],
    last_day: ['last day', 'end date', 'ends on', 'until', 'to', 'course end date'],
    classes: ['list of classes', 'class dates', 'dates', 'session dates', 'class list'],
    seats: ['seats', 'capacity', 'size', 'max students', 'limit'],
    link: ['link', 'classroom link', 'meeting link', 'zoom link', 'join link', 'classroom'],
    mode: ['mode', 'mode of training', 'delivery'],
    type: ['type', 'batch type', 'batch', 'batch name'],
  },
  columnOfField: {
    course_id: 'course',
    instructor_id: 'instructor',
    clock: 'time',
    capacity: 'seats',
    classroom_url: 'link',
    mode_of_training: 'mode',
    batch_type: 'type',
  },
  async apply(tx, _by, cells) {
    const { pattern, listed } = readPattern(cells)
    const cell = (column: string) => plainValue(cells[column] ?? '')
    const body = parseLine(batches.input, {
      course_id: await courseOf(tx, cell('course')),
      instructor_id: await instructorOf(tx, cell('instructor')),
      mode_of_training: cell('mode') || 'Live online',
      batch_type: cell('type') || (pattern.weekdays.every((day) => day > 5) ? 'Weekend' : 'Weekday'),
      capacity: readCount(cells, 'seats', 'seats'),
      classroom_url: cell('link') || null,
      calendar: null,
      ...pattern,
    })
    const known = await row(tx, batchOfLine, [
      body.course_id,
      body.instructor_id,
      body.first_day,
      body.clock,
      body.mode_of_training,
      body.batch_type,
      body.weekdays,
      body.minutes,
      body.class_count,
      body.last_day,
    ])
    if (known?.same) return { outcome: 'same', id: known.id, version: null }
    if (known) {
      const message = `Batch ${known.id} is of this course and begins at the same time, with other classes. Change it on its page.`
      throw conflict('batch_differs', message, { first_day: [message] })
    }
    const id = await addBatch(tx, { ...body, classroom_provider: 'link' }, 'first_day', false, endOf(listed, body.minutes))
    if (listed) {
      await rows(tx, moveToList, [id, JSON.stringify(listed.map((item, index) => ({ ...item, place: index + 1 })))])
    }
    const { version, ...before } = await one(tx, batchAsMade, [id])
    return { outcome: 'new', id, version, before }
  },
  async undo(tx, _by, { target_id: id, target_version: version, before }) {
    const made: { classes?: number; changes?: number } = before ?? {}
    return withoutReferences(
      tx,
      async () =>
        (await row(tx, deleteArrivedBatch, [id, version, made.classes, made.changes]))
          ? null
          : 'The batch or one of its classes was changed, or it was published since.',
      'Students or other records of the school are of this batch.',
    )
  },
}

async function courseOf(tx: Queryable, name: string): Promise<number> {
  const [found, other] = await rows(tx, coursesOfName, [name])
  if (!found) throw refuseCell('course', 'No course has this title. Import the courses first.')
  if (other) throw refuseCell('course', 'Several courses are meant. Please write the address of one.')
  return found.id
}

async function instructorOf(tx: Queryable, name: string): Promise<number> {
  const [found, other] = await rows(tx, instructorsOfName, [name])
  if (!found) throw refuseCell('instructor', 'No instructor has this name or address.')
  if (other) throw refuseCell('instructor', 'Several instructors have this name. Please write the address of one.')
  return found.id
}

function readCount(cells: Cells, column: string, what: string): number | null {
  const text = plainValue(cells[column] ?? '')
  if (text === '') return null
  if (!/^\d{1,6}$/.test(text)) throw refuseCell(column, `Please write a number of ${what}.`)
  return Number(text)
}

/** The pattern of a batch. A list of classes has that of its weekdays, and is moved to its own times afterwards. */
function readPattern(cells: Cells) {
  const cell = (column: string) => cells[column] ?? ''
  const times = cell('time') === '' ? null : readTimes(cell('time'))
  if (times === null && cell('time') !== '') throw refuseCell('time', 'This is no time, such as 7:30 PM or 19:30 – 21:00.')
  const minutes = readCount(cells, 'minutes', 'minutes') ?? times?.minutes ?? usualMinutes
  const listed = cell('classes') === '' ? null : readClasses(cell('classes'), readDay, times?.clock ?? null)
  if (listed && 'unread' in listed) {
    throw refuseCell(
      'classes',
      `“${listed.unread.slice(0, 60)}” is no class. Write days with times, with semicolons between them.`,
    )
  }
  if (listed?.[0]) return { pattern: patternOfList(listed, listed[0], minutes), listed }
  if (times === null) throw refuseCell('time', 'Please write the time of the classes.')
  const firstDay = readDay(cell('first_day'))
  if (firstDay === null) throw refuseCell('first_day', 'Please write the first day, such as 7 Dec 2026.')
  const weekdays = readWeekdays(cell('weekdays'))
  if (weekdays === null) throw refuseCell('weekdays', 'Please write the weekdays, such as Mon, Wed, Fri.')
  const lastDay = cell('last_day') === '' ? null : readDay(cell('last_day'))
  if (lastDay === null && cell('last_day') !== '') throw refuseCell('last_day', 'This is no day, such as 7 Dec 2026.')
  const count = readCount(cells, 'class_count', 'classes')
  const pattern = {
    first_day: firstDay,
    clock: times.clock,
    minutes,
    weekdays,
    class_count: count,
    last_day: count === null ? lastDay : null,
  }
  return { pattern, listed: null }
}

/** When the last class of a list ends. */
function endOf(listed: readonly ListedClass[] | null, minutes: number): string | null {
  const last = listed?.at(-1)
  return last ? new Date(Date.parse(`${last.day}T${last.clock}:00+05:30`) + minutes * 60_000).toISOString() : null
}

const patternOfList = (listed: readonly ListedClass[], first: ListedClass, minutes: number) => ({
  first_day: first.day,
  clock: first.clock,
  minutes,
  weekdays: [...new Set(listed.map(({ day }) => weekdayOf(day)))].toSorted((one, other) => one - other),
  class_count: listed.length,
  last_day: null,
})
