import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { JoinState, Room } from '#contract/classes/classes.ts'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { readMail } from '#dev/inbox/receive-mail.ts'
import type { SessionOutcome, SessionRecord } from '#contract/classes/staff/sessions.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { type Account, openSchool, type School } from './open-school.ts'
import { until } from './spawn-server.ts'

const students = 100
const classes = 34
/** Mails that a process sends at once: two workers with four jobs each. */
const atOnce = 8
const minute = 60_000
const day = 24 * 60 * minute
/** Minutes before a class at which a student is reminded. */
const offsets = [15, 24 * 60]
const classroom = 'https://classroom.example/room'

const iso = (time: number) => new Date(time).toISOString()

/** A batch of the school, and what its mails and calendars must be, computed here from the times of its classes alone. */
interface Life {
  school: School
  batchId: number
  courseId: number
  /** A student whose room, calendar and mails are read. */
  student: Account
  /** Has an account and is not enrolled. */
  stranger: Account
  /** Keys of the reminders that were due: class, start and offset. Each student has one of each. */
  due: Set<string>
  /** What a stranger was answered. */
  answers: string[]
  feed: string
}

interface ClassTimes {
  id: number
  starts: number
  ends: number
  held: boolean
}

async function timesOf({ school, batchId }: Life): Promise<ClassTimes[]> {
  const { rows } = await school.db.query<ClassTimes>(
    `select id, extract(epoch from starts_at)::float8 * 1000 as starts, extract(epoch from ends_at)::float8 * 1000 as ends,
       state <> 'cancelled' as held from class_sessions where batch_id = $1 order by starts_at`,
    [batchId],
  )
  return rows
}

/** Adds the reminders that are due now: of each class the nearest, unless it or a nearer one was due before. */
async function expectReminders(life: Life): Promise<void> {
  const { now } = life.school.mail
  for (const { id, starts, held } of await timesOf(life)) {
    const nearest = offsets.find((minutes) => starts - minutes * minute <= now)
    if (!held || starts <= now || nearest === undefined) continue
    const keys = offsets.filter((minutes) => minutes <= nearest).map((minutes) => `${id} ${iso(starts)} ${minutes}`)
    if (!keys.some((key) => life.due.has(key))) life.due.add(`${id} ${iso(starts)} ${nearest}`)
  }
}

/** Sets the clock and waits until the reminders that are due then are written. */
async function advance(life: Life, to: number): Promise<void> {
  const { school, due } = life
  await school.setClock(iso(to))
  await expectReminders(life)
  await school.remind()
  let asked = performance.now()
  await until('the reminders are written', async () => {
    const { rows } = await school.db.query<{ count: number }>('select count(*)::int from class_reminders')
    if (rows[0]?.count === due.size * students) return true
    // A job that was killed is not tried again: the schedule queues the next one.
    if (performance.now() - asked > 2000) {
      asked = performance.now()
      await school.remind()
    }
    return false
  })
}

/** The jobs of a killed process wait for its heartbeat to be missed, and its mails for the end of their claim. */
const everythingIsSent = ({ school }: Life) =>
  until('every mail is sent', async () => (await school.waiting()) === 0, 10 * minute)

/** Kills both servers, one after the other, while mails go out. */
async function killWhileSending({ school }: Life, servers: readonly (0 | 1)[]): Promise<void> {
  for (const which of servers) {
    const before = school.mail.mails.length
    await until('mails go out', async () => school.mail.mails.length > before + 20 || (await school.waiting()) === 0)
    await school.kill(which)
  }
}

async function readRoomClass({ school, student, courseId, batchId }: Life, id: number) {
  const { body } = await school.call('GET', `/enrolled-courses/${courseId}/`, undefined, student)
  const batch = (body as unknown as Room).batches.find((one) => one.batch_id === batchId)
  return batch?.classes.find((one) => one.session_id === id)
}

/**
 * The state of a class for its student: the room, the page that joins, and what pressing Join answers. The clock goes on while
 * mails are awaited, so it is set again.
 */
async function expectState(
  life: Life,
  { id, at }: { id: number; at: number },
  states: [room: string, join: string, pressed: number],
): Promise<void> {
  const { school, student, stranger, answers } = life
  await school.setClock(iso(at))
  const path = `/classes/${id}/join/`
  const join = (await school.call('GET', path, undefined, student)).body as unknown as JoinState
  const pressed = await school.call('POST', path, {}, student)
  expect([(await readRoomClass(life, id))?.state, join.state, pressed.status]).toEqual(states)
  if (pressed.status === 200) expect(pressed.body).toEqual({ url: classroom })
  for (const method of ['GET', 'POST'] as const) {
    const refused = await school.call(method, path, method === 'POST' ? {} : undefined, stranger)
    expect(refused.status).toBe(404)
    answers.push(JSON.stringify(refused.body))
    expect((await school.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(401)
  }
}

async function sequencesOf({ school, feed }: Life): Promise<Map<string, { sequence: number; status: string }>> {
  const text = await school.read(feed)
  expect(text).not.toContain(classroom)
  const events = new ICAL.Component(ICAL.parse(text) as []).getAllSubcomponents('vevent')
  return new Map(
    events.map((one) => {
      const { uid, sequence } = new ICAL.Event(one)
      return [uid.split('@')[0] ?? '', { sequence, status: String(one.getFirstPropertyValue('status')) }]
    }),
  )
}

/** Makes a change of a class and expects that only its event rises in the calendar. Returns the class as it is then. */
async function change(life: Life, id: number, verb: string, body?: object): Promise<SessionRecord> {
  const before = await sequencesOf(life)
  const { version } = await life.school.staff<SessionRecord>('GET', `sessions/${id}/`)
  const outcome = await life.school.staff<SessionOutcome>('POST', `sessions/${id}/${verb}/`, {
    version,
    ...(body ? { body } : {}),
  })
  expect(outcome.tells.students).toBe(students)
  const after = await sequencesOf(life)
  const risen = [...after].filter(([uid, { sequence }]) => sequence !== before.get(uid)?.sequence)
  expect(risen.map(([uid]) => uid)).toEqual([`class-${id}`])
  expect(after.get(`class-${id}`)?.sequence).toBeGreaterThan(before.get(`class-${id}`)?.sequence ?? 0)
  await advance(life, life.school.mail.now)
  return outcome.session
}

/** A server is killed while it moves a class: nothing has moved, and nobody is told. */
async function killWhileMoving(life: Life, id: number, starts: number): Promise<void> {
  const { school } = life
  const count = async () => (await school.db.query('select 1 from class_notices')).rowCount
  const before = { notices: await count(), sequences: await sequencesOf(life) }
  const { version } = await school.staff<SessionRecord>('GET', `sessions/${id}/`)
  const holder = await school.db.connect()
  await holder.query('begin')
  await holder.query('select 1 from class_sessions where id = $1 for update', [id])
  // It goes to the only server that runs.
  await school.kill(1)
  const lost = school
    .staff('POST', `sessions/${id}/move/`, { body: { starts_at: iso(starts), minutes: 90 }, version })
    .catch((error: unknown) => error)
  await until('the move waits', async () => {
    const { rowCount } = await school.db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  })
  await school.kill(0)
  await holder.query('rollback')
  holder.release()
  expect(await lost).toBeInstanceOf(Error)
  await school.servers[0].waitUntilReady()
  expect({ notices: await count(), sequences: await sequencesOf(life) }).toEqual(before)
}

async function openLife(): Promise<Life> {
  const school = await openSchool()
  const { db } = school
  await school.setClock('2031-01-20T06:00:00Z')
  const { courseId } = await sellCourse(db)
  const { rows } = await db.query<{ id: number }>(
    `with people as (
       insert into staff (email, name, roles, accepted_at)
       select lower(name) || '@school.example', name, '{instructor}', app_now() from unnest('{Nandini,Tara}'::text[]) name
       returning id, name)
     insert into instructors (name, staff_id) select name, id from people order by name returning id`,
  )
  const [instructor, substitute] = rows
  const batch = await school.staff<BatchRecord>('POST', 'batches/', {
    body: {
      course_id: courseId,
      mode_of_training: 'Live online',
      batch_type: 'Weekday evening',
      instructor_id: instructor?.id,
      capacity: students,
      classroom_url: classroom,
      first_day: '2031-02-03',
      clock: '19:30',
      weekdays: [1, 2, 3, 4, 5],
      minutes: 90,
      class_count: classes,
      last_day: null,
      calendar: null,
    },
  })
  expect(substitute).toBeDefined()
  const stranger = await school.register()
  // The sweep deletes an account without a code after 30 days.
  await db.query('update users set verified_at = app_now() where id = $1', [stranger.id])
  return { school, batchId: batch.id, courseId, student: stranger, stranger, due: new Set(), answers: [], feed: '' }
}

/** Everybody buys at once on four connections. Both servers are killed meanwhile. */
async function sellSeats({ school, batchId }: Life): Promise<void> {
  const enrolled = async () =>
    (await school.db.query<{ count: number }>('select count(*)::int from enrolments where batch_id = $1', [batchId])).rows[0]
      ?.count ?? 0
  let left = students
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await school.buy(batchId)
    }
  }
  const lanes = Promise.all([lane(), lane(), lane(), lane()])
  for (const which of [0, 1] as const) {
    const enough = (await enrolled()) + students / 4
    await until('some are enrolled', async () => (await enrolled()) >= enough)
    await school.kill(which)
  }
  await lanes
  expect(await enrolled()).toBe(students)
}

test('a batch lives through changes, an outage and ten kills', { timeout: 1_500_000 }, async () => {
  const life = await openLife()
  const { school, batchId } = life
  const { db, mail } = school
  await sellSeats(life)
  const { rows: buyers } = await db.query<{ email: string }>(
    'select u.email from users u join enrolments e on e.user_id = u.id where e.batch_id = $1 order by u.id',
    [batchId],
  )
  life.student = await school.account(buyers[0]?.email ?? '')
  mail.keepFor.add(life.student.email)
  const feed = await school.call('POST', '/calendar-feed/', {}, life.student)
  life.feed = new URL(String(feed.body['url'])).pathname
  await everythingIsSent(life)
  const bought = mail.mails.length

  const planned = await timesOf(life)
  expect(planned).toHaveLength(classes)
  const nth = (number: number) => {
    const found = planned[number - 1]
    if (!found) throw new Error(`there is no class ${number}`)
    return found
  }
  /** What happens at the reminder of the day before a class. */
  const events: Record<number, () => Promise<unknown>> = {
    3: () => killWhileSending(life, [0, 1]),
    5: () => change(life, nth(8).id, 'move', { starts_at: iso(nth(8).starts + 60 * minute), minutes: 90 }),
    // Nearer than a day: its reminder of that day has gone out, and the moved class has one again.
    10: () => change(life, nth(10).id, 'move', { starts_at: iso(nth(10).starts + 120 * minute), minutes: 60 }),
    14: () => killWhileMoving(life, nth(20).id, nth(20).starts + day),
    15: () => change(life, nth(18).id, 'cancel'),
    16: async () => {
      const { tells } = await school.staff<SessionOutcome>('POST', `batches/${batchId}/make-up/`, {
        body: { starts_at: iso(nth(19).starts + 180 * minute), minutes: 90, topic: 'What was missed' },
      })
      expect(tells.students).toBe(students)
    },
    21: async () => {
      const { rows } = await db.query<{ id: number }>(`select id from instructors where name = 'Tara'`)
      await change(life, nth(22).id, 'substitute', { instructor_id: rows[0]?.id })
    },
    33: () => killWhileSending(life, [1, 0]),
  }
  /** The class whose reminder falls into an outage of the mail server, from half an hour before it until half an hour after it began. */
  const withoutMail = nth(26)

  const lived = new Set<number>()
  for (;;) {
    // Changes move classes, so the next one is looked up each time.
    const next = (await timesOf(life)).find(({ id, held }) => held && !lived.has(id))
    if (!next) break
    const { id, starts, ends } = next
    lived.add(id)
    // As each hour, whatever the hour is now.
    await school.sweep()
    const number = planned.findIndex((one) => one.id === id) + 1
    if (starts - day > mail.now) {
      await advance(life, starts - day - minute)
      await advance(life, starts - day)
    }
    const event = events[number]
    delete events[number]
    await event?.()
    await everythingIsSent(life)
    // A change has moved this class: it comes later.
    if ((await timesOf(life)).find((one) => one.id === id)?.starts !== starts) {
      lived.delete(id)
      continue
    }
    if (id === withoutMail.id) {
      await advance(life, starts - 30 * minute)
      mail.isDown = true
      await change(life, nth(30).id, 'move', { starts_at: iso(nth(30).starts - 60 * minute), minutes: 90 })
    }
    await expectState(life, { id, at: starts - 15.5 * minute }, ['scheduled', 'early', 409])
    await advance(life, starts - 15 * minute)
    await expectState(life, { id, at: starts - 15 * minute }, ['scheduled', 'open', 200])
    if (number === 12) await killWhileSending(life, [0])
    if (id !== withoutMail.id) await everythingIsSent(life)
    if (number === 7) {
      await advance(life, starts - 60 * minute)
      await advance(life, starts - 15 * minute)
    }
    await advance(life, starts)
    await expectState(life, { id, at: starts }, ['live', 'open', 200])
    if (id === withoutMail.id) {
      await school.kill(1)
      await advance(life, starts + 30 * minute)
      mail.isDown = false
      await everythingIsSent(life)
    }
    await expectState(life, { id, at: ends - minute / 2 }, ['live', 'open', 200])
    await advance(life, ends)
    await expectState(life, { id, at: ends }, ['held', 'over', 410])
  }

  expect(school.kills()).toBe(10)
  expect(lived.size).toBe(classes)
  // Each person has one row for each reminder that was due, and for each of the six changes.
  const { rows: written } = await db.query<{ key: string; people: number; rows: number }>(
    `select r.session_id || ' ' || to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || r.offset_minutes as key,
       count(distinct m.to_address)::int as people, count(*)::int as rows
     from class_reminders r join mail_outbox m on m.cause = 'class-reminder:' || r.id group by 1 order by 1`,
  )
  expect(written).toEqual([...life.due].toSorted().map((key) => ({ key, people: students, rows: students })))
  const { rows: notices } = await db.query<{ change: string; people: number; rows: number }>(
    `select n.change, count(distinct m.to_address)::int as people, count(*)::int as rows
     from class_notices n join mail_outbox m on m.cause like 'class-notice:' || n.id || ':%' group by n.id order by n.id`,
  )
  expect(notices.map(({ change: what, people, rows: count }) => [what, people - students, count - students])).toEqual([
    ['moved', 1, 1],
    ['moved', 1, 1],
    ['cancelled', 1, 1],
    ['added', 1, 1],
    ['instructor', 2, 2],
    ['moved', 1, 1],
  ])

  // A reminder that fell into the outage was not sent, and neither was one that still waited when its class was moved.
  const { rows: outbox } = await db.query<{ message_id: string; sent: boolean; starts: number | null; session: number | null }>(
    `select m.message_id, m.sent_at is not null as sent, extract(epoch from r.starts_at)::float8 * 1000 as starts, r.session_id as session
     from mail_outbox m left join class_reminders r on m.cause = 'class-reminder:' || r.id`,
  )
  const unsent = outbox.filter(({ sent }) => !sent)
  expect(unsent.filter(({ session }) => session === withoutMail.id)).toHaveLength(students)
  const dropped = unsent.filter(({ session }) => session !== withoutMail.id)
  expect(dropped.filter(({ session, starts }) => session !== nth(10).id || starts !== nth(10).starts)).toEqual([])
  const rowsById = new Map(outbox.map((one) => [one.message_id, one]))
  const distinct = new Set(mail.mails.map(({ messageId }) => messageId))
  const sent = new Set(outbox.flatMap((one) => (one.sent ? [one.message_id] : [])))
  expect([...sent.difference(distinct)]).toEqual([])
  // A mail may have come before its process heard of it. It stays unmarked if it was given up meanwhile: its class moved, or it
  // expired before another process could send it again. Its row may be swept by now.
  const unmarked = [...distinct.difference(sent)]
  expect(unmarked.map((messageId) => rowsById.get(messageId)).filter((one) => one && !unsent.includes(one))).toEqual([])
  expect(unmarked.length).toBeLessThanOrEqual(school.servers.length * atOnce)
  // A mail that was on its way when its process was killed is sent again, under the same Message-ID.
  expect(mail.mails.length - distinct.size).toBeLessThanOrEqual(school.kills() * atOnce)
  expect(mail.mails.length).toBeGreaterThan(bought)
  const late = mail.mails.filter(({ messageId, at }) => {
    const starts = rowsById.get(messageId)?.starts
    return typeof starts === 'number' && at >= starts
  })
  expect(late).toEqual([])

  expect((await sequencesOf(life)).get(`class-${nth(18).id}`)?.status ?? 'CANCELLED').toBe('CANCELLED')
  expect(life.answers.length).toBeGreaterThan(classes)
  for (const answer of life.answers) expect(answer).not.toMatch(/classroom\.example|Nandini|Tara|Asha|Testing in Practice/)
  expect(mail.raw.length).toBeGreaterThan(classes)
  for (const raw of mail.raw) {
    const { text, html } = await readMail(raw, { from: '', to: [] }, new Date())
    expect(text + html).not.toContain('classroom.example')
  }
})
