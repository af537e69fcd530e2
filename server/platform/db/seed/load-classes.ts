import { rows, type Queryable, statement } from '#server/platform/db/query.ts'
import { classTopics } from './class-topics.ts'
import { isoWeekday } from './class-days.ts'
import type { DemoContent, DemoCourse } from './read-content.ts'

/** The calendar of `holidays.yaml`. */
export const demoCalendar = 'India'

const insertDemoPatterns = statement(
  'insert_demo_patterns',
  `insert into batch_patterns (batch_id, weekdays, clock, minutes, first_day, class_count, calendar)
   select batch_id, weekdays, clock, minutes, first_day, class_count, calendar
   from jsonb_populate_recordset(null::batch_patterns, $1::jsonb)`,
)
const generateDemoSessions = statement(
  'generate_demo_sessions',
  `select generate_sessions(batch_id, '-infinity') from batch_patterns order by batch_id`,
)
const nameDemoSessions = statement(
  'name_demo_sessions',
  `update class_sessions s set module = t.module, topic = t.topic
   from jsonb_to_recordset($2::jsonb) as t (number integer, module text, topic text)
   join numbered_sessions n on n.number = t.number and n.batch_id = $1
   where s.id = n.id`,
)

/** Generates the classes of the demo's batches from patterns and names them after the curriculum. */
export async function loadClasses(tx: Queryable, { courses }: DemoContent, today: Date): Promise<void> {
  const patterns = courses.flatMap((course) =>
    course.batches.map((batch) => ({
      batch_id: batch.id,
      weekdays: batch.weekdays.map((day) => isoWeekday[day]),
      clock: batch.starts_at_time,
      minutes: batch.class_minutes,
      first_day: batch.date,
      class_count: classCount(batch),
      // The days of recordings stand in the content, so batches that have begun keep theirs.
      calendar: batch.startsAt > today ? demoCalendar : null,
    })),
  )
  await rows(tx, insertDemoPatterns, [JSON.stringify(patterns)])
  await rows(tx, generateDemoSessions)
  for (const course of courses) {
    for (const batch of course.batches) {
      const topics = classTopics(course, classCount(batch)).map((topic, index) => ({ ...topic, number: index + 1 }))
      await rows(tx, nameDemoSessions, [batch.id, JSON.stringify(topics)])
    }
  }
}

function classCount({ weekdays, weeks }: DemoCourse['batches'][number]): number {
  return weekdays.length * weeks
}
