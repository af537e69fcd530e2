import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { asStaff } from './reach-school.ts'
import { expect, newVisitor, type Shop, test } from './shop.ts'
import { violationsOf } from './violations-of.ts'

/** Runs the operator's command on the product under test. */
async function operator(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/payments.ts', ...args], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  })
  return stdout
}

async function buy(page: Page, shop: Shop) {
  const visitor = newVisitor()
  await shop.register(visitor)
  await page.waitForURL('**/home')
  await shop.chooseBatch()
  await shop.payByCard()
  await expect(page.getByText(/^pay_\w+$/)).toBeVisible()
  const paymentId = await page.getByText(/^pay_\w+$/).innerText()
  return { visitor, paymentId }
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

/** Sends a request with the browser's session, as the room does. */
async function ask(page: Page, kind: 'refund' | 'transfer'): Promise<number> {
  return page.evaluate(async (kind) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}`, 'content-type': 'application/json' }
    const json = async (path: string, body?: object) =>
      (await fetch(`/api${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })).json()
    const enrolled = (await json('/enrolled-courses/')) as Record<string, { id: number }[]>
    const [purchase] = await json(`/payment/purchases/${enrolled['enrolled courses']?.[0]?.id}/`)
    const place = { enrolment_id: purchase.enrolment_id, reason: 'My shift has changed.' }
    const target = kind === 'transfer' ? { to_batch_id: purchase.transfer_choices[0].id } : {}
    const request = (await json('/payment/requests/', { kind, ...place, ...target })) as { id: number }
    return request.id
  }, kind)
}

test('a refunded receipt offers a new payment', async ({ page, shop }) => {
  const { paymentId } = await buy(page, shop)
  const [payment] = await asStaff<{ id: string }>('select id from payments where provider_payment_id = $1', [paymentId])
  await operator('refund', payment?.id ?? '', 'asked for')
  await page.reload()
  await page.getByRole('button', { name: 'Start a new payment' }).click()
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  await shop.chooseBatch()
  await shop.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expect(page.getByText(paymentId)).toBeHidden()
})

test('a student saves a receipt and gets a transfer approved', async ({ page, shop }) => {
  const { visitor, paymentId } = await buy(page, shop)
  await shop.open('/my-payments')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Receipt KS\// }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^Receipt-KS-\d{4}-\d{6}\.pdf$/)
  const text = await textOf(await readFile(await download.path()))
  for (const part of [paymentId, visitor.name, '₹41,500.00', 'Payment receipt']) expect(text).toContain(part)

  const requestId = await ask(page, 'transfer')
  await shop.open('/my-payments')
  await expect(row).toContainText('we are looking at it')
  expect(await operator('requests')).toContain(visitor.email)
  expect(await operator('approve', String(requestId))).toContain('has moved')
  await shop.open('/my-payments')
  await expect(row).toContainText(/Transfer request approved on/)
  await shop.mail(visitor.email, /moved to another batch/)
})

test('a refund shows its state, and its voucher can be downloaded', async ({ page, shop }) => {
  const { visitor, paymentId } = await buy(page, shop)
  await shop.open('/my-payments')
  expect(await operator('approve', String(await ask(page, 'refund')))).toContain('is queued')
  await shop.mail(visitor.email, /^Refund of ₹41,500\.00/)
  await shop.open('/my-payments')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  await expect(row).toContainText(/Refunded: ₹41,500 went back to the source on .* It can take 5 to 10 working days/)
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Refund voucher KR\// }).click()
  expect(await textOf(await readFile(await (await saving).path()))).toContain('Refund voucher')
})

test('a PDF that fails to load can be retried', async ({ page, shop }) => {
  await buy(page, shop)
  await shop.open('/my-payments')
  await page.route('**/pdf/', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  const button = page.getByRole('button', { name: /^Receipt KS\// })
  await button.click()
  await expect(page.getByRole('cell').getByText('The PDF could not be loaded. Please try again.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await button.click()
  await saving
  await expect(page.getByRole('cell').getByText('The PDF could not be loaded. Please try again.')).toBeHidden()
})

test('axe finds no violations in a history with refund and request', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await buy(page, shop)
  await shop.open('/my-payments')
  await ask(page, 'transfer')
  await shop.open('/my-payments')
  await expect(page.getByRole('row').nth(1)).toContainText('we are looking at it')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsOf(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})
