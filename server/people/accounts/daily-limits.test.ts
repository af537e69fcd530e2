import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'

/** The n-th of many networks. */
const network = (nth: number) => `198.18.${nth}.7`

function callFrom(shop: TestApp, remoteAddress: string) {
  const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
  const answer = (email: string, otp: string) => post(`/auth/verify-otp/?email=${encodeURIComponent(email)}`, { otp })
  return {
    askFor: (email: string) => post('/auth/login/', { email }),
    answer,
    enter: async (email: string, otp: string) => (await answer(email, otp)).statusCode,
    errorCode: async (email: string, otp: string) => (await answer(email, otp)).json<{ code: string }>().code,
  }
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** Enters wrong codes, five from each network, beginning with the n-th. */
async function guess(shop: TestApp, email: string, otp: string, { times, from }: { times: number; from: number }): Promise<void> {
  for (let guessed = 0; guessed < times; guessed += 1) {
    expect(await callFrom(shop, network(from + Math.floor(guessed / 5))).enter(email, wrong(otp))).toBe(400)
  }
}

async function newCode(shop: TestApp, email: string): Promise<string> {
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/login/', { email })).statusCode).toBe(200)
  return codeSentTo(shop, email)
}

test('rejects every code for a day after thirty wrong guesses [SEC-007]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const stranger = callFrom(shop, network(99))
  const code = await newCode(shop, person.email)
  await guess(shop, person.email, code, { times: 30, from: 0 })
  expect(await stranger.enter(person.email, code)).toBe(400)

  await shop.passTime('23 hours 50 minutes')
  expect(await stranger.enter(person.email, await newCode(shop, person.email))).toBe(400)
  await shop.passTime('10 minutes')
  expect(await stranger.enter(person.email, await newCode(shop, person.email))).toBe(200)
})

test('known networks have thirty guesses a day of their own [SEC-004]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const code = await newCode(shop, person.email)
  await guess(shop, person.email, code, { times: 30, from: 0 })
  expect(await callFrom(shop, '127.0.0.1').enter(person.email, code)).toBe(200)

  // Signs in from seven more networks.
  for (let nth = 10; nth < 17; nth += 1) {
    await shop.passTime('1 hour')
    expect(await callFrom(shop, network(nth)).enter(person.email, await newCode(shop, person.email))).toBe(200)
  }
  const last = await newCode(shop, person.email)
  await guess(shop, person.email, last, { times: 30, from: 10 })
  expect(await callFrom(shop, network(16)).enter(person.email, last)).toBe(400)
  // The network that requested the code has its own guesses.
  expect(await callFrom(shop, '127.0.0.1').enter(person.email, last)).toBe(200)
})

test('a phone that changes networks signs in during an attack [SEC-005]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const [street, train, home] = [network(200), network(201), network(202)].map((ip) => callFrom(shop, ip))
  if (!street || !train || !home) throw new Error('three networks')
  // Strangers have used up twenty mails and 25 of the thirty guesses of a day.
  for (let nth = 0; nth < 20; nth += 1) {
    expect((await callFrom(shop, network(nth)).askFor(person.email)).statusCode).toBe(200)
  }
  await guess(shop, person.email, await codeSentTo(shop, person.email), { times: 25, from: 0 })
  expect((await street.askFor(person.email)).statusCode).toBe(200)
  expect(await train.enter(person.email, await codeSentTo(shop, person.email))).toBe(200)

  // All guesses of the day are used up. A code requested and entered on a new network still works.
  await guess(shop, person.email, '', { times: 30, from: 30 })
  expect((await home.askFor(person.email)).statusCode).toBe(200)
  const otp = await codeSentTo(shop, person.email)
  expect(await callFrom(shop, network(99)).enter(person.email, otp)).toBe(400)
  // A stranger's request replaces this code, so the newest mail has the valid one.
  expect((await callFrom(shop, network(98)).askFor(person.email)).statusCode).toBe(200)
  expect(await home.enter(person.email, await codeSentTo(shop, person.email))).toBe(200)
})

test('a network guesses its own code 5 times, 30 a day [SEC-005]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const here = callFrom(shop, '127.0.0.1')
  for (let round = 0; round < 6; round += 1) {
    const code = await newCode(shop, person.email)
    const codes: string[] = []
    for (let guessed = 0; guessed < 6; guessed += 1) codes.push(await here.errorCode(person.email, wrong(code)))
    // The fifth answer reports that no guess is left.
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'invalid_code'), 'too_many_guesses', 'too_many_guesses'])
    await shop.passTime('1 hour')
  }
  const code = await newCode(shop, person.email)
  expect(await here.errorCode(person.email, code)).toBe('too_many_guesses')
  await shop.passTime('18 hours')
  expect(await here.enter(person.email, await newCode(shop, person.email))).toBe(200)
})

test('answers too many guesses alike for known and unknown addresses [SEC-006]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  const bodiesFor = async (email: string) => {
    const stranger = callFrom(shop, network(0))
    await stranger.askFor(email)
    const answers: string[] = []
    for (let guessed = 0; guessed < 7; guessed += 1) answers.push((await stranger.answer(email, '000000')).body)
    return answers
  }
  const [known, unknown] = [await bodiesFor(person.email), await bodiesFor(newPerson().email)]
  expect(known).toEqual(unknown)
  expect(JSON.parse(known[6] ?? '')).toEqual({
    message: 'Invalid or expired OTP.',
    detail: 'Invalid or expired OTP.',
    code: 'too_many_guesses',
    otp: ['Invalid or expired OTP.'],
  })
})

test.each(['123', '1', 'abcdef', '1234567', '12 34 56'])('answers %j like every wrong code [SEC-006]', async (otp) => {
  const shop = await createTestApp()
  const { email } = newPerson()
  const usual = await callFrom(shop, network(0)).answer(email, '000000')
  const other = await callFrom(shop, network(1)).answer(email, otp)
  expect([other.statusCode, other.body]).toEqual([400, usual.body])
})

test('accepts the right code at guess 30 and resets the count [SEC-007]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const owner = callFrom(shop, '127.0.0.1')
  for (const from of [0, 10]) {
    const code = await newCode(shop, person.email)
    await guess(shop, person.email, code, { times: 29, from })
    expect(await owner.enter(person.email, code)).toBe(200)
  }
})

test('counts guesses per address [SEC-007]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const { person: other } = await signIn(shop)
  const code = await newCode(shop, person.email)
  await guess(shop, person.email, code, { times: 30, from: 0 })
  expect(await callFrom(shop, '127.0.0.1').enter(other.email, await newCode(shop, other.email))).toBe(200)
})

test('sends first mails of networks up to 60 a day [SEC-009]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  const ask = async (nth: number) => callFrom(shop, network(nth)).askFor(person.email)
  for (let nth = 0; nth < 20; nth += 1) expect((await ask(nth)).statusCode).toBe(200)
  // The second mail of a network waits for the end of the hour.
  await shop.passTime('61 seconds')
  const second = await ask(0)
  expect(second.statusCode).toBe(429)
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(3500)
  expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(3600)
  expect(second.json<{ message: string }>().message).toContain('Enter the code you have')
  for (let nth = 20; nth < 60; nth += 1) expect((await ask(nth)).statusCode).toBe(200)
  const refused = await ask(60)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)

  // A network that signs in no longer counts as a stranger.
  const code = await newCode(shop, person.email)
  expect(await callFrom(shop, network(0)).enter(person.email, code)).toBe(200)
  expect((await ask(61)).statusCode).toBe(200)
  expect((await ask(62)).statusCode).toBe(429)

  await shop.passTime('1 day')
  expect((await ask(62)).statusCode).toBe(200)
})

test('an unknown address gets at most 60 mails a day [SEC-009]', async () => {
  const shop = await createTestApp()
  const [stranger, other] = [newPerson().email, newPerson().email]
  for (let nth = 0; nth < 60; nth += 1) {
    expect((await callFrom(shop, network(nth)).askFor(stranger)).statusCode).toBe(200)
  }
  expect((await callFrom(shop, network(60)).askFor(stranger)).statusCode).toBe(429)
  expect((await callFrom(shop, network(60)).askFor(other)).statusCode).toBe(200)
})
