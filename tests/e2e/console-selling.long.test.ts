import type { APIRequestContext, Page } from '@playwright/test'
import type { Instalment } from '#contract/money/instalments.ts'
import { buyBatch, buyPart, findOpenBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, newVisitor, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function openConsole(page: Page): Promise<void> {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'finance')
}

const choose = (
  request: APIRequestContext,
  access: string,
  data: { batch_id: number; plan: number | 'full'; coupon: string | null },
) => request.put('/api/payment/choice/', { headers: { authorization: `Bearer ${access}` }, data })

const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`

test('a place in parts is late, forgiven and paid back', async ({ page, request, shop }) => {
  test.slow()
  const [plan] = await asStaff<{ id: number; batch_id: number }>(
    `select p.id, b.id as batch_id from payment_plans p join batch_offers b on b.course_id = p.course_id and b.is_ahead
     where p.state = 'active' and b.seats_left is distinct from 0 order by p.id, b.starts_at limit 1`,
  )
  if (!plan) throw new Error('the demo has no plan')
  const visitor = newVisitor()
  const { access } = await shop.knownStudent(visitor)
  expect((await choose(request, access, { batch_id: plan.batch_id, plan: plan.id, coupon: null })).status()).toBe(200)
  await buyBatch(request, { access }, plan.batch_id)
  const partsOf = async () =>
    (
      (await (await request.get('/api/payment/instalments/', { headers: { authorization: `Bearer ${access}` } })).json()) as {
        items: Instalment[]
      }
    ).items
  const [first, second, third] = await partsOf()
  if (!first || !second || !third) throw new Error('there are not three parts')
  await asStaff(`update instalments set due_on = due_on - 45 where id = $1`, [second.id])
  await openConsole(page)
  const table = page.getByRole('table', { name: 'Owed in parts' })

  await test.step('Today and the list say what is late', async () => {
    await page.goto('/console')
    await page.getByRole('link', { name: /^Late parts/ }).click()
    await expect(page).toHaveURL(/\/instalments\?state=late$/)
    await page.goto(`/console/instalments?state=late&q=${visitor.email}`)
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table).toContainText('Late, 15 days')
    await expectAccessible(page)
  })

  await test.step('staff wait, and recordings are open again', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: /part 2 of 3$/ })
    await expect(panel.getByText(/wait for this part\. They open at once/)).toBeVisible()
    await panel.getByRole('button', { name: 'Wait', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Wait for part 2/ })
    await dialog.getByRole('button', { name: 'Wait', exact: true }).click()
    await expect(dialog.getByText('Please say why.').first()).toBeVisible()
    await dialog.getByLabel('Reason').fill('The salary comes next week.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Wait', exact: true }).click()
    await expect(page.getByText(/^You wait for /)).toBeVisible()
    await expect(panel.getByText('The salary comes next week.')).toBeVisible()
    expect((await partsOf())[1]).toMatchObject({ state: 'late', is_paused: false })
  })

  await test.step('the part is paid, and the next one is forgiven', async () => {
    await buyPart(request, { access }, second)
    await page.goto(`/console/instalments?q=${visitor.email}`)
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: /part 3 of 3$/ })
    await panel.getByRole('button', { name: 'Forgive' }).click()
    const dialog = page.getByRole('dialog', { name: /^Forgive / })
    await dialog.getByLabel('Reason').fill('A hard year.')
    await dialog.getByRole('button', { name: /^Forgive ₹/ }).click()
    await expect(page.getByText(`${rupees(third.amount_paise)} is forgiven.`)).toBeVisible()
    expect((await partsOf()).map(({ state }) => state)).toEqual(['paid', 'paid', 'waived'])
  })

  await test.step('a refund goes back over both payments', async () => {
    await page.goto(`/console/payments?q=${visitor.email}`)
    await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(3)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: visitor.name }).getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: `Refund ${visitor.name}` })
    await expect(dialog.getByText('The place was paid with 2 payments. The last one goes back first.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Moves abroad.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Refund ₹/ }).click()
    await expect(
      page.getByText(`${rupees(first.amount_paise + second.amount_paise)} goes back to ${visitor.name}.`),
    ).toBeVisible()
    await expect(async () => {
      const [sum] = await asStaff<{ paise: number; places: number }>(
        `select coalesce(sum(r.amount_paise), 0)::int as paise,
           (select count(*)::int from active_enrolments e where e.user_id = u.id) as places
         from users u join payment_orders o on o.user_id = u.id join payments p on p.order_id = o.id
           join refunds r on r.payment_id = p.id and r.status = 'processed'
         where u.email = $1 group by u.id`,
        [visitor.email.toLowerCase()],
      )
      expect(sum).toEqual({ paise: first.amount_paise + second.amount_paise, places: 0 })
    }).toPass()
  })
})

test('the desk takes a part of a plan in rupees', async ({ page, request, shop }) => {
  test.slow()
  const { batchId, courseId, course } = await findOpenBatch(request)
  const { amount } = (await (await request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
  const name = `Desk ${String(Date.now()).slice(-8)}`
  await openConsole(page)

  await test.step('the form says what each part comes to', async () => {
    await page.goto('/console/payment-plans/new')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('combobox', { name: 'Course' }).fill(course)
    await page.getByRole('option').first().click()
    await page.getByText('Rupees', { exact: true }).click()
    await page.getByText('On dates', { exact: true }).click()
    await page.getByLabel('Part 1', { exact: true }).fill('5000')
    await page.getByLabel('Part 2', { exact: true }).fill('4000')
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-GB', {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'Asia/Kolkata',
      })
    for (const [at, days] of [40, 80].entries()) {
      await page.getByLabel('Due on').nth(at).fill(inDays(days))
      await page.getByLabel('Due on').nth(at).press('Tab')
    }
    const preview = page.getByRole('region', { name: /^Who pays/ })
    await expect(preview).toContainText(rupees((amount - 9000) * 100))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create payment plan' }).click()
    await expect(page.getByText(/is created\.$/)).toBeVisible()
    await expect(page.getByText('the rest')).toBeVisible()
  })

  const visitor = newVisitor()
  const { access } = await shop.knownStudent(visitor)
  const [plan] = await asStaff<{ id: number }>('select id from payment_plans where name = $1', [name])
  expect((await choose(request, access, { batch_id: batchId, plan: plan?.id ?? 0, coupon: null })).status()).toBe(200)
  await buyBatch(request, { access }, batchId)
  const partsOf = async () => {
    const answer = await request.get('/api/payment/instalments/', { headers: { authorization: `Bearer ${access}` } })
    return ((await answer.json()) as { items: Instalment[] }).items
  }
  const [, second, third] = await partsOf()
  if (!second || !third) throw new Error('there are not three parts')

  await test.step('the second part is taken by bank transfer', async () => {
    await page.goto(`/console/instalments/${third.id}`)
    await expect(page.getByRole('button', { name: 'Forgive' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take a payment' })).toHaveCount(0)
    await page.goto(`/console/instalments/${second.id}`)
    await page.getByRole('button', { name: 'Take a payment' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take part 2/ })
    await dialog.getByRole('button', { name: 'Record ₹4,000' }).click()
    await expect(dialog.getByText('Please choose how it was paid.')).toBeVisible()
    await dialog.getByLabel('Paid by').click()
    await page.getByRole('option', { name: 'Bank transfer' }).click()
    await dialog.getByLabel('Reference').fill(`HDFC${Date.now()}`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Record ₹4,000' }).click()
    await expect(page.getByText(/^₹4,000 of .* is recorded\. The receipt is on its way\.$/)).toBeVisible()
    expect((await partsOf()).map(({ state }) => state)).toEqual(['paid', 'paid', 'due'])
  })

  await test.step('the page of the student has the parts', async () => {
    const [student] = await asStaff<{ id: number }>('select id from users where email = $1', [visitor.email.toLowerCase()])
    await page.goto(`/console/students/${student?.id}`)
    const parts = page.getByRole('region', { name: /^Payment in parts/ })
    await expect(parts).toContainText(`Owed ${rupees(third.amount_paise)}`)
    await expectAccessible(page)
    await parts.getByRole('link', { name: 'Part 3 of 3' }).click()
    await expect(page).toHaveURL(new RegExp(`/instalments/${third.id}$`))
  })
})
