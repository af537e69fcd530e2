import type { Page } from '@playwright/test'
import { buyBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function open(page: Page, path: string): Promise<void> {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'owner')
  await page.goto(path)
}

/** Pixels by which what a list shows is wider than the list. */
const hiddenWidth = (page: Page) =>
  page.getByRole('table', { name: 'Payments' }).evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))

test('a list stays readable beside its panel', async ({ page, request, shop }) => {
  const student = await shop.knownStudent()
  const { paymentId } = await buyBatch(request, student)
  await open(page, `/console/payments?q=${paymentId}`)
  const row = page.locator('a[data-row]')
  const panel = page.getByRole('complementary', { name: student.name })

  await test.step('a click anywhere in the row opens it', async () => {
    await page.getByRole('cell', { name: 'Card' }).click()
    await expect(panel).toBeVisible()
  })
  await test.step('columns give way, and the panel covers none', async () => {
    await expect(page.getByRole('columnheader', { name: 'Method' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeVisible()
    expect(await hiddenWidth(page)).toBeLessThanOrEqual(0)
    await expect(page.getByRole('cell', { name: /^₹[\d,]+\.00$/ })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('rows of two lines where a table has no room', async () => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
    const [list, beside] = await Promise.all([row.boundingBox(), panel.boundingBox()])
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  })
  await test.step('the row has the focus again when the panel closes', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Payments' })).toBeVisible()
    await expect(row).toBeFocused()
  })
})

test('a phone names every button of a list', async ({ page, request, shop }) => {
  const student = await shop.knownStudent()
  const { paymentId } = await buyBatch(request, student)
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, `/console/payments?state=paid&q=${paymentId}`)
  await expect(page.getByRole('link', { name: student.name })).toBeVisible()
  const bare = await page
    .locator('#main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button as HTMLElement).innerText.replace(/\s+/g, ' ').trim() || button.getAttribute('aria-label')),
    )
  // The signs that phones have everywhere.
  expect(bare.filter((name) => !['New', 'Add filter', 'All', 'Refund due', 'Review', 'Offline'].includes(name ?? ''))).toEqual([
    'More actions',
    'State: Paid',
    'Remove the filter State',
  ])
  await page.getByRole('button', { name: 'Refund due' }).click()
  await expect(page.getByText('No refund is due.').or(page.getByRole('button', { name: 'Show all' }))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the filter State' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('group', { name: 'Export' }).getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/console/payments?q=${paymentId}`)
  await page.getByRole('link', { name: student.name }).click()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveText('Refund', { useInnerText: true })
  await page.getByRole('button', { name: 'Back to Payments' }).click()
  await expect(page.getByRole('link', { name: student.name })).toBeVisible()
  await expectAccessible(page)
})

test('a menu is used by keys alone', async ({ page }) => {
  await open(page, '/console/companies')
  const item = (name: string) => page.getByRole('menuitem', { name })
  const account = page.getByRole('button', { name: 'Your account' })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(item('Your account')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Keyboard shortcuts')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Sign out')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(item('Your account')).toBeFocused()
  await page.keyboard.press('s')
  await expect(item('Sign out')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.goto('/console/companies/1')
  const acts = page.getByRole('complementary').getByRole('button', { name: 'More actions' })
  await acts.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(acts).toBeFocused()
})

test('a row of a batch’s students opens the student', async ({ page, shop }) => {
  const student = await shop.knownStudent()
  await enrol(student.email, 101)
  await open(page, '/console/batches/101?view=students')
  await page.getByLabel('Search students').fill(student.email)
  const row = page.getByRole('row').filter({ hasText: student.email })
  await row.getByText('Without payment').click()
  await expect(page).toHaveURL(/\/console\/students\/\d+$/)
  await page.goBack()
  await page.keyboard.press('j')
  await expect(page.getByRole('table', { name: 'Students' }).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/students\/\d+$/)
})
