import type { Locator } from '@playwright/test'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 360, height: 780 } })

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not shown.')
  return box
}

test('the tabs of a course follow its buttons in one line', async ({ page, shop }) => {
  await shop.open('/courses/1')
  const share = await boxOf(page.getByRole('button', { name: 'Share this course' }))
  const tabs = await boxOf(page.getByRole('tablist'))
  expect(tabs.y - (share.y + share.height)).toBeLessThanOrEqual(32)
  const tops = await page.getByRole('tab').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})

test('the selected tab of an address scrolls into view', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await shop.open('/courses/1?tab=faqs')
  const list = page.getByRole('tablist')
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'FAQs' }).press('ArrowRight')
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBe(0)
})

test('the outline opens its first module and offers free classes', async ({ page, shop }) => {
  await shop.open('/courses/1?tab=curriculum')
  const outline = page.getByRole('tabpanel', { name: 'Curriculum' })
  const modules = outline.getByRole('button', { name: /Week/ })
  await expect(modules.nth(0)).toHaveAttribute('aria-expanded', 'true')
  await expect(modules.nth(1)).toHaveAttribute('aria-expanded', 'false')
  const free = outline.getByRole('region', { name: 'Free classes' })
  await expect(free.getByRole('link', { name: /^Day 1: .+ Watch the recording, free$/ })).toHaveAttribute(
    'href',
    '/videos/103?day=1',
  )
  await expect(free.getByRole('link', { name: /Sit in on this live class, free/ })).toHaveAttribute('href', /^\/trial\/\d+$/)
  await modules.nth(0).click()
  await expect(modules.nth(0)).toHaveAttribute('aria-expanded', 'false')
})

test('rows of new batches are 120 px high at most', async ({ page, shop }) => {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 780 })
    await shop.open('/newbatches')
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    const heights = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(9)
    expect(Math.max(...heights), `at ${width} px`).toBeLessThanOrEqual(120)
  }
})

test('a finger finds 44 px of the buttons of a batch', async ({ page, shop }) => {
  await shop.open('/newbatches')
  const row = page.getByRole('row').filter({ hasText: 'Enrolment open' }).first()
  for (const name of [/^Enroll in/, /^Compare/]) {
    const link = row.getByRole('link', { name })
    await link.scrollIntoViewIfNeeded()
    const found = await link.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const middle = top + height / 2
      return [-21, 0, 21].map((offset) => element.contains(document.elementFromPoint(left + width / 2, middle + offset)))
    })
    expect(found).toEqual([true, true, true])
  }
})

test('the filters of a phone are chosen in a sheet', async ({ page, shop }) => {
  await shop.open('/newbatches')
  const open = page.getByRole('button', { name: 'Filters' })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  // The second press comes while the list of the first one is on its way.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/newbatches.data?time=evening*', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await sheet.getByRole('link', { name: 'Evening' }).click()
  await expect(sheet.getByRole('link', { name: 'Evening' })).toHaveAttribute('aria-current', 'true')
  await sheet.getByRole('link', { name: 'Weekdays' }).click()
  letGo()
  await page.waitForURL('**/newbatches?days=weekday&time=evening')
  await expect(sheet.getByRole('link', { name: 'Weekdays' })).toHaveAttribute('aria-current', 'true')
  const read = await page.request.get('/api/batch-page/?days=weekday&time=evening')
  const { total } = (await read.json()) as { total: number }
  await sheet.getByRole('button', { name: `Show ${total} batches` }).click()
  await expect(sheet).toBeHidden()
  await expect(open).toBeFocused()
  await page.getByRole('link', { name: 'Remove the filter Weekdays' }).click()
  await page.waitForURL('**/newbatches?time=evening')
})

test('the filter sheet opens and filters without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/newbatches')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('link', { name: 'Weekends' }).click()
  await page.waitForURL('**/newbatches?days=weekend')
  await expect(page.getByRole('link', { name: 'Remove the filter Weekends' })).toBeVisible()
  await context.close()
})

test('four answers lead to three batches that fit', async ({ page, shop }) => {
  await shop.open('/newbatches')
  await page.getByRole('link', { name: 'Help me choose' }).click()
  for (const [question, answer] of [
    ['Which days suit you?', 'Weekdays'],
    ['Which time of day suits you?', 'Evening'],
    ['Which level do you look for?', 'It does not matter'],
    ['What may the course cost?', 'It does not matter'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeFocused()
    await page.getByRole('link', { name: answer }).click()
  }
  await page.waitForURL('**/newbatches?days=weekday&time=evening&find=three')
  const found = page.getByRole('table', { name: 'Batches that fit' })
  await expect(found.getByRole('link', { name: /^Enroll in/ })).toHaveCount(3)
  await page.getByRole('link', { name: 'Compare them side by side' }).click()
  await expect(page.getByRole('region', { name: 'Compare 3 batches' }).getByRole('listitem')).toHaveCount(3)
})

test('answers that nothing fits lead to close batches', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/newbatches?days=weekend&time=morning&level=advanced&find=fee')
  await page.getByRole('link', { name: 'Up to ₹30,000' }).click()
  await expect(page.getByText('No batch fits all your answers.')).toBeVisible()
  const close = page.getByRole('table', { name: 'Batches that come close' })
  await expect(close.getByRole('link', { name: /^Enroll in/ })).toHaveCount(3)
  await context.close()
})
