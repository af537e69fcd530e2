import type { Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff } from './reach-school.ts'
import { expect, newVisitor, type Shop, test, type Visitor } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A batch of a course of its own, at a price in paise. The limit of the demo is ₹50,000 for a student and day. */
async function openBatch(paise: number): Promise<number> {
  const { courseId, batchId } = await addCourse('10 days')
  await asStaff('update courses set price_paise = $2 where id = $1', [courseId, paise])
  return batchId
}

async function enter(page: Page, role: Role): Promise<void> {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, role)
}

const uniqueReference = () => `UTR${Date.now()}${Math.floor(Math.random() * 1000)}`

async function chooseMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Paid by' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function fillNewStudent(page: Page, visitor: Visitor): Promise<void> {
  await page.getByText('New student').click()
  await page.getByLabel('Full name').fill(visitor.name)
  await page.getByLabel('E-mail').fill(visitor.email)
  await page.getByLabel('Phone').fill(visitor.phone)
}

test('money at the desk is recorded, cleared and paid back', async ({ page, shop }: { page: Page; shop: Shop }) => {
  test.slow()
  const batchId = await openBatch(3_600_000)
  const reference = uniqueReference()
  const chequeNumber = String(Date.now() % 1_000_000).padStart(6, '0')
  const walkIn = { ...newVisitor(), name: `Bala ${reference}` }
  await enter(page, 'finance')
  await page.goto(`/console/batches/${batchId}`)
  const dialog = page.getByRole('dialog', { name: 'Take a payment' })

  await test.step('what is missing stands beside its field', async () => {
    await page.getByRole('button', { name: 'Take a payment' }).click()
    await expect(dialog.getByText('₹36,000', { exact: true }).last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Record ₹36,000 and enrol' }).click()
    await expect(dialog.getByText('Please choose a student.')).toBeVisible()
    await expect(dialog.getByText('Please choose how it was paid.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a walk-in is enrolled and gets the receipt', async () => {
    await fillNewStudent(page, walkIn)
    await chooseMethod(page, 'UPI')
    await dialog.getByLabel('Reference').fill(reference)
    await expect(dialog.getByText(`${walkIn.name} is enrolled at once and gets the receipt by mail.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Record ₹36,000 and enrol' }).click()
    await expect(page.getByText(`${walkIn.name} is enrolled. The receipt is on its way.`)).toBeVisible()
    const receipt = await shop.mail(walkIn.email, /^Receipt /)
    expect(receipt.text).toContain(reference)
  })

  await test.step('the same reference is refused, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Take a payment' }).click()
    await fillNewStudent(page, newVisitor())
    await chooseMethod(page, 'UPI')
    await dialog.getByLabel('Reference').fill(` ${reference.toLowerCase()}`)
    await dialog.getByRole('button', { name: 'Record ₹36,000 and enrol' }).click()
    await expect(dialog.getByText(`This reference is recorded already, for ${walkIn.name}.`)).toBeVisible()
    await chooseMethod(page, 'Cheque')
    await dialog.getByLabel('Reference').fill(`HDFC ${chequeNumber}`)
    await dialog.getByRole('button', { name: 'Record cheque of ₹36,000' }).click()
    await expect(page.getByText(/^The cheque is recorded\./)).toBeVisible()
  })

  await test.step('the cheque clears', async () => {
    await page.goto(`/console/offline-payments?state=received&q=${chequeNumber}`)
    await page.getByRole('table', { name: 'Offline payments' }).getByRole('link').first().click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cleared' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '₹36,000 has cleared' }).click()
    await expect(page.getByText(/^The cheque of .* has cleared\.$/)).toBeVisible()
  })

  await test.step('a refund repeats its amount and is paid back by hand', async () => {
    await page.goto(`/console/offline-payments?q=${reference}`)
    await page.getByRole('table', { name: 'Offline payments' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const refund = page.getByRole('dialog', { name: `Refund ${walkIn.name}` })
    await refund.getByLabel('Amount').fill('40,000')
    await refund.getByLabel('Reason').fill('Moves abroad')
    await expect(refund.getByText('₹36,000 can be refunded at most.')).toBeVisible()
    await expect(refund.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
    await refund.getByLabel('Amount').fill('10,000')
    await expect(refund.getByText(`${walkIn.name} keeps the place.`)).toBeVisible()
    await expectAccessible(page)
    await refund.getByRole('button', { name: 'Refund ₹10,000' }).click()
    await expect(page.getByText(`₹10,000 is to be paid back to ${walkIn.name}.`)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Offline payments' }).getByText('Refund due')).toBeVisible()
    await page.getByRole('link', { name: 'Record it when it is paid back' }).click()
    await expect(page).toHaveURL(/\/console\/refunds\/\d+$/)
    await page.getByRole('button', { name: 'Record that it was paid back' }).click()
    await chooseMethodBack(page)
    await page.getByRole('dialog').getByLabel('Reference').fill('NEFT 42')
    await page.getByRole('dialog').getByRole('button', { name: 'Record ₹10,000' }).click()
    await expect(page.getByText(`₹10,000 is paid back to ${walkIn.name}.`)).toBeVisible()
    expect((await shop.mail(walkIn.email, /^Refund of ₹10,000/)).text).toContain('NEFT 42')
    await page.goto(`/console/offline-payments?q=${reference}`)
    const row = page.getByRole('table', { name: 'Offline payments' }).getByRole('row', { name: walkIn.name })
    await expect(row).toContainText('Partly refunded')
    await expect(row).toContainText('10,000.00')
  })
})

async function chooseMethodBack(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Paid back by' }).click()
  await page.getByRole('option', { name: 'Bank transfer' }).click()
}

test('a second person approves by keyboard, never the one who asked', async ({ page, shop }: { page: Page; shop: Shop }) => {
  test.slow()
  const batchId = await openBatch(6_000_000)
  const word = `Chitra${Date.now()}`
  const walkIn = { ...newVisitor(), name: word }
  await enter(page, 'finance')

  await test.step('what is above the limit is asked for', async () => {
    await page.goto(`/console/batches/${batchId}`)
    await page.getByRole('button', { name: 'Take a payment' }).click()
    await fillNewStudent(page, walkIn)
    await chooseMethod(page, 'Bank transfer')
    await page.getByRole('dialog').getByLabel('Reference').fill(uniqueReference())
    await expect(
      page.getByText('A second person decides: one person may move up to ₹50,000 for one student a day.'),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask for approval of ₹60,000' }).click()
    await expect(page.getByText(`₹60,000 of ${word} waits for a second person.`)).toBeVisible()
  })

  await test.step('the person who asked only withdraws', async () => {
    await page.goto(`/console/approvals?waits_for=me&q=${word}`)
    await expect(page.getByText(/^Nothing matches/)).toBeVisible()
    await page.goto(`/console/approvals?waits_for=others&q=${word}`)
    await expect(page.getByRole('table', { name: 'Approvals' })).toContainText('Waits for somebody else')
    await page.getByRole('table', { name: 'Approvals' }).getByRole('link').first().click()
    const panel = page.getByRole('complementary', { name: `Offline payment, ${word}` })
    await expect(panel.getByText('You asked for this, so it waits for somebody else.')).toBeVisible()
    await expect(panel.getByText('Can decide', { exact: true })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await expect(panel.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('another one approves', async () => {
    await enterAs(page, 'owner')
    await page.goto(`/console/approvals?waits_for=me&q=${word}`)
    await expect(page.getByRole('table', { name: 'Approvals' }).getByRole('row')).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog', { name: 'Decline the offline payment of ₹60,000' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept ₹60,000 and enrol' }).click()
    await expect(page.getByText(`${word} is enrolled.`, { exact: true })).toBeVisible()
    await shop.mail(walkIn.email, /^Receipt /)
  })
})

test('a phone offers the payment before the place', async ({ page }: { page: Page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await enter(page, 'owner')
  await page.goto('/console/payments')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Take a payment', 'Enrol without payment'])
})

test('a place without a payment is given and taken back', async ({ page, shop }: { page: Page; shop: Shop }) => {
  const batchId = await openBatch(3_600_000)
  const student = await shop.signUp()
  await enter(page, 'support')
  await page.goto(`/console/batches/${batchId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Enrol without payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enrol without payment' })
  await dialog.getByRole('combobox', { name: 'Student' }).fill(student.email)
  await page.getByRole('option', { name: student.email }).click()
  await dialog.getByLabel('Reason').fill('Scholarship')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enrol without payment' }).click()
  await expect(page.getByText(`${student.name} is enrolled.`, { exact: true })).toBeVisible()
  // The mail waits until the act can't be undone, so nobody gets one.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: student.name })).toHaveCount(0)
})
