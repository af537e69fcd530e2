import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/create-test-app.ts'
import { codeSentTo, newPerson, signIn } from '#tests/sign-in.ts'

/** The n-th of many networks. */
const network = (nth: number) => `198.18.${nth}.7`

function callFrom(shop: TestApp, remoteAddress: string) {
  const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
  return {
    askFor: (email: string) => post('/auth/login/', { email }),
    enter: async (email: string, otp: string) =>
      (await post(`/auth/verify-otp/?email=${encodeURIComponent(email)}`, { otp })).statusCode,
  }
}

/** Enters wrong codes, five from each network, beginning with the n-th. */
async function guess(shop: TestApp, email: string, otp: string, { times, from }: { times: number; from: number }): Promise<void> {
  const wrong = otp === '000000' ? '111111' : '000000'
  for (let guessed = 0; guessed < times; guessed += 1) {
    expect(await callFrom(shop, network(from + Math.floor(guessed / 5))).enter(email, wrong)).toBe(400)
  }
}

async function newCode(shop: TestApp, email: string): Promise<string> {
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/login/', { email })).statusCode).toBe(200)
  return codeSentTo(shop, email)
}

test('thirty wrong guesses a day from wherever end the guessing, even with the right code, until the day is over', async () => {
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

test('what strangers guess keeps nobody out from where they sign in, and guesses from there are thirty a day too', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const code = await newCode(shop, person.email)
  await guess(shop, person.email, code, { times: 30, from: 0 })
  expect(await callFrom(shop, '127.0.0.1').enter(person.email, code)).toBe(200)

  // Six more networks of their own, by the evening.
  for (let nth = 10; nth < 16; nth += 1) {
    await shop.passTime('1 hour')
    expect(await callFrom(shop, network(nth)).enter(person.email, await newCode(shop, person.email))).toBe(200)
  }
  const last = await newCode(shop, person.email)
  await guess(shop, person.email, last, { times: 30, from: 10 })
  expect(await callFrom(shop, '127.0.0.1').enter(person.email, last)).toBe(400)
})

test('the thirtieth guess may be the right one, and a success lets the count begin anew', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const owner = callFrom(shop, '127.0.0.1')
  for (const from of [0, 10]) {
    const code = await newCode(shop, person.email)
    await guess(shop, person.email, code, { times: 29, from })
    expect(await owner.enter(person.email, code)).toBe(200)
  }
})

test('guesses at one address are none at another', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const { person: other } = await signIn(shop)
  const code = await newCode(shop, person.email)
  await guess(shop, person.email, code, { times: 30, from: 0 })
  expect(await callFrom(shop, '127.0.0.1').enter(other.email, await newCode(shop, other.email))).toBe(200)
})

test('twenty mails a day go to an address from networks it never signed in from; its own goes on', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  for (let nth = 0; nth < 20; nth += 1) {
    expect((await callFrom(shop, network(nth)).askFor(person.email)).statusCode).toBe(200)
  }
  const refused = await callFrom(shop, network(20)).askFor(person.email)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
  expect(refused.json<{ message: string }>().message).toContain('Enter the code you have')
  // Nor another one from a network that had its mail, once its minute is over.
  await shop.passTime('61 seconds')
  expect((await callFrom(shop, network(0)).askFor(person.email)).statusCode).toBe(429)

  // From a network that signs in one stranger fewer has asked.
  const code = await newCode(shop, person.email)
  expect(await callFrom(shop, network(0)).enter(person.email, code)).toBe(200)
  expect((await callFrom(shop, network(20)).askFor(person.email)).statusCode).toBe(200)
  expect((await callFrom(shop, network(21)).askFor(person.email)).statusCode).toBe(429)

  await shop.passTime('1 day')
  expect((await callFrom(shop, network(21)).askFor(person.email)).statusCode).toBe(200)
})

test('who nobody knows yet gets twenty mails a day as well, and other addresses are not touched by that', async () => {
  const shop = await createTestApp()
  const [stranger, other] = [newPerson().email, newPerson().email]
  for (let nth = 0; nth < 20; nth += 1) {
    expect((await callFrom(shop, network(nth)).askFor(stranger)).statusCode).toBe(200)
  }
  expect((await callFrom(shop, network(20)).askFor(stranger)).statusCode).toBe(429)
  expect((await callFrom(shop, network(20)).askFor(other)).statusCode).toBe(200)
})
