import { findOpenBatch } from './buy-batch.ts'
import { expect, newVisitor, test } from './shop.ts'

test('a link with a code sells a seat at its price', async ({ page, shop, consoleErrors }) => {
  const { courseId, course } = await findOpenBatch(page.request)
  // The link of a coupon for many courses leads to the list.
  await shop.open('/courses?coupon=college20')
  await page.getByRole('article').filter({ hasText: course }).getByRole('link').click()
  await page.waitForURL(`**/courses/${courseId}`)
  const { amount } = (await (await page.request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
  const rupees = (value: number) => `₹${value.toLocaleString('en-IN')}`
  const price = rupees(Math.round(amount * 0.8))
  await expect(page.getByRole('complementary').getByText(price).first()).toBeVisible()

  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('radio').and(page.locator(':enabled')).first().check()
  await expect(picker.getByText(`You pay ${price} with COLLEGE20.`)).toBeVisible()
  await picker.getByRole('button', { name: 'Enroll', exact: true }).click()

  const popup = page.getByRole('dialog', { name: 'Your details' })
  const visitor = newVisitor()
  await popup.getByLabel(/name/i).fill(visitor.name)
  await popup.getByLabel(/phone/i).fill(visitor.phone)
  await popup.getByLabel(/email/i).fill(visitor.email)
  await expect(popup.getByRole('region', { name: 'Coupon' })).toContainText('Code COLLEGE20')
  await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
  await shop.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expect(page.getByText(price)).toBeVisible()
  // The first start has no account, and the code is checked before it.
  consoleErrors.length = 0
})

test('a refused code leaves the full price', async ({ page, shop, consoleErrors }) => {
  const { batchId } = await findOpenBatch(page.request)
  await shop.signUp()
  await page.evaluate(() => sessionStorage.setItem('coupon', 'DIWALI15'))
  await shop.open(`/razarpayment/${batchId}`)
  const message = 'This code can’t be used for this batch. Please check it.'
  await expect(page.getByRole('paragraph').filter({ hasText: message })).toBeVisible()
  await page.getByRole('button', { name: 'Pay the full price' }).click()
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  // The refusal is a 400.
  consoleErrors.length = 0
})
