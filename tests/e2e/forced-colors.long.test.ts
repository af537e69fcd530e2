import type { Locator } from '@playwright/test'
import { expect, test } from './shop.ts'
import { pretendSession } from './stand-in.ts'

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

test('the days of a class stand out in forced colours', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/courses/1')
  const days = page.locator('ol.grid-cols-7:visible > li')
  const widths = await days.evaluateAll((list) => list.map((day) => getComputedStyle(day).borderTopWidth))
  expect(widths).toHaveLength(7)
  expect(new Set(widths)).toEqual(new Set(['3px', '1px']))
})

test('the suggestion that keys reached is marked in forced colours', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/home')
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('cloud')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const reached = page.locator('[role=option][data-highlighted]')
  await expect(reached).toHaveCSS('outline-style', 'solid')
  await expect(page.getByRole('option').last()).toHaveCSS('outline-style', 'none')
})

test('switches and waiting parts are seen in forced colours', async ({ page, shop }) => {
  await pretendSession(page)
  await page.route('**/api/auth/sessions/', () => undefined)
  await page.emulateMedia({ forcedColors: 'active' })
  await shop.open('/profile')
  const mails = page.getByRole('switch').first()
  await expect(mails).toHaveCSS('appearance', 'auto')
  expect(await mails.evaluate((box) => getComputedStyle(box, '::before').display)).toBe('none')
  await expect(page.locator('main .animate-pulse').first()).toHaveCSS('border-top-width', '1px')
})
