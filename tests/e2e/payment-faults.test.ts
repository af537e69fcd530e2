import { findOpenBatch } from './buy-batch.ts'
import { expect, newVisitor, test } from './shop.ts'

test('an incomplete return URL shows an error and the history [PAY-12]', async ({ page, shop }) => {
  const whole = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f'.repeat(64) }
  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('/payment-verify/') ? 1 : 0))
  for (const missing of ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature']) {
    const query = new URLSearchParams(Object.entries(whole).filter(([name]) => name !== missing))
    await shop.open(`/verify-payment/1?${query}`)
    await expect(page.getByRole('paragraph').filter({ hasText: 'Missing payment details in URL.' })).toBeVisible()
    await expect(shop.toast('Missing payment details in URL.')).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: 'Payment history' })).toBeVisible()
  }
  expect(asked).toBe(0)
})

test('a blocked checkout script is reported and retried with its order [PAY-40]', async ({ page, shop, consoleErrors }) => {
  const script = /\/v1\/checkout\.js/
  const { batchId } = await findOpenBatch(page.request)
  await shop.signUp()
  const orders: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/start-payment/')) orders.push(((await response.json()) as { order_id: string }).order_id)
  })
  await page.route(script, (route) => route.abort())
  await shop.open(`/razarpayment/${batchId}`)
  const message = 'Failed to load Razorpay SDK. Please check your connection.'
  await expect(page.getByRole('paragraph').filter({ hasText: message })).toBeVisible()
  await expect(shop.toast(message)).toBeVisible()
  await page.unroute(script)
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  await expect.poll(() => orders).toHaveLength(2)
  expect(new Set(orders).size).toBe(1)
  // The browser logs the request that this test blocks.
  consoleErrors.length = 0
})

test('a payment without a session registers first and starts again [PAY-41]', async ({ page, shop }) => {
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/start-payment/')) answers.push(response.status())
  })
  const visitor = newVisitor()
  const { batchId } = await findOpenBatch(page.request)
  await shop.open(`/razarpayment/${batchId}`)
  const popup = page.getByRole('dialog')
  await popup.getByLabel(/name/i).fill(visitor.name)
  await popup.getByLabel(/phone/i).fill(visitor.phone)
  await popup.getByLabel(/email/i).fill(visitor.email)
  await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  expect(answers).toEqual([401, 200])
})
