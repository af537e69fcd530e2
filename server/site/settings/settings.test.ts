import { expect, test } from 'vitest'
import type { SettingsRecord } from '#contract/site/staff/settings.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'

const read = (shop: TestApp) => shop.app.inject({ url: '/api/staff/settings/', headers: { ...shop.asStaff('owner') } })
const change = (shop: TestApp, payload: object, version: number) =>
  shop.app.inject({
    method: 'PATCH',
    url: '/api/staff/settings/',
    payload,
    headers: { ...shop.asStaff('owner'), 'if-match': `"${version}"` },
  })

test('a new school saves its first settings', async () => {
  const shop = await createTestApp()
  const first = (await read(shop)).json<SettingsRecord>()
  expect(first).toMatchObject({ brand: 'Karyashala', version: 0 })
  const saved = await change(shop, { brand: 'Vidya Live', gstin: '27abcde1234f1z0'.toUpperCase() }, 0)
  expect(saved.json()).toMatchObject({ brand: 'Vidya Live', tagline: first.tagline, version: 1 })
  expect(saved.headers['etag']).toBe('"1"')
  expect((await shop.get('/site/')).json()).toMatchObject({ brand: 'Vidya Live' })
  expect((await change(shop, { brand: 'Other' }, 0)).statusCode).toBe(412)
  expect((await change(shop, { brand: 'Vidya' }, 1)).json()).toMatchObject({ brand: 'Vidya', version: 2 })
  const { rows } = await shop.db.query(
    `select actor_kind, operation from audit_log where table_name = 'site_settings' order by id`,
  )
  expect(rows).toEqual([
    { actor_kind: 'staff', operation: 'insert' },
    { actor_kind: 'staff', operation: 'update' },
  ])
})

test('the amount that needs a second person is not public', async () => {
  const shop = await createTestApp()
  expect((await read(shop)).json()).toMatchObject({ approval_above_paise: 5_000_000 })
  const saved = await change(shop, { approval_above_paise: null }, 0)
  expect(saved.json()).toMatchObject({ approval_above_paise: null, version: 1 })
  expect((await read(shop)).json()).toMatchObject({ approval_above_paise: null })
  expect((await shop.get('/site/')).json()).not.toHaveProperty('approval_above_paise')
})

test.each([{ tally_bank: 'razorpay' }, { tally_sales: 'Cash' }, { tally_students: 'Payment  gateway charges' }])(
  'a ledger for two things is refused: %j',
  async (clash) => {
    const shop = await createTestApp()
    const refused = await change(shop, clash, 0)
    expect([refused.statusCode, Object.keys(refused.json<object>()).filter((key) => key.startsWith('tally_'))]).toEqual([
      400,
      [expect.any(String)],
    ])
    expect((await read(shop)).json()).toMatchObject({ tally_bank: 'Bank', version: 0 })
  },
)

test('one ledger may take all taxes', async () => {
  const shop = await createTestApp()
  const taxes = { tally_cgst: 'Output GST', tally_sgst: 'Output GST', tally_igst: 'Output GST' }
  expect((await change(shop, taxes, 0)).json()).toMatchObject({ ...taxes, tally_sales: 'Course fees' })
})

test('one of two first saves wins', async () => {
  const shop = await createTestApp()
  const answers = await Promise.all([change(shop, { brand: 'One' }, 0), change(shop, { brand: 'Two' }, 0)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test.each([
  { brand: '' },
  { phone_e164: '02055' },
  { email: 'nobody' },
  { gstin: '27ABCDE1234F1Z5' },
  { state_code: '99' },
  { socials: [{ network: 'x', url: 'javascript:alert(1)' }] },
  { socials: ['a', 'b'].map((name) => ({ network: 'x', url: `https://x.example/${name}` })) },
  { gst_rate: 41 },
  { sac_code: '99' },
  { approval_above_paise: -1 },
  { approval_above_paise: 100.5 },
  { tally_sales: ' ' },
  { tally_cash: 'x'.repeat(101) },
  { bank_holidays: [{ day: '2027-02-30', name: 'No day' }] },
  { bank_holidays: [{ day: '2027-01-14', name: '' }] },
  { bank_holidays: ['Pongal', 'Makar Sankranti'].map((name) => ({ day: '2027-01-14', name })) },
  { headlines: [] },
  { offerings: [{ title: 'A', text: 'B', icon: 'skull' }] },
  { colour: 'red' },
  {},
])('refuses the settings %o', async (settings) => {
  const shop = await createTestApp()
  expect((await change(shop, settings, 0)).statusCode).toBe(400)
  expect((await shop.db.query('select 1 from site_settings')).rowCount).toBe(0)
})

test('clears a contact that the school does not have', async () => {
  const shop = await createTestApp()
  const saved = await change(shop, { phone_display: '', phone_e164: '', email: '', whatsapp_e164: null }, 0)
  expect(saved.statusCode).toBe(200)
})
