import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Instalment } from '#contract/money/instalments.ts'
import type { Role } from '#contract/permissions.ts'
import { formatMonthOfYear } from '#ui/format.ts'
import { buyBatch, findOpenBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { expect, newVisitor, Shop, type Student, test as base, type Visitor } from './shop.ts'

/** A demo of its own with its past, because the story moves the clock into the next month. */
const test = base.extend<object, { school: DemoSchool }>({
  school: [
    async ({ browser: _browser }, use) => {
      const school = await openDemoSchool({ hasPast: true })
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
  shop: async ({ page, school }, use) => use(new Shop(page, school.inboxUrl)),
})

test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 15_000 })

async function enterConsole(page: Page, school: DemoSchool, role: Role): Promise<void> {
  const all = JSON.parse(readFileSync(join(school.dataDir, 'demo-staff.json'), 'utf8')) as { role: Role; email: string }[]
  await enterAs(page, role, all.find((one) => one.role === role)?.email, school)
}

const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`

test('a Monday of selling ends with books that agree', async ({ page, request, shop, school, browser, consoleErrors }) => {
  test.setTimeout(600_000)
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterConsole(page, school, 'finance')
  const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
  const pickBatch = async (course: string, batchId: number) => {
    await page.getByRole('combobox', { name: 'Batch' }).fill(course)
    await page
      .getByRole('option')
      .filter({ hasText: `Batch ${batchId},` })
      .click()
  }
  const pickDay = async (label: string, days: number) => {
    const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' } as const
    await page.getByLabel(label).fill(new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-GB', options))
    await page.getByLabel(label).press('Tab')
  }
  /** A phone of somebody, with its own session. */
  const openPhone = async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, baseURL: school.url })
    return new Shop(await context.newPage(), school.inboxUrl)
  }
  const choose = (access: string, data: { batch_id: number; plan: number | 'full'; coupon: string | null }) =>
    request.put('/api/payment/choice/', { headers: { authorization: `Bearer ${access}` }, data })
  const { batchId, course, courseId } = await findOpenBatch(request)
  const [before] = await school.sql<{ id: number }>('select max(id)::int as id from payments')

  await test.step('a college coupon sells five seats', async () => {
    const code = 'COLLEGE2026'
    await page.goto('/console/coupons/new')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByLabel(/^Per cent off/).fill('20')
    await page.getByLabel('Uses in all').fill('5')
    await expect(page.getByRole('region', { name: 'What it may cost' })).toContainText('₹')
    await button('Create coupon').click()
    await expect(page.getByText(`${code} is created.`)).toBeVisible()
    for (let number = 0; number < 5; number += 1) {
      const { access } = await shop.knownStudent()
      expect((await choose(access, { batch_id: batchId, plan: 'full', coupon: code })).status()).toBe(200)
      await buyBatch(request, { access }, batchId, school.sandboxUrl)
    }
    const { access } = await shop.knownStudent()
    expect((await choose(access, { batch_id: batchId, plan: 'full', coupon: code })).status()).toBe(400)
    await page.goto(`/console/coupons?q=${code}`)
    await expect(page.getByRole('table', { name: 'Coupons' })).toContainText('5 of 5')
  })

  await test.step('a scholarship sells one', async () => {
    const student = await shop.knownStudent()
    await page.goto('/console/scholarships/new')
    await page.getByRole('combobox', { name: 'Student' }).fill(student.email)
    await page.getByRole('option').first().click()
    await pickBatch(course, batchId)
    await page.getByLabel('Price').fill('15000')
    await pickDay('Last day', 14)
    await page.getByLabel('Reason').fill('Scholarship of the alumni.')
    await expectAccessible(page)
    await button('Grant scholarship').click()
    await expect(page.getByText(/has the price, and a mail with the link to pay\.$/)).toBeVisible()
    const { paymentId } = await buyBatch(request, student, batchId, school.sandboxUrl)
    await page.goto(`/console/payments?q=${paymentId}`)
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText('₹15,000.00')
  })

  await test.step('a link is paid on a phone', async () => {
    const visitor = newVisitor()
    const { amount } = (await (await request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
    await page.goto('/console/payment-links/new')
    await page.getByLabel('E-mail').fill(visitor.email)
    await pickBatch(course, batchId)
    await page.getByLabel('Price').fill(String(amount - 1000))
    await pickDay('Works until', 7)
    await page.getByLabel('Reason').fill('Agreed on the phone.')
    await button('Make link').click()
    const address = await page.getByRole('region', { name: 'Link to copy' }).locator('code').innerText()
    const phone = await openPhone()
    await payByLink(phone, address, visitor)
    await phone.page.context().close()
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Paid')
  })

  const inParts = newVisitor()
  const [plan] = await school.sql<{ id: number; batch_id: number; course_id: number }>(
    `select p.id, b.id as batch_id, p.course_id from payment_plans p join batch_offers b on b.course_id = p.course_id and b.is_ahead
     where p.state = 'active' and b.seats_left is distinct from 0 and b.id <> $1 order by p.id, b.starts_at limit 1`,
    [batchId],
  )
  if (!plan) throw new Error('the demo has no plan')
  let parts: Instalment[] = []

  await test.step('one student pays in three parts and is late once', async () => {
    const student = await shop.knownStudent(inParts)
    expect((await choose(student.access, { batch_id: plan.batch_id, plan: plan.id, coupon: null })).status()).toBe(200)
    await buyBatch(request, student, plan.batch_id, school.sandboxUrl)
    const headers = { authorization: `Bearer ${student.access}` }
    parts = ((await (await request.get('/api/payment/instalments/', { headers })).json()) as { items: Instalment[] }).items
    await school.sql(`update instalments set due_on = due_on - 45 where id = $1`, [parts[1]?.id])
    await page.goto('/console')
    await page.getByRole('link', { name: /^Late parts/ }).click()
    await page.goto(`/console/instalments?state=late&q=${inParts.email}`)
    await expect(page.getByRole('table', { name: 'Owed in parts' })).toContainText('Late, 15 days')

    const phone = await openPhone()
    await phone.page.goto('/home')
    await phone.enter(student)
    await phone.open(`/enrolled-courses/${plan.course_id}`)
    await phone.page.getByRole('region', { name: 'Payment is due' }).getByRole('link').click()
    await phone.page.getByRole('link', { name: /^Pay part 2: ₹/ }).click()
    await phone.payByCard()
    await expect(phone.page.getByRole('heading', { name: 'Your payment is received' })).toBeVisible()
    await phone.page.context().close()
    await page.reload()
    await expect(page.getByRole('table', { name: 'Owed in parts' }).getByRole('row', { name: inParts.name })).toHaveCount(0)
  })

  const [expires, takes] = [newVisitor(), newVisitor()]
  const waiting: Student[] = []
  await test.step('a refund over two parts frees a seat for the waitlist', async () => {
    await school.sql(
      `update batches b set capacity = (select count(*) from active_enrolments e where e.batch_id = b.id) where b.id = $1`,
      [plan.batch_id],
    )
    for (const visitor of [expires, takes]) {
      const student = await shop.knownStudent(visitor)
      const headers = { authorization: `Bearer ${student.access}` }
      expect((await request.post(`/api/batches/${plan.batch_id}/waitlist/`, { headers })).status()).toBe(201)
      waiting.push(student)
    }
    const paid = (parts[0]?.amount_paise ?? 0) + (parts[1]?.amount_paise ?? 0)
    await page.goto(`/console/payments?q=${inParts.email}`)
    await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(3)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: inParts.name }).getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: `Refund ${inParts.name}` })
    await expect(dialog.getByText('The place was paid with 2 payments. The last one goes back first.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Moves abroad.')
    await dialog.getByRole('button', { name: /^Refund ₹/ }).click()
    await expect(page.getByText(`${rupees(paid)} goes back to ${inParts.name}.`)).toBeVisible()
  })

  await test.step('one offer expires and the next is taken', async () => {
    await shop.mail(expires.email, /^A seat in .* is yours until /)
    await school.moveClock(`app_now() + interval '25 hours'`)
    await expect(async () => {
      const states = await school.sql<{ state: string }>('select state from waitlist_entries where batch_id = $1 order by id', [
        plan.batch_id,
      ])
      expect(states.map(({ state }) => state)).toEqual(['lapsed', 'offered'])
    }).toPass({ timeout: 120_000 })
    const offer = await shop.mail(takes.email, /^A seat in .* is yours until /)
    const phone = await openPhone()
    await phone.page.goto('/home')
    for (const student of waiting.slice(1)) await phone.enter(student)
    await phone.page.goto(/\/waitlist\/\d+#[\w-]{43}/.exec(offer.text)?.[0] ?? '')
    await phone.page.getByRole('link', { name: 'Pay and take the seat' }).click()
    await phone.payByCard()
    await expect(phone.page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
    await phone.page.context().close()
  })

  await test.step('GSTR-1 and the settlements agree with the ledger', async () => {
    const [now] = await school.sql<{ month: string; seconds: number }>(
      `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
         extract(epoch from ((date_trunc('month', app_now() at time zone 'Asia/Kolkata') + interval '1 month 9 days 12 hours')
           at time zone 'Asia/Kolkata') - app_now())::int as seconds`,
    )
    if (!now) throw new Error('the clock does not answer')
    const pass = async (seconds: number) => {
      await school.moveClock(`app_now() + make_interval(secs => $1)`, [seconds])
      await request.post(`${school.sandboxUrl}/control/clock`, { data: { advance_seconds: seconds } })
    }
    // The provider reports a settlement within a day, so the first week passes day by day.
    await request.post(`${school.sandboxUrl}/control/clock`, { data: { advance_seconds: 25 * 3600 } })
    const days = 7
    for (let number = 0; number < days; number += 1) await pass(86_400)
    await pass(now.seconds - days * 86_400)
    await enterConsole(page, school, 'finance')
    await page.goto(`/console/month?month=${now.month}`)
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(part('GSTR-1')).toContainText('Agrees with the ledger')
    await expect(async () => {
      await page.reload()
      await expect(part('Settlements')).toContainText('All matched')
    }).toPass({ timeout: 90_000 })

    // What the bank got is what was captured since this morning, less refunds and fees, to the paisa.
    const [money] = await school.sql<Record<'sold' | 'captured' | 'refunded' | 'fees' | 'settled' | 'lines', number>>(
      `with sold as (select id, provider_payment_id, amount_paise from payments where id > $1 and status in ('captured', 'refunded')),
         line as (select e.* from settlement_entries e join sold on sold.provider_payment_id = e.provider_payment_id
           where e.settlement_id is not null)
       select (select count(*)::int from sold) as sold, (select sum(amount_paise)::int from sold) as captured,
         (select sum(r.amount_paise)::int from refunds r join sold on sold.id = r.payment_id and r.status = 'processed') as refunded,
         (select sum(fee_paise)::int from line) as fees, (select sum(credit_paise - debit_paise)::int from line) as settled,
         (select count(*)::int from line where type = 'payment') as lines`,
      [before?.id ?? 0],
    )
    if (!money) throw new Error('nothing was sold')
    expect([money.sold, money.lines]).toEqual([10, 10])
    expect(money.settled).toBe(money.captured - money.refunded - money.fees)

    const row = part('GSTR-1').getByRole('row', { name: /^All other invoices/ })
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').click()])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
    const taxable = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[4]) * 100), 0)
    await expect(row).toContainText((taxable / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 }))

    const name = formatMonthOfYear(`${now.month}-15T00:00:00.000Z`)
    await button(`Close ${name}`, part('State of the month')).click()
    await button(`Close ${name}`, page.getByRole('dialog')).click()
    await expect(page.getByText(`${name} is closed.`)).toBeVisible()
  })
  // The start of a payment without an account is a 401.
  consoleErrors.length = 0
})

async function payByLink(phone: Shop, address: string, visitor: Visitor): Promise<void> {
  const { page } = phone
  await page.goto(address)
  const popup = page.getByRole('dialog', { name: 'Your details' })
  await popup.getByLabel(/name/i).fill(visitor.name)
  await popup.getByLabel(/phone/i).fill(visitor.phone)
  await popup.getByLabel(/email/i).fill(visitor.email)
  await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
  await phone.enterCode(visitor)
  await page.getByRole('button', { name: 'Continue to the payment' }).click()
  await phone.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
}
