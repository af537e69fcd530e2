import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { linkInstructor } from '#server/people/staff/link-instructor.ts'
import { transaction } from '#server/platform/db/query.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'
import { planBatch, sellCourse } from './sell-course.ts'
import { addStaff, type StaffMember } from './staff.ts'
import { staffClient, type StaffClient } from './staff-client.ts'

/** A batch of `sixClasses`. */
export interface ClassShop extends TestApp {
  /** Calls as an owner. */
  call: StaffClient
  courseId: number
  batchId: number
  /** The batch's instructor, who has an account. */
  instructor: StaffMember & { instructorId: number }
  /** Sets the clock of the database and moves the expiry of students' sessions along. @param at ISO 8601 */
  setClock(at: string): Promise<void>
  classes(): Promise<SessionRecord[]>
  /** The class with a number. */
  nth(number: number): Promise<SessionRecord>
  /** Adds enrolled students: `student-1@example.com` and so on. Returns their ids. */
  enrol(count: number, prefix?: string): Promise<number[]>
  /** Enrols a student who has an account. */
  enrolUser(userId: number): Promise<void>
  /** Chooses where the classes of the batch are held. */
  holdIn(provider: 'link' | 'builtin'): Promise<void>
  /** Calls a verb of a class. */
  verb(session: SessionRecord, name: string, body?: object): ReturnType<StaffClient>
}

/** Returns an instant of February 2031. @param hour UTC; classes begin at 14:00 */
export const february = (day: string, hour = '14:00'): string => `2031-02-${day}T${hour}:00.000Z`

/** Mondays, Wednesdays and Fridays from 3 February 2031, 19:30 to 21:00 IST. */
export const sixClasses = { first_day: '2031-02-03', clock: '19:30', weekdays: [1, 3, 5], last_day: '2031-02-14' }

/** Creates an application with a batch of classes. The clock shows 1 February 2031, 11:30 IST. */
export async function createClassShop(students = 0, given: Parameters<typeof createTestApp>[0] = {}): Promise<ClassShop> {
  const shop = await createTestApp(given)
  const { courseId, batchId } = await sellCourse(shop.db)
  const setClock = async (at: string) => {
    await shop.db.query(`update app_clock set "offset" = $1::timestamptz - now()`, [at])
    await shop.db.query(
      `update sessions set expires_at = app_now() + interval '1 day', idle_expires_at = app_now() + interval '1 day'`,
    )
  }
  await setClock('2031-02-01T06:00:00Z')
  await planBatch(shop.db, batchId, sixClasses)
  const member = await addStaff(shop, 'instructor')
  const { rows } = await shop.db.query<{ instructor_id: number }>('select instructor_id from batches where id = $1', [batchId])
  const instructorId = rows[0]?.instructor_id ?? 0
  await transaction(shop.db, (tx) => linkInstructor(tx, member, instructorId))
  const call = staffClient(shop)
  const classes = async () => (await call('GET', `sessions/?batch=${batchId}`)).as<{ items: SessionRecord[] }>().items
  const all: ClassShop = Object.assign(shop, {
    call,
    courseId,
    batchId,
    instructor: { ...member, instructorId },
    setClock,
    classes,
    async nth(number: number) {
      const found = (await classes()).find((one) => one.number === number)
      if (!found) throw new Error(`there is no class ${number}`)
      return found
    },
    async enrol(count: number, prefix = 'student') {
      const added = await shop.db.query<{ user_id: number }>(
        `with made as (
           insert into users (email, full_name, verified_at)
           select $3 || '-' || n || '@example.com', 'Student ' || chr(64 + (n - 1) % 26 + 1), app_now()
           from generate_series(1, $2::int) n returning id)
         insert into enrolments (user_id, batch_id, created_at) select id, $1, app_now() from made returning user_id::int`,
        [batchId, count, prefix],
      )
      return added.rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
    },
    enrolUser: async (userId: number) => {
      await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [userId, batchId])
    },
    async holdIn(classroom_provider: 'link' | 'builtin') {
      const { version } = (await call('GET', `batches/${batchId}/`)).as<{ version: number }>()
      const changed = await call('PATCH', `batches/${batchId}/`, { body: { classroom_provider }, version })
      if (changed.status !== 200) throw new Error(JSON.stringify(changed.error))
    },
    verb: ({ id, version }: SessionRecord, name: string, body?: object) =>
      call('POST', `sessions/${id}/${name}`, { ...(body ? { body } : {}), version }),
  })
  await all.enrol(students)
  return all
}
