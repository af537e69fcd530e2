import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'

interface Sent {
  name: string | undefined
  text: string
  values: readonly unknown[]
}

/** Records every statement that the application sends from now on, in order. */
function listenTo(shop: TestApp): Sent[] {
  const sent: Sent[] = []
  const listening =
    (target: Pick<pg.ClientBase, 'query'>) =>
    (given: pg.QueryConfig | string, values: unknown[] = []) => {
      const { name, text, values: own = values } = typeof given === 'string' ? { name: undefined, text: given } : given
      sent.push({ name, text, values: own })
      return target.query({ ...(name === undefined ? {} : { name }), text, values: own })
    }
  shop.deps.db = Object.assign(Object.create(shop.db) as pg.Pool, {
    query: listening(shop.db),
    async connect() {
      const client = await shop.db.connect()
      return { connection: client.connection, query: listening(client), release: (error?: Error) => client.release(error) }
    },
  })
  return sent
}

test('login answers and runs the same for every kind of address [SEC-012]', async () => {
  // Calls are counted one by one, as in a deployment.
  const shop = await createTestApp({ factor: 1 })
  const { person: known } = await signIn(shop)
  const { person: disabled } = await signIn(shop)
  await shop.db.query('update users set disabled_at = now() where email = $1', [disabled.email])
  await shop.passTime('61 seconds')
  const sent = listenTo(shop)
  // A process learns once that the school is open.
  await shop.get('/categories/')
  sent.splice(0)
  const ask = async (email: string) => {
    const response = await shop.post('/auth/login/', { email })
    return { answer: [response.statusCode, response.body.replaceAll(email, '')], statements: sent.splice(0) }
  }
  const addresses = [known.email, newPerson().email, disabled.email]
  const first = []
  for (const email of addresses) first.push(await ask(email))
  // The second call within a minute is refused.
  const second = []
  for (const email of addresses) second.push(await ask(email))

  const [one, ...others] = first.map(({ answer, statements }) => ({ answer, statements: statements.map(plain) }))
  expect(one?.answer[0]).toBe(200)
  const names = one?.statements.map(({ name }) => name).filter(Boolean)
  expect(names).toEqual([
    'count_call_of_address',
    'begin',
    'lock_codes',
    'recent_code_sends',
    'known_network',
    'login_recipient',
    'next_mail',
    'store_code',
    'supersede_mail',
    'insert_reserved_mail',
    expect.stringMatching(/^job_/),
    'commit',
  ])
  for (const other of others) expect(other).toEqual(one)

  const [refused, ...rest] = second.map(({ answer, statements }) => ({ answer: answer[0], statements: statements.map(plain) }))
  expect(refused?.answer).toBe(429)
  for (const other of rest) expect(other).toEqual(refused)
})

/** A statement without its values, which differ by address and call. */
function plain({ name, text, values }: Sent) {
  const shapes = values.map((value) => (Buffer.isBuffer(value) ? 'bytes' : value === null ? value : typeof value))
  return { name, text, shapes: name === undefined ? shapes.length : shapes }
}
