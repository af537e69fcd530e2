import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

/** Opens the picker and selects the first open batch. */
async function choose(page: Page) {
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  const batch = picker.getByRole('radio', { disabled: false }).first()
  await batch.check()
  return { picker, batch, id: await batch.inputValue() }
}

test('a batch that becomes full is reported before payment [SEC-066]', async ({ page, shop }) => {
  await shop.open('/courses/2')
  const { picker, id } = await choose(page)
  await page.route('**/api/courses/2/batches/', async (route) => {
    const answer = await route.fetch()
    const batches = (await answer.json()) as { id: number }[]
    const full = { can_enroll: false, seats_left: 0, status: 'Starts on 1 Jan 2031' }
    await route.fulfill({ response: answer, json: batches.map((one) => (String(one.id) === id ? { ...one, ...full } : one)) })
  })
  await picker.getByRole('button', { name: 'Enroll' }).click()
  await expect(picker.getByRole('alert')).toHaveText('This batch can not be booked any more. Please choose another one.')
  await expect(picker.locator(`input[value="${id}"]`)).toBeDisabled()
  const status = picker.locator('label', { has: page.locator(`input[value="${id}"]`) }).getByText('Starts on 1 Jan 2031')
  // SPEC has the text in green, whatever it says; the mark beside it is grey.
  await expect(status).toHaveClass(/text-good/)
  await expect(status.getByText('Full', { exact: true })).toHaveClass(/text-muted/)
  await expect(picker.getByRole('button', { name: 'Enroll' })).toBeDisabled()
  await expect(page).toHaveURL(/\/courses\/2/)
})

test('a failed seat check blocks the payment and can be retried [SEC-066]', async ({ page, shop, consoleErrors }) => {
  await shop.open('/courses/2')
  const { picker, id } = await choose(page)
  await page.route('**/api/courses/2/batches/', (route) => route.abort())
  await picker.getByRole('button', { name: 'Enroll' }).click()
  await expect(picker.getByRole('alert')).toHaveText('The seats could not be checked. Please try again.')
  forgive(consoleErrors, /Failed to load resource/)
  await page.unroute('**/api/courses/2/batches/')
  await picker.getByRole('button', { name: 'Enroll' }).click()
  await page.waitForURL(`**/razarpayment/${id}`)
})
