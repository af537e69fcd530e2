import type pg from 'pg'
import type { Audience, MessageRecord } from '#contract/messaging/staff/messages.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { joinAsOwner } from './join-staff.ts'
import { type Server, until } from './spawn-server.ts'

export const subject = 'No class on Friday'

/** A batch with students and a draft for them, on a server in its own process. */
export async function openMessage(server: Server, given: { db: pg.Pool; databaseUrl: string; students: number }) {
  const { db, students } = given
  const { batchId } = await sellCourse(db)
  await db.query(
    `with made as (
       insert into users (email, full_name, verified_at)
       select 'student-' || n || '@example.com', 'Student', now() from generate_series(1, $2::int) n returning id)
     insert into enrolments (user_id, batch_id, created_at) select id, $1, now() from made`,
    [batchId, students],
  )
  const staff = await joinAsOwner(server, given)
  const { id, version } = await staff<MessageRecord>('POST', 'messages/', {
    body: { batch_id: batchId, subject, body: 'It is a holiday.' },
  })
  const send = async () => {
    const { count, hash } = await staff<Audience>('GET', `messages/${id}/audience/`)
    return staff<MessageRecord>('POST', `messages/${id}/send/`, { body: { recipients: count, hash }, version })
  }
  return {
    staff,
    id,
    send,
    read: () => staff<MessageRecord>('GET', `messages/${id}/`),
    sent: async () =>
      (
        await db.query<{ count: number }>(
          `select count(*)::int from mail_outbox where template = 'batch-message' and sent_at is not null`,
        )
      ).rows[0]?.count ?? 0,
    /** Kills the server while the transaction of a send waits. Returns how the send ended. */
    async killWhileSending(): Promise<unknown> {
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
      await holder.query('rollback')
      holder.release()
      await server.restart()
      return lost
    },
  }
}
