import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { buyBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function open(page: Page, role: 'finance' | 'support' = 'finance'): Promise<void> {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, role)
}

test('finance follows a payment from the list to its documents', async ({ page, request, shop }) => {
  test.slow()
  const student = await shop.signUp()
  const { paymentId, course } = await buyBatch(request, student)
  const receipt = await shop.mail(student.email, /^Receipt /)
  const serial = /K[A-Z]\/\d{4}\/\d{6}/.exec(receipt.subject)?.[0] ?? ''
  await open(page)

  await test.step('the timeline shows what happened, the oldest first', async () => {
    await page.goto(`/console/payments?q=${paymentId}`)
    await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: student.name })
    await expect(panel.getByText(`Receipt ${serial} issued`)).toBeVisible()
    await expect(panel.getByRole('listitem').first()).toContainText('Order of ₹')
    await expect(panel.getByText('Mail “Receipt”, sent')).toBeVisible()
    await expect(panel.getByText(`${course}, batch`)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the receipt is saved as a PDF and sent again', async () => {
    await page.goto(`/console/documents?q=${encodeURIComponent(serial)}`)
    await expect(page.getByRole('table', { name: 'Documents' }).getByRole('row')).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: serial })
    const [file] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Save PDF' }).click()])
    expect(file.suggestedFilename()).toBe(`Receipt-${serial.replaceAll('/', '-')}.pdf`)
    expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
    await panel.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(`${serial} is on its way to ${student.email}.`)).toBeVisible()
    await shop.mail(student.email, new RegExp(`^Copy of ${serial}`))
    await expectAccessible(page)
  })
})

test('a request is declined by keyboard, and the student reads why', async ({ page, request, shop }) => {
  const student = await shop.signUp()
  const { paymentId } = await buyBatch(request, student)
  const [enrolment] = await asStaff<{ id: string }>(
    `select e.id from enrolments e join payments p on p.id = e.payment_id where p.provider_payment_id = $1`,
    [paymentId],
  )
  const asked = await request.post('/api/payment/requests/', {
    headers: { authorization: `Bearer ${student.access}` },
    data: { kind: 'refund', enrolment_id: Number(enrolment?.id), reason: 'My plans have changed.' },
  })
  expect(asked.status()).toBe(201)
  await shop.mail(student.email, /request/i)
  await open(page, 'support')
  await page.goto(`/console/requests?status=open&q=${student.email}`)
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: student.name })
  await expect(panel.getByText('My plans have changed.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: `Decline the request of ${student.name}?` })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Please give the reason. The student reads it.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The batch has begun.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`The request of ${student.name} is declined.`)).toBeVisible()
  expect((await shop.mail(student.email, /request/i)).text).toContain('The batch has begun.')
  await page.goto('/console/requests')
  await page.getByRole('button', { name: 'Decided', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText('Declined')
  await expect(page.getByRole('table', { name: 'Requests' }).getByText('Open', { exact: true })).toHaveCount(0)
})

test('a quarantined event is dismissed with a reason', async ({ page }) => {
  const id = `evt_${Date.now()}`
  await asStaff(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at, quarantined, last_error)
     values ('razorpay', $1, $2, '{}', app_now(), app_now() + interval '1 day', true, 'an event of a kind that is not known here')`,
    [id, `strange.${id}`],
  )
  await open(page)
  await page.goto('/console/review')
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await expect(ledger.getByText('Received')).toBeVisible()
  await expectAccessible(page)
  const item = page.getByRole('listitem').filter({ hasText: `strange.${id}` })
  await item.getByRole('button', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take this event off the list?' })
  await dialog.getByLabel('Reason').fill('A test of the provider.')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(item).toHaveCount(0)
  await ledger.getByRole('button', { name: 'Compare now' }).click()
  await expect(ledger.getByRole('status')).toContainText('Compared with the provider on')
})
