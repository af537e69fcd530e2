import type { Locator } from '@playwright/test'
import { expect, test } from './shop.ts'

test.use({ colorScheme: 'dark', reducedMotion: 'reduce' })

const border = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderTopWidth)

test('selected items stay recognisable in forced colours', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/courses/1?tab=batches')
  const tab = (name: string) => page.getByRole('tab', { name })
  expect([await border(tab('Batches')), await border(tab('About'))]).toEqual(['3px', '0px'])
  await shop.open('/newbatches?category=cloud')
  const categories = page.getByRole('navigation', { name: 'Course categories' })
  const link = (name: string) => categories.getByRole('link', { name, exact: true })
  expect([await border(link('Cloud')), await border(link('DevOps'))]).toEqual(['3px', '1px'])
})

test('buttons and dialogs have a border in forced colours', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/courses/1')
  const enroll = page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first()
  expect(await border(enroll)).toBe('1px')
  await enroll.click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  expect(await border(picker)).toBe('1px')
  expect(await border(picker.getByRole('button', { name: 'Enroll' }))).toBe('1px')
})
