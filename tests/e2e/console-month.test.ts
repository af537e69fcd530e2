import { readFile } from 'node:fs/promises'
import { buyBatch } from './buy-batch.ts'
import { enterAs } from './console-staff.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('finance takes the books of a month to the accountant', async ({ page, request, shop }) => {
  await buyBatch(request, await shop.signUp())
  await enterAs(page, 'finance')
  await page.goto('/console/month')
  await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 0 })
  const books = page.getByRole('table', { name: 'Book' })
  await expect(books.getByRole('row', { name: /^Sales/ })).toBeVisible()
  // The school of the demo has no GSTIN.
  await expect(page.getByText(/^This school has no GSTIN/)).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), books.getByRole('button', { name: 'CSV of Sales' }).click()])
  expect(file.suggestedFilename()).toMatch(/^sales-\d{4}-\d{2}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeffDate,Invoice,Student,.+\r\n\d{4}-/)
})

test('a month that can not be read offers another try', async ({ page }) => {
  await enterAs(page, 'finance')
  await page.route('**/api/staff/books/?*', (route) => route.fulfill({ status: 503, json: { error_message: 'Busy.' } }))
  await page.goto('/console/month')
  const books = page.getByRole('region', { name: 'Books' })
  await expect(books.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unroute('**/api/staff/books/?*')
  await books.getByRole('button', { name: 'Retry' }).click()
  await expect(books.getByRole('row', { name: /^Sales/ })).toBeVisible()
})
