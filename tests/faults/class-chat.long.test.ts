import { expect, onTestFinished, test } from 'vitest'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import { ChattingStudent } from '#tests/classroom/chatting-student.ts'
import { february, sixClasses } from '#tests/school/class-shop.ts'
import { planBatch, sellCourse } from '#tests/school/sell-course.ts'
import { openSchool } from './open-school.ts'
import { until } from './spawn-server.ts'

const students = 8
const messagesOfEach = 30
/** Milliseconds between two messages of a person: more would be slowed down. */
const pause = 400

/** A class that is held now, with students who write. */
async function openClass() {
  const school = await openSchool()
  const { batchId } = await sellCourse(school.db)
  await school.setClock('2031-02-01T06:00:00Z')
  await planBatch(school.db, batchId, sixClasses)
  const { version } = await school.staff<{ version: number }>('GET', `batches/${batchId}/`)
  await school.staff('PATCH', `batches/${batchId}/`, { body: { classroom_provider: 'builtin' }, version })
  const { rows } = await school.db.query<{ id: number }>('select id from class_sessions order by starts_at limit 1')
  const accounts = []
  for (let n = 0; n < students; n += 1) {
    const account = await school.register()
    await school.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, app_now())', [
      account.id,
      batchId,
    ])
    accounts.push(account)
  }
  await school.setClock(february('03', '14:10'))
  const path = `/classroom/${rows[0]?.id}/enter/`
  let turn = 0
  const writers = accounts.map((account, index) => {
    const student = new ChattingStudent({
      async enter() {
        const { status, body } = await school.call('POST', path, {}, account)
        return status === 200 ? (body as unknown as EnteredClass) : undefined
      },
      server: () => school.servers[(turn += 1) % 2 === 0 ? 0 : 1].url,
    })
    onTestFinished(() => student.close())
    return { student, index }
  })
  return { school, writers }
}

test('a killed process loses, doubles and reorders no message', async () => {
  const { school, writers } = await openClass()
  const all = students * messagesOfEach
  const heard = () => Math.min(...writers.map(({ student }) => student.heard.length))
  await until('everybody is in', async () => writers.every(({ student }) => student.reconnects >= 0))
  const writing = writers.map(async ({ student, index }) => {
    for (let n = 1; n <= messagesOfEach; n += 1) {
      student.write(`${index}-${n}`, `${index}: ${n}`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })
  for (const [part, which] of [
    [0.2, 0],
    [0.4, 1],
    [0.6, 0],
  ] as const) {
    await until('messages are heard', async () => heard() >= all * part)
    await school.kill(which)
  }
  await Promise.all(writing)
  await until('every message is confirmed and heard', async () =>
    writers.every(({ student }) => student.unconfirmed === 0 && student.heard.length >= all),
  )
  const [first, ...others] = writers.map(({ student }) => student.heard.map(({ id, text }) => `${id} ${text}`))
  expect(first).toHaveLength(all)
  for (const one of others) expect(one).toEqual(first)
  const texts = new Set(writers[0]?.student.heard.map(({ text }) => text))
  expect(texts.size).toBe(all)
  const { rows } = await school.db.query<{ stored: number }>('select count(*)::int as stored from class_messages')
  expect(rows).toEqual([{ stored: all }])
  const reconnects = writers.reduce((sum, { student }) => sum + student.reconnects, 0)
  const repeats = writers.reduce((sum, { student }) => sum + student.repeats, 0)
  console.log(`${all} messages, ${school.kills()} kills, ${reconnects} reconnects, ${repeats} events that came again`)
  expect(reconnects).toBeGreaterThan(students)
})
