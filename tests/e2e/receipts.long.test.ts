import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { buyBatch, openPaid } from './buy-batch.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

/** Runs the operator's command on the product under test. */
async function operator(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/payments.ts', ...args], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  })
  return stdout
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

/** Sends a request for the only purchase of a student, as the room does. */
async function ask(request: APIRequestContext, { access }: { access: string }, kind: 'refund' | 'transfer'): Promise<number> {
  const headers = { authorization: `Bearer ${access}` }
  const read = async <Body>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as Body
  const enrolled = await read<Record<string, { id: number }[]>>('/enrolled-courses/')
  const [purchase] = await read<{ enrolment_id: number; transfer_choices: { id: number }[] }[]>(
    `/payment/purchases/${enrolled['enrolled courses']?.[0]?.id}/`,
  )
  const target = kind === 'transfer' ? { to_batch_id: purchase?.transfer_choices[0]?.id } : {}
  const sent = await request.post('/api/payment/requests/', {
    headers,
    data: { kind, enrolment_id: purchase?.enrolment_id, reason: 'My shift has changed.', ...target },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  return ((await sent.json()) as { id: number }).id
}

test('a refunded receipt offers a new payment', async ({ page, shop }) => {
  const purchase = await buyBatch(page.request, await shop.signUp())
  const { paymentId } = purchase
  await openPaid(shop, purchase)
  await expect(page.getByText(paymentId)).toBeVisible()
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

test('a student saves a receipt after a failure, then moves batches', async ({ page, shop }) => {
  const student = await shop.signUp()
  const { paymentId } = await buyBatch(page.request, student)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/my-payments')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  const button = row.getByRole('button', { name: /^Receipt KS\// })
  const failure = page.getByRole('cell').getByText('The PDF could not be loaded. Please try again.')

  await test.step('a PDF that fails to load can be retried', async () => {
    await page.route('**/pdf/', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await button.click()
    await expect(failure).toBeVisible()
    const saving = page.waitForEvent('download')
    await button.click()
    const download = await saving
    await expect(failure).toBeHidden()
    expect(download.suggestedFilename()).toMatch(/^Receipt-KS-\d{4}-\d{6}\.pdf$/)
    const text = await textOf(await readFile(await download.path()))
    for (const part of [paymentId, student.name, '₹41,500.00', 'Payment receipt']) expect(text).toContain(part)
  })

  const requestId = await ask(page.request, student, 'transfer')
  await page.reload()
  await expect(row).toContainText('we are looking at it')
  await test.step('axe finds no violations in a history with a request', () => expectNoViolations(page))

  expect(await operator('requests')).toContain(student.email)
  expect(await operator('approve', String(requestId))).toContain('has moved')
  await page.reload()
  await expect(row).toContainText(/Transfer request approved on/)
  await shop.mail(student.email, /moved to another batch/)
})

test('a refund shows its state, and its note can be downloaded', async ({ page, shop }) => {
  const student = await shop.signUp()
  const { paymentId } = await buyBatch(page.request, student)
  expect(await operator('approve', String(await ask(page.request, student, 'refund')))).toContain('is queued')
  await shop.mail(student.email, /^Refund of ₹41,500\.00/)
  await shop.open('/my-payments')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  await expect(row).toContainText(/Refunded: ₹41,500 went back to the source on .* It can take 5 to 10 working days/)
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Refund note KN\// }).click()
  expect(await textOf(await readFile(await (await saving).path()))).toContain('Refund note')
})
