import { expect, test } from 'vitest'
import type { CreationOptions, RequestOptions } from '#contract/people/staff/sign-in.ts'
import { Authenticator } from '#tests/school/authenticator.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addStaff, enterConsole, mailedCode, type StaffMember, verify } from '#tests/school/staff.ts'

async function withPasskey(): Promise<{ shop: TestApp; member: StaffMember; access: string; device: Authenticator }> {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const { access } = await enterConsole(shop, member)
  const device = new Authenticator()
  const { options } = (await shop.post('/staff/account/passkey-registration-options/', undefined, access)).json<{
    options: CreationOptions
  }>()
  const added = await shop.post('/staff/account/passkeys/', { label: 'My phone', passkey: device.register(options) }, access)
  expect([added.statusCode, added.json()]).toEqual([201, expect.objectContaining({ label: 'My phone', last_used_at: null })])
  return { shop, member, access, device }
}

const offer = async (shop: TestApp, body: object, access?: string) =>
  (await shop.post('/staff/auth/passkey-options/', body, access)).json<{ options: RequestOptions }>().options

test('signs in with a passkey and counts as a step-up [SEC-124]', async () => {
  const { shop, member, device } = await withPasskey()
  const otp = await mailedCode(shop, member.email)
  const passkey = device.use(await offer(shop, { email: member.email }))
  const answer = await verify(shop, { email: member.email, otp, passkey })
  expect(answer.statusCode).toBe(200)
  const { access } = answer.json<{ access: string }>()
  expect((await shop.post('/staff/account/recovery-codes/', undefined, access)).statusCode).toBe(200)
})

test('options are the same for every address and name no passkey [SEC-121]', async () => {
  const { shop, member } = await withPasskey()
  const known = await offer(shop, { email: member.email })
  const unknown = await offer(shop, { email: 'nobody@school.example' })
  expect({ ...known, challenge: '' }).toEqual({ ...unknown, challenge: '' })
  expect(known).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'localhost' })
})

test('rejects a passkey that deviates, and a second use [SEC-124]', async () => {
  const { shop, access, device } = await withPasskey()
  const colleague = await enterConsole(shop, await addStaff(shop, 'support'))
  const attempt = async (passkey: object) => (await shop.post('/staff/auth/step-up/', { passkey }, access)).statusCode
  const options = () => offer(shop, {}, access)
  const used = device.use(await options())
  expect(await attempt(used)).toBe(200)
  const deviating: Record<string, () => Promise<object>> = {
    'a replay': async () => used,
    'another origin': async () => device.use(await options(), { origin: 'https://evil.example' }),
    'another host': async () => device.use(await options(), { rpId: 'evil.example' }),
    'an unverified person': async () => device.use(await options(), { userVerified: false }),
    'a challenge of a colleague': async () => device.use(await offer(shop, {}, colleague.access)),
    'a challenge of six minutes ago': async () => {
      const old = await options()
      await shop.passTime('6 minutes')
      return device.use(old)
    },
    'a counter that falls': async () => device.use(await options(), { counter: 1 }),
    'a strange device': async () => new Authenticator().use(await options()),
  }
  for (const [name, make] of Object.entries(deviating)) {
    // The tries of 15 minutes end with the fifth wrong one.
    await shop.passTime('16 minutes')
    expect(await attempt(await make()), name).toBe(400)
  }
  device.counter = 100
  expect(await attempt(device.use(await options()))).toBe(200)
})

test('two uses of one challenge at once succeed once [SEC-124]', async () => {
  const { shop, access, device } = await withPasskey()
  const options = await offer(shop, {}, access)
  expect(options.allowCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }])
  const uses = [device.use(options), device.use(options)]
  const answers = await Promise.all(uses.map((passkey) => shop.post('/staff/auth/step-up/', { passkey }, access)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a challenge of a sign-in is no step-up', async () => {
  const { shop, member, access, device } = await withPasskey()
  const passkey = device.use(await offer(shop, { email: member.email }))
  expect((await shop.post('/staff/auth/step-up/', { passkey }, access)).statusCode).toBe(400)
  expect((await shop.post('/staff/auth/passkey-options/', {}, 'a.b.c')).statusCode).toBe(401)
  expect((await shop.post('/staff/auth/passkey-options/', {})).statusCode).toBe(401)
})

test('rejects a registration that deviates', async () => {
  const { shop, access, device } = await withPasskey()
  const register = async (passkey: object) =>
    (await shop.post('/staff/account/passkeys/', { label: 'Other', passkey }, access)).statusCode
  const options = async () =>
    (await shop.post('/staff/account/passkey-registration-options/', undefined, access)).json<{ options: CreationOptions }>()
      .options
  expect((await options()).excludeCredentials).toEqual([{ id: device.id, type: 'public-key' }])
  const other = new Authenticator()
  const spent = await options()
  expect(await register(other.register(spent, { origin: 'https://evil.example' }))).toBe(400)
  expect(await register(other.register(await options(), { userVerified: false }))).toBe(400)
  // The passkey is stored already.
  expect(await register(device.register(await options()))).toBe(400)
  expect(await register(other.register(await options()))).toBe(201)
})

test('the last second factor cannot be removed', async () => {
  const { shop, member, access } = await withPasskey()
  await shop.db.query('delete from staff_totp where staff_id = $1', [member.id])
  const { passkeys } = (await shop.get('/staff/account/', access)).json<{ passkeys: { id: number }[] }>()
  const remove = (id: number | undefined) =>
    shop.app.inject({
      method: 'DELETE',
      url: `/api/staff/account/passkeys/${id}/`,
      headers: { authorization: `Bearer ${access}` },
    })
  expect((await remove(passkeys[0]?.id)).json()).toMatchObject({ code: 'last_factor' })
  expect((await remove(999)).statusCode).toBe(404)
})
