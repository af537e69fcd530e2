import { expect, newVisitor, test } from './shop.ts'
import { violationsOf } from './violations-of.ts'

test('a student requests a transfer, withdraws it, and requests a refund', async ({ page, shop }) => {
  await shop.register(newVisitor())
  await page.waitForURL('**/home')
  await shop.chooseBatch()
  await shop.payByCard()
  await expect(page.getByText(/^pay_\w+$/)).toBeVisible()
  await shop.open('/courses')
  const card = page.getByRole('article').filter({ hasText: 'Cloud Architecture' })
  const path = new URL((await card.getByRole('link').getAttribute('href')) ?? '', 'http://x').pathname.replace(
    'courses',
    'enrolled-courses',
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open(path)
  const section = page.getByRole('region', { name: 'Payment and receipt' })
  await expect(section).toContainText('₹41,500')
  await section.getByRole('button', { name: 'Move to another batch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another batch' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Please choose a batch.')).toBeVisible()
  await expect(dialog.getByText('Please say why.')).toBeVisible()
  await dialog.getByRole('radio').first().check()
  await dialog.getByLabel('Why do you ask?').fill('My shift has changed.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page)).toEqual([])
    }
  }
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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page)).toEqual([])
    }
  }
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
