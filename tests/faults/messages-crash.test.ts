import { expect, test } from 'vitest'
import type { Audience, Delivery, MessageRecord } from '#contract/staff/messages.ts'
import { sellCourse } from '../sell-course.ts'
import { joinAsOwner, type StaffCall } from './join-staff.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { spawnServer, until } from './spawn-server.ts'

const students = 60
/** Mails that a process sends at once: two workers with four jobs each. */
const atOnce = 8
const subject = 'No class on Friday'

const draftFor = (staff: StaffCall, batchId: number) =>
  staff<MessageRecord>('POST', 'messages/', { body: { batch_id: batchId, subject, body: 'It is a holiday.' } })

test('a message reaches each student through kills and is sent once', { timeout: 180_000 }, async () => {
  const outside = await openOutside()
  const { db, url } = await openDatabase({ max: 4 })
  const { batchId } = await sellCourse(db)
  await db.query(
    `with made as (
       insert into users (email, full_name, verified_at)
       select 'student-' || n || '@example.com', 'Student', now() from generate_series(1, $2::int) n returning id)
     insert into enrolments (user_id, batch_id, created_at) select id, $1, now() from made`,
    [batchId, students],
  )
  const server = await spawnServer({ databaseUrl: url, ...outside })
  const staff = await joinAsOwner(server, { db, databaseUrl: url })
  const { id, version } = await draftFor(staff, batchId)
  const read = () => staff<MessageRecord>('GET', `messages/${id}/`)
  const audience = () => staff<Audience>('GET', `messages/${id}/audience/`)
  const send = async () => {
    const { count, hash } = await audience()
    return staff<MessageRecord>('POST', `messages/${id}/send/`, { body: { recipients: count, hash }, version })
  }

  // Killed while the transaction of the send waits for a lock: nothing is sent, and nothing is stored.
  const holder = await db.connect()
  await holder.query('begin')
  await holder.query('select 1 from messages for update')
  const lost = send().catch((error: unknown) => error)
  await until('the send waits', async () => {
    const { rowCount } = await db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  })
  await server.kill()
  expect(await lost).toBeInstanceOf(Error)
  await holder.query('rollback')
  holder.release()
  await server.restart()
  expect(await read()).toMatchObject({ state: 'draft', recipients: null })
  expect((await db.query('select 1 from message_recipients')).rowCount).toBe(0)

  expect(await send()).toMatchObject({ recipients: students })
  await expect(send()).rejects.toThrow(/is sent/)

  // Killed twice while it delivers.
  const sent = async () =>
    (
      await db.query<{ count: number }>(
        `select count(*)::int from mail_outbox where template = 'batch-message' and sent_at is not null`,
      )
    ).rows[0]?.count ?? 0
  let kills = 0
  for (const enough of [5, 25]) {
    await until(`${enough} mails are sent`, async () => (await sent()) >= enough)
    if ((await sent()) < students) kills += 1
    await server.kill()
    await server.restart()
  }
  await until('every mail is sent', async () => (await sent()) === students)
  expect(kills).toBeGreaterThan(0)
  expect(await staff<Delivery>('GET', `messages/${id}/delivery/`)).toMatchObject({ total: students, sent: students })
  expect((await db.query(`select 1 from mail_outbox where template = 'batch-message'`)).rowCount).toBe(students)
  const mails = await Promise.all(
    Array.from({ length: students }, (_, n) => outside.countMails(`student-${n + 1}@example.com`, new RegExp(subject))),
  )
  expect(Math.min(...mails)).toBe(1)
  // A mail that was on its way when the process was killed is sent again, under the same Message-ID.
  expect(mails.reduce((all, one) => all + one, 0) - students).toBeLessThanOrEqual(kills * atOnce)
})
