import type { Page } from '@playwright/test'
import { findOpenBatch } from './buy-batch.ts'
import { enterAs, watchPolicy } from './console-staff.ts'
import { expect, newVisitor, Shop, test } from './shop.ts'

test.use({ viewport: { width: 360, height: 780 } })

const rupees = (value: number) => `₹${value.toLocaleString('en-IN')}`

/** Makes a link in the console and returns the address that it shows this once. */
async function makeLink(page: Page, given: { course: string; batchId: number; email: string; price: number }): Promise<string> {
  const { course, batchId, email, price } = given
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'finance')
  await page.goto('/console/payment-links/new')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('combobox', { name: 'Batch' }).fill(course)
  await page
    .getByRole('option')
    .filter({ hasText: `Batch ${batchId},` })
    .click()
  await page.getByLabel('Price').fill(String(price))
  await page.getByLabel('Works until').fill('31 Dec 2089')
  await page.getByLabel('Works until').press('Tab')
  await page.getByLabel('Reason').fill('Agreed on the phone.')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect(page.getByText('Please give a moment within a year.').first()).toBeVisible()
  const inAWeek = new Date(Date.now() + 7 * 86_400_000)
  const day = inAWeek.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' })
  await page.getByLabel('Works until').fill(day)
  await page.getByLabel('Works until').press('Tab')
  await page.getByRole('button', { name: 'Make link' }).click()
  const made = page.getByRole('region', { name: 'Link to copy' })
  await expect(made).toContainText('It is shown this once, so copy it now.')
  const address = await made.locator('code').innerText()
  await page.reload()
  await expect(page.getByText('Agreed on the phone.')).toBeVisible()
  await expect(made).toHaveCount(0)
  return address
}

test('a link from the console is paid once by its person', async ({ page, shop, browser, consoleErrors }) => {
  const { courseId, course, batchId } = await findOpenBatch(page.request)
  const { amount } = (await (await page.request.get(`/api/courses/${courseId}/`)).json()) as { amount: number }
  const price = amount - 1000
  const visitor = newVisitor()
  const desk = await browser.newContext()
  const address = await makeLink(await desk.newPage(), { course, batchId, email: visitor.email, price })
  await desk.close()

  // A visitor registers with the address, confirms it, and pays the price of the link.
  const secret = new URL(address).searchParams.get('offer') ?? ''
  const document = await page.request.get(address)
  expect(await document.text()).not.toContain(secret)
  expect(document.headers()['referrer-policy']).toBe('strict-origin')
  await page.goto(address)
  const popup = page.getByRole('dialog', { name: 'Your details' })
  await expect(popup.getByText(rupees(price)).filter({ visible: true }).first()).toBeVisible()
  await expect(popup.getByText('This link is for one person.', { exact: false })).toBeInViewport()
  expect(page.url()).not.toContain('offer')
  expect(await page.content()).not.toContain(secret)
  await expect(page.getByText(visitor.email)).toHaveCount(0)
  await popup.getByLabel(/name/i).fill(visitor.name)
  await popup.getByLabel(/phone/i).fill(visitor.phone)
  await popup.getByLabel(/email/i).fill(visitor.email)
  await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
  await expect(page.getByText('This link was made for an e-mail address. Please confirm yours first.')).toBeVisible()
  await shop.enterCode(visitor)
  await expect(page.getByText('Your e-mail is verified')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to the payment' }).click()
  await shop.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expect(page.getByText(rupees(price))).toBeVisible()

  await page.goto(address)
  await expect(page.getByText('This link has been paid.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See your courses' })).toBeVisible()

  const elsewhere = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const other = new Shop(await elsewhere.newPage())
  await other.open(`/courses/${courseId}`)
  await other.signUp()
  await other.page.goto(address)
  await expect(other.page.getByText('This link is for somebody else.')).toBeVisible()
  await expect(other.sheet.getByLabel('Card number')).toHaveCount(0)
  expect(new URL(other.page.url()).pathname).toBe(`/razarpayment/${batchId}`)
  await elsewhere.close()
  // The start without an account is a 401.
  consoleErrors.length = 0
})

test('a link that nobody made leads to the usual price', async ({ page, shop, consoleErrors }) => {
  const { batchId } = await findOpenBatch(page.request)
  await shop.signUp()
  await shop.open(`/razarpayment/${batchId}?offer=${'A'.repeat(43)}`)
  await expect(page.getByText('This link is not valid.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Pay the usual price' }).click()
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  // The unknown link is a 404.
  consoleErrors.length = 0
})
