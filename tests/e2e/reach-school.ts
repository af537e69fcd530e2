import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '#postgres/launch.ts'
import { addBatch } from '#tests/school/sell-course.ts'

/** Runs SQL on the database of a product, as staff would change it. */
export type RunSql = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

/** A product's database, reached as staff would change it. */
export interface Reached {
  sql: RunSql
  /** Lends a pool for helpers that need one. */
  lend<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>
  leave(): Promise<void>
}

/**
 * Joins the cluster of a product at the first call. The shared product's is left when the process ends, another's by `leave`.
 * @param dataDir of the product
 */
export function reachDatabase(dataDir: () => string): Reached {
  let joined: ReturnType<typeof launchPostgres> | undefined
  const lend: Reached['lend'] = async (work) => {
    joined ??= launchPostgres({ dataDir: join(dataDir(), 'postgres'), log: () => undefined })
    const { connectionString } = await joined
    const db = new pg.Pool({ connectionString, options: '-c app.actor_kind=system', max: 1 })
    try {
      return await work(db)
    } finally {
      await db.end()
    }
  }
  return {
    sql: <Row extends object>(text: string, values: unknown[] = []) =>
      lend(async (db) => (await db.query<Row>(text, values)).rows),
    lend,
    leave: async () => (await joined)?.stop(),
  }
}

/** Runs SQL on the database of the product that the tests share, or lends a pool of it. */
export const { sql: asStaff, lend: withDatabase } = reachDatabase(() => process.env.E2E_DATA_DIR ?? '')

/** Enrols a student without a payment. */
export async function enrol(email: string, batchId: number): Promise<void> {
  await asStaff(`insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`, [
    email,
    batchId,
  ])
}

/** Gives a student the certificate of a batch. Returns its code. */
export async function certify(email: string, batchId: number): Promise<string> {
  const [made] = await asStaff<{ code: string }>(
    `insert into certificates (code, user_id, batch_id, issued_at, rule, wanted_percent, attended, counted, exercises, accepted,
       holder, course_title, school, classes, minutes, first_day, last_day)
     select md5(u.email), u.id, b.id, app_now(), 'attendance', 75, 20, 24, 0, 0, u.full_name, c.title, 'Karyashala', 24, 2160,
       '2026-07-06', '2026-09-09'
     from users u, batches b join courses c on c.id = b.course_id where u.email = $1 and b.id = $2 returning code`,
    [email, batchId],
  )
  if (!made) throw new Error('no certificate was made')
  return made.code
}

/** Adds an unpublished course with one batch. Its first class starts in `startsIn` and lasts 90 minutes. */
export async function addCourse(
  startsIn: string,
  given: { instructor_id?: number; clock?: string } = {},
): Promise<{ courseId: number; batchId: number }> {
  const [course] = await asStaff<{ id: number }>(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, publication)
     values ('room-' || floor(random() * 1e9)::int, 'A Course for Testing Rooms', 'DevOps', 'About rooms.', 'All about rooms.',
       'Karyashala', '12 weeks', 'Beginner', 'Live online', 100000, 'draft') returning id`,
  )
  const courseId = course?.id ?? 0
  const batchId = await withDatabase((db) =>
    addBatch(db, courseId, { startsIn, batch_type: 'Daily', weekdays: [1, 2, 3, 4, 5, 6, 7], class_count: 28, ...given }),
  )
  return { courseId, batchId }
}

/** Adds an instructor with an account of staff, whom no other test knows. */
export async function addInstructor(name: string, sql: RunSql = asStaff): Promise<{ id: number; email: string }> {
  const [made] = await sql<{ id: number; email: string }>(
    `with account as (
       insert into staff (email, name, roles, accepted_at)
       values ('instructor-' || floor(random() * 1e9)::int || '@school.example', $1, '{instructor}', app_now()) returning id, email
     ), person as (insert into instructors (name, staff_id) select $1, id from account returning id)
     select person.id, account.email from person, account`,
    [name],
  )
  if (!made) throw new Error('no instructor was made')
  return made
}
