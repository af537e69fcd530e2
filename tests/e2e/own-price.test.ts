import { findOpenBatch } from './buy-batch.ts'
import { grantScholarship } from './console-staff.ts'
import { expect, newVisitor, test } from './shop.ts'

const rupees = (value: number) => `₹${value.toLocaleString('en-IN')}`

test.use({ viewport: { width: 360, height: 780 } })

test('a student sees the price of the scholarship before paying', async ({ page, shop }) => {
  const { courseId, batchId } = await findOpenBatch(page.request)
  const { amount } = (await (await page.request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
  const price = amount - 7000
  const visitor = newVisitor()
  await shop.signUp(visitor)
  await grantScholarship(visitor.email, { batch_id: batchId, price_paise: price * 100 })

  // The document is that of everybody: the price comes after it, into the place of the other one.
  const document = await page.request.get(`/courses/${courseId}`)
  expect(await document.text()).not.toContain(rupees(price))
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(globalThis, { shift: (globalThis as unknown as { shift: number }).shift + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await shop.open(`/courses/${courseId}`)
  const aside = page.getByRole('complementary', { name: 'Price and enrolment' })
  await expect(aside.getByText(rupees(price)).first()).toBeVisible()
  await expect(aside.getByText('Scholarship').first()).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)

  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog')
  await picker
    .getByRole('radio')
    .and(page.locator(`[value="${batchId}"]`))
    .check()
  await expect(picker.getByText(`You pay ${rupees(price)}: scholarship.`)).toBeVisible()
  await picker.getByRole('button', { name: 'Enroll', exact: true }).click()
  await page.waitForURL(/razarpayment/)
  await shop.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expect(page.getByText(rupees(price)).first()).toBeVisible()
})

test('another student sees the price of everybody', async ({ page, shop }) => {
  const { courseId, batchId } = await findOpenBatch(page.request)
  const { amount } = (await (await page.request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
  const holder = newVisitor()
  await shop.knownStudent(holder)
  await grantScholarship(holder.email, { batch_id: batchId, price_paise: amount * 100 - 700_000 })
  await shop.signUp()
  const asked = page.waitForResponse('**/api/payment/own-prices/')
  await shop.open(`/courses/${courseId}`)
  expect(await (await asked).json()).toEqual({ items: [] })
  await expect(page.getByRole('complementary', { name: 'Price and enrolment' })).toContainText(rupees(amount))
})
