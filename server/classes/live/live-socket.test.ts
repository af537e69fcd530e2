import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import { closeCodes, mostPreparedPolls } from '#contract/classes/live-messages.ts'
import { buildApp } from '#server/app.ts'
import { runEngines } from '#server/classes/classroom/engine/run-engines.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { system } from '#server/platform/auth/principal.ts'
import { LiveClient } from '#tests/classroom/live-client.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** A class that is open, with a teacher and two students, served by two web processes. */
async function createClass() {
  const shop = await createClassShop(0, { addsRoutes: true })
  await shop.holdIn('builtin')
  const students = [await signIn(shop), await signIn(shop)]
  for (const { user } of students) await shop.enrolUser(user.id)
  const session = await shop.nth(1)
  const engines = runEngines(shop.deps, system)
  onTestFinished(() => engines.stop())
  await vi.waitUntil(async () => (await shop.db.query('select 1 from classroom_engines')).rowCount)
  await shop.setClock(february('03', '13:50'))
  const second = await buildApp({
    ...shop.deps,
    responseCache: new ResponseCache({ listening: false }),
    limitMemory: new LimitMemory(),
  })
  onTestFinished(() => second.close())
  const ports = [shop.app, second].map(async (app) => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    return (app.server.address() as AddressInfo).port
  })
  const enter = async (authorization: string, query = '') =>
    shop.app.inject({ method: 'POST', url: `/api/classroom/${session.id}/enter/${query}`, headers: { authorization } })
  const open = async (live_url: string, ticket: string, process = 0) => {
    const client = new LiveClient(`ws://127.0.0.1:${await ports[process]}${live_url}?ticket=${ticket}`)
    onTestFinished(() => client.close())
    return client
  }
  /** Enters and waits for the greeting. */
  const connect = async (authorization: string, process = 0) => {
    const { live_url, ticket } = (await enter(authorization)).json<EnteredClass>()
    const client = await open(live_url, ticket, process)
    await client.wait('resumed')
    return client
  }
  return {
    shop,
    session,
    enter,
    open,
    connect,
    teacher: shop.asStaff('instructor', shop.instructor).authorization,
    students: students.map(({ access }) => `Bearer ${access}`),
    ids: students.map(({ user }) => user.id),
  }
}

test('a message reaches everybody, in both processes, once', async () => {
  const { connect, teacher, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi, 1)]
  first.send({ type: 'chat', client_id: 'a1', text: 'Hello <b>all</b>' })
  const heard = await second.wait('chat')
  expect(heard).toMatchObject({ client_id: 'a1', text: 'Hello <b>all</b>', person: { role: 'participant' } })
  first.send({ type: 'chat', client_id: 'a1', text: 'Hello again' })
  second.send({ type: 'chat', client_id: 'a1', text: 'Mine' })
  await host.wait('chat', ({ text }) => text === 'Mine')
  expect(host.of('chat').map(({ text }) => text)).toEqual(['Hello <b>all</b>', 'Mine'])
  expect(second.of('chat').map(({ id }) => id)).toEqual([1, 2])
  // The sender of the copy learns how the first one stands.
  await vi.waitUntil(() => first.of('chat').filter(({ client_id: own, id }) => own === 'a1' && id === 1).length === 2)
})

test('a message costs one statement, however many read it', async () => {
  const { shop, connect, teacher, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi, 1)]
  // Rights and presence are looked at on their own clock.
  const sent = vi.spyOn(shop.deps.db, 'query')
  first.send({ type: 'chat', client_id: 'a', text: 'Hello' })
  await Promise.all([host, first, second].map((one) => one.wait('chat')))
  const statements = sent.mock.calls.map(([query]) => (query as unknown as { name?: string }).name)
  expect(statements.filter((name) => !/with_right|presence/.test(name ?? ''))).toHaveLength(1)
})

test('a new connection gets what was kept and may resume', async () => {
  const { connect, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const first = await connect(asha)
  for (const text of ['one', 'two', 'three']) first.send({ type: 'chat', client_id: text, text })
  await first.wait('chat', ({ text }) => text === 'three')
  const second = await connect(ravi, 1)
  expect(second.of('chat').map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  second.send({ type: 'resume', after: 2 })
  await vi.waitUntil(() => second.of('resumed').length === 2)
  expect(second.of('chat').map(({ text }) => text)).toEqual(['one', 'two', 'three', 'three'])
})

test('a removed message leaves nothing of its words', async () => {
  const { shop, connect, teacher, students } = await createClass()
  const [asha = ''] = students
  const [host, first] = [await connect(teacher), await connect(asha)]
  first.send({ type: 'chat', client_id: 'a', text: 'a rude word' })
  const { message } = await host.wait('chat')
  first.send({ type: 'chat_removed', message })
  expect(await first.wait('notice')).toMatchObject({ code: 'forbidden' })
  host.send({ type: 'chat_removed', message })
  await first.wait('chat_removed')
  expect(JSON.stringify((await shop.db.query('select * from class_messages')).rows)).not.toContain('rude')
  expect((await connect(students[1] ?? '')).of('chat_removed')).toHaveLength(1)
})

test('questions rise by votes and are answered', async () => {
  const { connect, teacher, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi)]
  first.send({ type: 'question', client_id: 'q', text: 'What is a closure?' })
  const { question } = await second.wait('question')
  second.send({ type: 'question_vote', question, up: true })
  second.send({ type: 'question_vote', question, up: true })
  await host.wait('question', ({ votes }) => votes === 1)
  second.send({ type: 'question_vote', question, up: false })
  await vi.waitUntil(() => host.of('question').at(-1)?.votes === 0)
  second.send({ type: 'question_state', question, state: 'answered' })
  await second.wait('notice', ({ code }) => code === 'forbidden')
  host.send({ type: 'question_state', question, state: 'answered' })
  await first.wait('question', ({ state }) => state === 'answered')
})

test('a poll shows its result when it is closed', async () => {
  const { connect, teacher, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi, 1)]
  host.send({ type: 'poll', client_id: 'p', question: 'Which?', options: ['A', 'B', 'C'], multiple: false })
  const { poll } = await first.wait('poll')
  first.send({ type: 'poll_answer', poll, options: [1] })
  first.send({ type: 'poll_answer', poll, options: [2] })
  second.send({ type: 'poll_answer', poll, options: [2] })
  second.send({ type: 'poll_answer', poll, options: [0, 1] })
  second.send({ type: 'poll_answer', poll, options: [7] })
  await vi.waitUntil(() => second.of('notice').length === 2)
  await host.wait('answers', ({ people }) => people === 2)
  expect(first.of('answers')).toEqual([])
  host.send({ type: 'poll', client_id: 'p2', question: '', options: ['A', 'B'], multiple: false })
  await host.wait('notice')
  host.send({ type: 'poll_close', poll })
  expect(await second.wait('poll_result')).toMatchObject({ counts: [0, 0, 2], people: 2, options: ['A', 'B', 'C'] })
  second.send({ type: 'poll_answer', poll, options: [0] })
  await vi.waitUntil(() => second.of('notice').length === 3)
})

test('one student at a time has the stage', async () => {
  const { connect, teacher, students, ids } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi, 1)]
  const [one, other] = [`student-${ids[0]}`, `student-${ids[1]}`]
  first.send({ type: 'screen', person: one, allowed: true })
  await first.wait('notice', ({ code }) => code === 'forbidden')
  host.send({ type: 'screen', person: one, allowed: true })
  await second.wait('screen', ({ person }) => person?.id === one)
  host.send({ type: 'screen', person: other, allowed: true })
  await first.wait('screen', ({ person }) => person?.id === other)
  expect((await connect(teacher)).of('hello')[0]?.screen).toBe(other)
  const late = await connect(asha)
  expect(late.of('hello')[0]?.screen).toBe(other)
  const again = await connect(teacher, 1)
  again.send({ type: 'screen', person: other, allowed: false })
  await late.wait('screen', ({ person }) => person === null)
  // Only students of the class have a screen to show.
  again.send({ type: 'screen', person: again.of('hello')[0]?.person.id, allowed: true })
  again.send({ type: 'topic', client_id: 't', title: 'Scope' })
  await late.wait('topic')
  expect(late.of('screen')).toHaveLength(1)
})

test('a prepared poll waits for its teacher alone', async () => {
  const { shop, connect, teacher, students } = await createClass()
  const [asha = ''] = students
  const [host, first] = [await connect(teacher), await connect(asha, 1)]
  const poll = { client_id: 'p', question: 'Which?', options: ['A', 'B'], multiple: true }
  first.send({ type: 'poll_prepare', ...poll })
  await first.wait('notice', ({ code }) => code === 'forbidden')
  host.send({ type: 'poll_prepare', ...poll })
  host.send({ type: 'poll_prepare', ...poll })
  host.send({ type: 'poll_prepare', ...poll, client_id: 'q' })
  const kept = await host.wait('prepared_poll')
  const other = await host.wait('prepared_poll', ({ client_id: id }) => id === 'q')
  host.send({ type: 'poll_discard', prepared: other.prepared })
  await host.wait('prepared_poll_gone')
  const again = await connect(teacher)
  expect(again.of('prepared_poll')).toEqual([kept])
  again.send({ type: 'poll', ...poll, client_id: 'asked', prepared: kept.prepared })
  expect(await first.wait('poll')).toMatchObject({ question: 'Which?', multiple: true })
  await again.wait('prepared_poll_gone', ({ prepared }) => prepared === kept.prepared)
  expect(first.events.map(({ type }) => type).filter((type) => type.startsWith('prepared'))).toEqual([])
  expect((await shop.db.query('select 1 from class_prepared_polls')).rowCount).toBe(0)
})

test('a class keeps at most twenty prepared polls', async () => {
  const { connect, teacher } = await createClass()
  const host = await connect(teacher)
  const prepare = (client_id: string) => ({ type: 'poll_prepare', client_id, question: '', options: ['A', 'B'], multiple: false })
  for (let number = 1; number <= mostPreparedPolls; number += 1) {
    host.send(prepare(`p${number}`))
    await host.wait('prepared_poll', ({ client_id: id }) => id === `p${number}`)
  }
  expect(host.of('prepared_poll')).toHaveLength(mostPreparedPolls)
  const late = await connect(teacher, 1)
  late.send(prepare('more'))
  expect(await late.wait('notice', ({ client_id: id }) => id === 'more')).toMatchObject({ code: 'refused' })
})

test('hands are raised in order and lowered by the teacher', async () => {
  const { connect, teacher, students, ids } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi)]
  second.send({ type: 'hand', up: true })
  await host.wait('hand')
  first.send({ type: 'hand', up: true })
  await vi.waitUntil(() => host.of('hand').length === 2)
  const late = await connect(teacher, 1)
  expect(late.of('hello')[0]?.hands).toEqual([`student-${ids[1]}`, `student-${ids[0]}`])
  expect(await host.waitClosed()).toBe(closeCodes.tookOver)
  // A student moves only the own hand.
  first.send({ type: 'hand', up: false, person: `student-${ids[1]}` })
  await late.wait('hand', ({ person, up }) => !up && person.id === `student-${ids[0]}`)
  late.send({ type: 'hand', up: false, person: `student-${ids[1]}` })
  await second.wait('hand', ({ person, up }) => !up && person.id === `student-${ids[1]}`)
})

test('who is lost is counted and named to nobody', async () => {
  const { shop, connect, teacher, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi, 1)]
  first.send({ type: 'lost' })
  first.send({ type: 'lost' })
  second.send({ type: 'lost' })
  await host.wait('lost', ({ count }) => count === 2)
  expect(host.of('lost').map(({ count }) => count)).not.toContain(3)
  expect([...first.of('lost'), ...second.of('lost')]).toEqual([])
  expect(JSON.stringify(host.of('lost'))).not.toMatch(/student-/)
  const { rows } = await shop.db.query(`select relname from pg_class where relname like '%lost%' and relkind = 'r'`)
  expect(rows).toEqual([])
})

test('the muted may not write, the removed not return', async () => {
  const { connect, enter, teacher, students, ids } = await createClass()
  const [asha = '', ravi = ''] = students
  const [host, first, second] = [await connect(teacher), await connect(asha), await connect(ravi)]
  host.send({ type: 'mute', person: `student-${ids[0]}`, muted: true })
  await first.wait('mute')
  first.send({ type: 'chat', client_id: 'a', text: 'Hello' })
  expect(await first.wait('notice')).toMatchObject({ code: 'refused', client_id: 'a' })
  host.send({ type: 'mute', person: `student-${ids[0]}`, muted: false })
  await vi.waitUntil(() => first.of('mute').length === 2)
  first.send({ type: 'chat', client_id: 'a', text: 'Hello' })
  await host.wait('chat')
  host.send({ type: 'remove', person: `student-${ids[0]}` })
  expect(await first.waitClosed()).toBe(closeCodes.removed)
  const answer = await enter(asha)
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'removed' }])
  expect(second.closed).toBeUndefined()
})

test('a class that its teacher ended can be opened again', async () => {
  const { connect, enter, teacher, students } = await createClass()
  const [asha = ''] = students
  const [host, first] = [await connect(teacher), await connect(asha, 1)]
  first.send({ type: 'end' })
  await first.wait('notice')
  host.send({ type: 'end' })
  expect(await first.waitClosed()).toBe(closeCodes.over)
  expect((await enter(asha)).json()).toMatchObject({ code: 'class_over' })
  expect((await enter(teacher)).statusCode).toBe(410)
  expect((await enter(asha, '?reopen=yes')).statusCode).toBe(410)
  expect((await enter(teacher, '?reopen=yes')).statusCode).toBe(200)
  expect((await enter(asha)).statusCode).toBe(200)
})

test('topics of the agenda are told and kept', async () => {
  const { connect, teacher, students } = await createClass()
  const [asha = ''] = students
  const host = await connect(teacher)
  host.send({ type: 'topic', client_id: 't1', title: 'Scope' })
  host.send({ type: 'topic', client_id: 't1', title: 'Scope' })
  host.send({ type: 'topic', client_id: 't2', title: 'Closures' })
  await host.wait('topic', ({ title }) => title === 'Closures')
  const first = await connect(asha)
  expect(first.of('topic').map(({ title, number }) => `${number} ${title}`)).toEqual(['1 Scope', '2 Closures'])
})

test('a mark is kept for its person alone', async () => {
  const { shop, connect, students } = await createClass()
  const [asha = '', ravi = ''] = students
  const [first, second] = [await connect(asha), await connect(ravi)]
  first.send({ type: 'mark', client_id: 'm', note: 'Ask about this' })
  await first.wait('marked')
  first.send({ type: 'mark', client_id: 'm', note: 'Ask about this' })
  await vi.waitUntil(() => first.of('marked').length === 2)
  expect((await shop.db.query('select note from class_marks')).rows).toEqual([{ note: 'Ask about this' }])
  expect(second.events.map(({ type }) => type)).not.toContain('marked')
})

test('a ticket opens one connection, and only of its class', async () => {
  const { shop, enter, open, students, session } = await createClass()
  const [asha = ''] = students
  const { live_url: url, ticket } = (await enter(asha)).json<EnteredClass>()
  const other = (await enter(asha)).json<EnteredClass>()
  expect(await (await open(url.replace(`/${session.id}/`, `/${session.id + 1}/`), other.ticket)).waitClosed()).toBe(
    closeCodes.signIn,
  )
  const first = await open(url, ticket)
  await first.wait('hello')
  expect(await (await open(url, ticket)).waitClosed()).toBe(closeCodes.signIn)
  expect(await (await open(url, 'none')).waitClosed()).toBe(closeCodes.signIn)
  const late = (await enter(asha)).json<EnteredClass>()
  await shop.passTime('31 seconds')
  expect(await (await open(url, late.ticket)).waitClosed()).toBe(closeCodes.signIn)
})

test('a student whose place ends is closed out', async () => {
  const { shop, connect, students, ids } = await createClass()
  const [first, second] = [await connect(students[0] ?? ''), await connect(students[1] ?? '')]
  await endPlaces(shop.db, ids[0] ?? 0)
  expect(await first.waitClosed()).toBe(closeCodes.removed)
  await second.wait('presence', ({ here }) => !here)
})

test.each([
  ['no JSON', '{'],
  ['an unknown type', '{"type":"sudo"}'],
  ['a field too many', '{"type":"lost","person":"student-1"}'],
])('%s gets a notice and changes nothing', async (_what, text) => {
  const { connect, students } = await createClass()
  const first = await connect(students[0] ?? '')
  first.sendText(text)
  expect(await first.wait('notice')).toMatchObject({ code: 'invalid' })
  expect(first.closed).toBeUndefined()
})

test('who floods is closed, and others go on', async () => {
  const { connect, students } = await createClass()
  const [first, second] = [await connect(students[0] ?? ''), await connect(students[1] ?? '')]
  for (let sent = 0; sent < 200; sent += 1) first.send({ type: 'chat', client_id: `c${sent}`, text: 'spam' })
  expect(await first.waitClosed()).toBe(closeCodes.tooMany)
  second.send({ type: 'chat', client_id: 'a', text: 'Hello' })
  await second.wait('chat', ({ text }) => text === 'Hello')
  expect(second.of('chat').filter(({ text }) => text === 'spam').length).toBeLessThan(40)
})

test('a quick writer waits and loses nothing', async () => {
  const { connect, students } = await createClass()
  const first = await connect(students[0] ?? '')
  for (let sent = 0; sent < 23; sent += 1) first.send({ type: 'chat', client_id: `c${sent}`, text: String(sent) })
  await first.wait('chat', ({ text }) => text === '22')
  expect(first.of('chat').map(({ text }) => text)).toEqual(Array.from({ length: 23 }, (_, sent) => String(sent)))
  expect(first.of('notice').map(({ code }) => code)).toEqual(['slow_down'])
})

test('a lost database connection loses no message', async () => {
  const { shop, connect, students } = await createClass()
  const [first, second] = [await connect(students[0] ?? ''), await connect(students[1] ?? '', 1)]
  const away = `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen live_class' and datname = current_database()`
  await shop.db.query(away)
  first.send({ type: 'chat', client_id: 'a', text: 'Are you there?' })
  await second.wait('chat')
  await first.wait('chat')
})
