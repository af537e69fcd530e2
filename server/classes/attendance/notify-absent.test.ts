import { expect, test } from 'vitest'
import { system } from '#server/platform/auth/principal.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { notifyAbsent } from './notify-absent.ts'

interface School extends ClassShop {
  students: number[]
  sessionId: number
  settings(body: object, version: number): Promise<void>
  notify(): Promise<void>
  /** Subjects of the mails to a student. */
  subjects(student: number): Promise<string[]>
  mark(status: string | null, version?: number): Promise<number>
}

/** A school that wants notices. The first of three students pressed Join; the clock shows the morning after. */
async function open(): Promise<School> {
  const shop = await createClassShop(0)
  const students = await shop.enrol(3)
  const first = await shop.nth(1)
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  await shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at) values ($1, $2, 'press', $3, $3)`,
    [first.id, students[0], february('03', '13:55')],
  )
  await shop.setClock(february('04', '03:30'))
  const school: School = Object.assign(shop, {
    students,
    sessionId: first.id,
    async settings(body: object, version: number) {
      expect((await owner('PATCH', 'settings/', { body, version })).status).toBe(200)
    },
    notify: () => notifyAbsent(shop.deps, system),
    subjects: async (student: number) => (await shop.mails(`student-${student}@example.com`)).map(({ subject }) => subject),
    mark: async (status: string | null, version = 0) =>
      (
        await owner('POST', `attendance/${shop.batchId}/marks/`, {
          body: { marks: [{ session_id: first.id, student_id: students[1], status, version }] },
        })
      ).status,
  })
  await school.settings({ attendance_notices: true }, 0)
  return school
}

const missed = 'You missed a class of Testing in Practice'

test('an absent student gets one mail the morning after', async () => {
  const shop = await open()
  await shop.setClock(february('03', '18:00'))
  await shop.notify()
  expect((await shop.db.query('select 1 from absence_notices')).rowCount).toBe(0)
  await shop.setClock(february('04', '03:30'))
  await Promise.all([shop.notify(), shop.notify()])
  await shop.notify()
  expect([await shop.subjects(1), await shop.subjects(2), await shop.subjects(3)]).toEqual([[], [missed], [missed]])
  const [mail] = await shop.mails('student-2@example.com')
  expect(mail?.text).toContain('/enrolled-courses/')
  expect(mail?.unsubscribe).toMatch(/\/api\/unsubscribe\/absence\./)
})

test('a school that has not switched notices on sends none', async () => {
  const shop = await open()
  await shop.settings({ attendance_notices: false }, 1)
  await shop.notify()
  await shop.settings({ attendance_threshold_percent: 50 }, 2)
  await shop.notify()
  expect((await shop.db.query('select 1 from absence_notices')).rowCount).toBe(0)
})

test('nobody is absent from a class without any evidence', async () => {
  const shop = await open()
  await shop.setClock(february('06', '03:30'))
  await shop.notify()
  const { rows } = await shop.db.query('select distinct session_id from absence_notices')
  expect(rows).toEqual([{ session_id: shop.sessionId }])
})

test.each([
  ['an excuse', (shop: School) => shop.mark('excused')],
  ['a mark as present', (shop: School) => shop.mark('present')],
  [
    'evidence of a report',
    (shop: School) =>
      shop.db.query(
        `insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, received_at)
         values ($1, $2, 'classroom', $3, $4, $4)`,
        [shop.sessionId, shop.students[1], february('03'), february('03', '15:30')],
      ),
  ],
  [
    'a refund',
    (shop: School) => shop.db.query('update enrolments set ended_at = app_now() where user_id = $1', [shop.students[1]]),
  ],
])('%s drops a notice before it is sent', async (_title, change) => {
  const shop = await open()
  await shop.notify()
  await change(shop)
  expect([await shop.subjects(2), await shop.subjects(3)]).toEqual([[], [missed]])
})

test('a notice that was withdrawn is sent when it holds again', async () => {
  const shop = await open()
  await shop.notify()
  await shop.mark('present')
  expect(await shop.subjects(2)).toEqual([])
  await shop.mark('absent', 1)
  await shop.notify()
  await shop.notify()
  expect(await shop.subjects(2)).toEqual([missed])
  // One that was sent is not sent again.
  await shop.mark('present', 2)
  await shop.mark('absent', 3)
  await shop.notify()
  expect(await shop.subjects(2)).toEqual([missed])
})

test('a cancelled class drops its notices', async () => {
  const shop = await open()
  await shop.notify()
  await shop.verb(await shop.nth(1), 'cancel/')
  expect((await shop.subjects(3)).filter((subject) => subject === missed)).toEqual([])
})

test('excused students and those who refuse the mail get none', async () => {
  const shop = await open()
  await shop.mark('excused')
  await shop.db.query(
    `insert into mail_preferences (user_id, kind, wanted, changed_at) values ($1, 'absence', false, app_now())`,
    [shop.students[2]],
  )
  await shop.notify()
  expect((await shop.db.query('select 1 from absence_notices')).rowCount).toBe(0)
})

test('a waiting notice is not sent once it is switched off', async () => {
  const shop = await open()
  await shop.notify()
  await shop.db.query(
    `insert into mail_preferences (user_id, kind, wanted, changed_at) values ($1, 'absence', false, app_now())`,
    [shop.students[2]],
  )
  expect([await shop.subjects(2), await shop.subjects(3)]).toEqual([[missed], []])
})

test('a mark as absent stays with the notice', async () => {
  const shop = await open()
  await shop.mark('absent')
  await shop.notify()
  expect(await shop.subjects(2)).toEqual([missed])
})
