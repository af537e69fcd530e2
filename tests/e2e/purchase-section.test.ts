import type { Page } from '@playwright/test'
import { buyBatch } from './buy-batch.ts'
import { expect, test } from './shop.ts'
import { colourViolationsOf, violationsOf } from './violations-of.ts'

/** Runs axe at both widths, for the second theme on the colours only. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await violationsOf(page), `${width} px, light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await colourViolationsOf(page), `${width} px, dark`).toEqual([])
  }
}

test('a student requests a transfer, withdraws it, and requests a refund', async ({ page, shop }) => {
  const { courseId } = await buyBatch(page.request, await shop.signUp())
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open(`/enrolled-courses/${courseId}`)
  const section = page.getByRole('region', { name: 'Payment and receipt' })
  await expect(section).toContainText('₹41,500')
  await section.getByRole('button', { name: 'Move to another batch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another batch' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Please choose a batch.')).toBeVisible()
  await expect(dialog.getByText('Please say why.')).toBeVisible()
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('Why do you ask?').fill('My shift has changed.')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await section.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(page.getByLabel('Why do you ask?')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('button', { name: 'Move to another batch' }).click()
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await expect(dialog.getByLabel('Why do you ask?')).toHaveValue('My shift has changed.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toBeHidden()
  await expect(section).toContainText('we are looking at it')
  await expect(section).toContainText('My shift has changed.')
  await expectNoViolations(page)
  await section.getByRole('button', { name: 'Withdraw request' }).click()
  await section.getByRole('button', { name: 'Move to another batch' }).click()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByLabel('Why do you ask?')).toHaveValue('')
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: 'Ask for a refund' }).click()
  await page.getByLabel('Why do you ask?').fill('I move abroad.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(section).toContainText('Refund request')
})
