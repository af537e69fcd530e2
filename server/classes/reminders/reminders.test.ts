import { expect, test } from 'vitest'
import type { MailPreferences } from '#contract/classes/mail-preferences.ts'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { system } from '#server/platform/auth/principal.ts'
import type { OutgoingMail } from '#server/messaging/mail/smtp.ts'
import { unsubscribeLinks } from '#server/messaging/mail/unsubscribe-link.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { remindOfClasses } from './remind.ts'

type Student = Awaited<ReturnType<typeof signIn>>

const remind = (shop: ClassShop) => remindOfClasses(shop.deps, system)
const subjects = async (shop: ClassShop, to = 'student-1@example.com') => (await shop.mails(to)).map(({ subject }) => subject)
const keys = async (shop: ClassShop) =>
  (
    await shop.db.query<{ starts_at: Date; offset_minutes: number; user_id: number }>(
      'select starts_at, offset_minutes, user_id::int from class_reminders order by starts_at, offset_minutes, user_id',
    )
  ).rows.map(({ starts_at, offset_minutes }) => [starts_at.toISOString(), offset_minutes])

test('reminds a day and 15 minutes before each class', async () => {
  const shop = await createClassShop(2)
  await shop.setClock(february('02', '13:59'))
  await remind(shop)
  expect(await keys(shop)).toEqual([])
  await shop.setClock(february('02', '14:00'))
  await remind(shop)
  await remind(shop)
  expect(await keys(shop)).toEqual([
    [february('03'), 1440],
    [february('03'), 1440],
  ])
  expect(await subjects(shop)).toEqual(['Your class begins tomorrow at 7:30 PM IST: Testing in Practice'])
  await shop.setClock(february('03', '13:45'))
  await remind(shop)
  await shop.setClock(february('03', '13:51'))
  expect((await subjects(shop))[0]).toBe('Your class begins in 9 minutes: Testing in Practice')
  const [mail] = await shop.mails('student-2@example.com')
  expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/join\/\d+/)
  expect(`${mail?.text}${mail?.html}`).not.toContain('classroom.example')
  await shop.setClock(february('03', '14:00'))
  await remind(shop)
  expect(await keys(shop)).toHaveLength(4)
})

test('after an outage only the nearer reminder goes out', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:50'))
  await remind(shop)
  expect(await keys(shop)).toEqual([[february('03'), 15]])
  await shop.setClock(february('05', '08:00'))
  await remind(shop)
  expect(await subjects(shop)).toContain('Your class begins today at 7:30 PM IST: Testing in Practice')
})

test('a mail that waited until the class began is not sent', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  await shop.setClock(february('03', '14:00'))
  expect(await subjects(shop)).toEqual([])
  const { rows } = await shop.db.query('select 1 from mail_outbox where given_up_at is not null and sent_at is null')
  expect(rows).toHaveLength(1)
})

test('a moved class drops its waiting reminder and has new ones', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  await shop.verb(await shop.nth(1), 'move/', { starts_at: february('04'), minutes: 90 })
  expect((await subjects(shop)).filter((subject) => subject.startsWith('Your class begins'))).toEqual([])
  await shop.setClock(february('03', '14:10'))
  await remind(shop)
  expect(await keys(shop)).toEqual([
    [february('03'), 15],
    [february('04'), 1440],
  ])
})

test.each([
  ['a cancelled class', async (shop: ClassShop) => shop.verb(await shop.nth(1), 'cancel/')],
  ['a cancelled batch', async (shop: ClassShop) => cancelBatch(shop, shop.batchId)],
  ['an ended enrolment', async (shop: ClassShop) => shop.db.query('update enrolments set ended_at = app_now()')],
])('%s drops waiting reminders and makes none', async (_title, end) => {
  const shop = await createClassShop(1)
  await shop.setClock(february('02', '15:00'))
  await remind(shop)
  await end(shop)
  expect((await subjects(shop)).filter((subject) => subject.startsWith('Your class begins'))).toEqual([])
  await shop.setClock(february('03', '13:50'))
  await remind(shop)
  expect(await keys(shop)).toEqual([[february('03'), 1440]])
})

const another = { starts_at: '2031-02-04T14:00:00.000Z', minutes: 90 }
const moveBack = { starts_at: february('03'), minutes: 90 }
/** The first class, also when it is cancelled. */
const first = async (shop: ClassShop) => {
  const { rows } = await shop.db.query<{ id: number }>('select min(id) as id from class_sessions')
  const session = (await shop.classes()).find(({ id }) => id === rows[0]?.id)
  if (!session) throw new Error('there is no class')
  return session
}

test.each<[string, (shop: ClassShop) => Promise<unknown>, (shop: ClassShop) => Promise<unknown>]>([
  [
    'moved and moved back',
    async (shop) => shop.verb(await first(shop), 'move/', another),
    async (shop) => shop.verb(await first(shop), 'move/', moveBack),
  ],
  [
    'cancelled and restored',
    async (shop) => shop.verb(await first(shop), 'cancel/'),
    async (shop) => shop.verb(await first(shop), 'restore/'),
  ],
  [
    'left and joined again by its students',
    async (shop) => shop.db.query('update enrolments set ended_at = app_now()'),
    async (shop) =>
      shop.db.query(
        'insert into enrolments (user_id, batch_id, created_at) select distinct user_id, batch_id, app_now() from enrolments',
      ),
  ],
])('a class %s reminds each student once', async (_title, change, back) => {
  const shop = await createClassShop(2)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  await change(shop)
  await back(shop)
  await remind(shop)
  await remind(shop)
  for (const to of ['student-1@example.com', 'student-2@example.com']) {
    expect((await subjects(shop, to)).filter((subject) => subject.startsWith('Your class begins'))).toHaveLength(1)
  }
  // A reminder that was sent is not sent again.
  await change(shop)
  await back(shop)
  await remind(shop)
  expect((await subjects(shop)).filter((subject) => subject.startsWith('Your class begins'))).toHaveLength(1)
})

async function plan(shop: ClassShop, body: object) {
  const { version } = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
  expect((await shop.call('PATCH', `batches/${shop.batchId}/`, { body, version })).status).toBe(200)
}

test.each([
  ['sent', async (shop: ClassShop) => void (await shop.mails())],
  ['waiting', async () => undefined],
  [
    'being sent',
    async (shop: ClassShop) =>
      void (await shop.db.query(
        `update mail_outbox set sending_until = app_now() + interval '30 seconds' where template = 'class-reminder'`,
      )),
  ],
])('a plan made longer again repeats no %s reminder', async (_title, bring) => {
  const shop = await createClassShop(2)
  await shop.setClock(february('13', '14:00'))
  await remind(shop)
  await bring(shop)
  const last = await shop.nth(6)
  await plan(shop, { class_count: 5 })
  await remind(shop)
  await plan(shop, { class_count: 6 })
  expect(await shop.nth(6)).toMatchObject({ starts_at: last.starts_at })
  expect((await shop.nth(6)).id).not.toBe(last.id)
  await remind(shop)
  await shop.db.query('update mail_outbox set sending_until = null')
  expect(await subjects(shop)).toEqual(['Your class begins tomorrow at 7:30 PM IST: Testing in Practice'])
  expect(await keys(shop)).toEqual([
    [february('14'), 1440],
    [february('14'), 1440],
  ])
  // The later reminder of the class is another one.
  await shop.setClock(february('14', '13:46'))
  await remind(shop)
  expect(await subjects(shop)).toHaveLength(2)
})

test('a class in place of a removed one repeats no reminder', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('13', '14:00'))
  await remind(shop)
  await shop.mails()
  await plan(shop, { class_count: 5 })
  await shop.passTime('1 minute')
  const added = await shop.call('POST', 'sessions/', {
    body: {
      batch_id: shop.batchId,
      starts_at: february('14'),
      minutes: 90,
      topic: 'Questions',
      module: '',
      notes: '',
      prepare: '',
      classroom_url: null,
    },
  })
  expect(added.status).toBe(201)
  await remind(shop)
  expect((await subjects(shop)).filter((subject) => subject.startsWith('Your class begins'))).toHaveLength(1)
})

test('a waiting reminder says what changed of its class', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  const tara = await addInstructor(shop)
  await shop.verb(await first(shop), 'substitute/', { instructor_id: tara })
  const { id, version } = await first(shop)
  await shop.call('PATCH', `sessions/${id}/`, { body: { prepare: 'Read about locks.' }, version })
  await remind(shop)
  const reminders = (await shop.mails('student-1@example.com')).filter(({ subject }) => subject.startsWith('Your class begins'))
  expect(reminders).toHaveLength(1)
  expect(reminders[0]?.text).toContain('Tara Venkatesh')
  expect(reminders[0]?.text).toContain('Read about locks.')
  await changeBatch(shop, shop.batchId, { instructor_id: tara })
  await remind(shop)
  expect((await subjects(shop)).filter((subject) => subject.startsWith('Your class begins'))).toHaveLength(1)
})

test('a waiting reminder follows the instructor of its batch', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  const tara = await addInstructor(shop)
  await changeBatch(shop, shop.batchId, { instructor_id: tara })
  await remind(shop)
  const reminders = (await shop.mails('student-1@example.com')).filter(({ subject }) => subject.startsWith('Your class begins'))
  expect(reminders.map(({ text }) => text.includes('Tara Venkatesh'))).toEqual([true])
})

test('a reminder on its way goes on when its class returns', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:46'))
  await remind(shop)
  await shop.db.query(
    `update mail_outbox set sending_until = app_now() + interval '30 seconds' where template = 'class-reminder'`,
  )
  await shop.verb(await first(shop), 'move/', another)
  await shop.verb(await first(shop), 'move/', moveBack)
  await remind(shop)
  const { rows } = await shop.db.query(`select given_up_at, expires_at from mail_outbox where template = 'class-reminder'`)
  expect(rows).toEqual([{ given_up_at: null, expires_at: new Date(february('03')) }])
})

test('two processes and a clock set back make one mail', async () => {
  const shop = await createClassShop(40)
  await shop.setClock(february('02', '15:00'))
  await Promise.all([remind(shop), remind(shop), remind(shop)])
  await shop.setClock(february('02', '14:10'))
  await remind(shop)
  expect(await keys(shop)).toHaveLength(40)
  const mails = await shop.mails()
  expect(mails).toHaveLength(40)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(40)
})

test('each kind is switched off alone, also by the mail', async () => {
  const shop = await createClassShop()
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const preferences = async () => (await shop.get('/mail-preferences/', student.access)).json<MailPreferences>()
  expect(await preferences()).toEqual({
    reminder_day: true,
    reminder_soon: true,
    absence: true,
    review: true,
    answer: true,
    unfinished: false,
  })
  await shop.setClock(february('02', '14:00'))
  await remind(shop)
  const [mail] = await shop.mails(student.person.email)
  const oneClick = new URL(mail?.unsubscribe ?? '').pathname
  const press = (payload: string) =>
    shop.app.inject({ method: 'POST', url: oneClick, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
  expect((await press('nonsense=1')).statusCode).toBe(404)
  expect((await preferences()).reminder_day).toBe(true)
  const opened = await shop.app.inject({ method: 'GET', url: oneClick })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, expect.stringMatching(/\/unsubscribe#reminder_day\./)])
  expect((await preferences()).reminder_day).toBe(true)
  expect((await press('List-Unsubscribe=One-Click')).json()).toEqual({ kind: 'reminder_day', wanted: false })
  expect(await preferences()).toEqual({
    reminder_day: false,
    reminder_soon: true,
    absence: true,
    review: true,
    answer: true,
    unfinished: false,
  })
  await shop.setClock(february('04', '15:00'))
  await remind(shop)
  expect(await keys(shop)).toHaveLength(1)
  await shop.setClock(february('05', '13:50'))
  await remind(shop)
  expect(await keys(shop)).toHaveLength(2)
})

test('the page of a link switches off and on again', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '13:50'))
  await remind(shop)
  const [mail] = await shop.mails('student-1@example.com')
  const token = tokenOf(mail)
  const change = (body: object) => shop.app.inject({ method: 'PUT', url: '/api/unsubscribe/', payload: body })
  expect((await change({ token, wanted: false })).json()).toEqual({ kind: 'reminder_soon', wanted: false })
  expect((await change({ token, wanted: true })).json()).toEqual({ kind: 'reminder_soon', wanted: true })
  const [kind, id, signature] = token.split('.')
  const forged = [`reminder_day.${id}.${signature}`, `${kind}.${Number(id) + 1}.${signature}`, `${kind}.${id}.${'A'.repeat(22)}`]
  for (const one of forged) expect((await change({ token: one, wanted: false })).statusCode).toBe(404)
  expect((await change({ token: 'x', wanted: false })).statusCode).toBe(400)
  expect((await shop.db.query('select 1 from mail_preferences')).rowCount).toBe(1)
})

function tokenOf(mail: OutgoingMail | undefined): string {
  return /\/unsubscribe#([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a student switches reminders in the profile', async () => {
  const shop = await createClassShop()
  const [mine, other] = [await signIn(shop), await signIn(shop)]
  const change = (body: object, token: string) =>
    shop.app.inject({
      method: 'PUT',
      url: '/api/mail-preferences/',
      payload: body,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await change({ reminder_day: true, reminder_soon: false }, mine.access)).json()).toEqual({
    reminder_day: true,
    reminder_soon: false,
    absence: true,
    review: true,
    answer: true,
    unfinished: false,
  })
  expect((await change({ reminder_day: true, reminder_soon: false, price: 1 }, mine.access)).statusCode).toBe(400)
  expect((await change({ reminder_day: true, reminder_soon: 'no' }, mine.access)).statusCode).toBe(400)
  expect((await shop.get('/mail-preferences/', other.access)).json()).toEqual({
    reminder_day: true,
    reminder_soon: true,
    absence: true,
    review: true,
    answer: true,
    unfinished: false,
  })
  expect((await shop.get('/mail-preferences/')).statusCode).toBe(401)
})

test.each<[string, (shop: ClassShop, student: Student, wanted: boolean) => Promise<number>]>([
  [
    'the profile',
    async (shop, { access }, wanted) =>
      (
        await shop.app.inject({
          method: 'PUT',
          url: '/api/mail-preferences/',
          payload: { reminder_day: wanted, reminder_soon: true },
          headers: { authorization: `Bearer ${access}` },
        })
      ).statusCode,
  ],
  [
    'one click',
    async (shop, { user }, wanted) => {
      const { oneClick, page } = unsubscribeLinks(shop.deps.config, { userId: user.id, kind: 'reminder_day' })
      const answer = wanted
        ? await shop.app.inject({ method: 'PUT', url: '/api/unsubscribe/', payload: { token: page.split('#')[1], wanted } })
        : await shop.app.inject({
            method: 'POST',
            url: new URL(oneClick).pathname,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'List-Unsubscribe=One-Click',
          })
      return answer.statusCode
    },
  ],
])('a waiting reminder is not sent once switched off by %s', async (_title, choose) => {
  const shop = await createClassShop()
  const [student, other] = [await signIn(shop), await signIn(shop)]
  for (const { user } of [student, other]) await shop.enrolUser(user.id)
  const reminders = async (email: string) =>
    (await subjects(shop, email)).filter((subject) => subject.startsWith('Your class begins'))
  await shop.setClock(february('02', '14:00'))
  await remind(shop)
  expect(await choose(shop, student, false)).toBe(200)
  expect([await reminders(student.person.email), await reminders(other.person.email)]).toEqual([[], [expect.any(String)]])
  // Switched off and on again while the mail waits, it is as before.
  await shop.setClock(february('04', '14:00'))
  expect(await choose(shop, student, true)).toBe(200)
  await remind(shop)
  expect(await choose(shop, student, false)).toBe(200)
  expect(await choose(shop, student, true)).toBe(200)
  expect(await reminders(student.person.email)).toHaveLength(1)
})

test('disabled accounts get no reminder', async () => {
  const shop = await createClassShop(2)
  await shop.db.query(`update users set disabled_at = app_now() where email = 'student-1@example.com'`)
  await shop.setClock(february('03', '13:50'))
  await remind(shop)
  expect(await keys(shop)).toHaveLength(1)
})
