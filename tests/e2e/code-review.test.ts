import { expect, test } from './shop.ts'

const part = { name: 'How code is reviewed here' }
const first = 'and you see the bookings of every doctor'

test('a review is stepped through on a phone, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/home')
  const review = page.getByRole('region', part)
  const height = async () => (await review.boundingBox())?.height
  const begun = await height()
  const before = review.getByRole('group', { name: 'The code as it was handed in' })
  const after = review.getByRole('group', { name: 'The mended code' })
  const marked = async () => (await review.locator('.code-line[data-lit~="1"]').textContent()) ?? ''
  await expect(review.getByText('The school has written this example.')).toBeVisible()
  await expect(review.getByText(first)).toBeHidden()

  await review.getByText('First comment').click()
  await expect(review.getByText(first)).toBeVisible()
  expect(await marked()).toContain('where doctor_id')
  const steps = review.getByRole('group', { name: 'Steps of the review' })
  await expect(steps.getByRole('radio', { name: 'Comment 1' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(steps.getByRole('radio', { name: 'Comment 1' }), 'the step before the scripts stays').toBeChecked()

  await steps.getByRole('radio', { name: 'Comment 1' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(steps.getByRole('radio', { name: 'The mended code' })).toBeChecked()
  await expect(after).toBeVisible()
  await expect(before).toBeHidden()
  await expect(review.getByText('One join brings the names along.')).toBeVisible()
  expect(await height()).toBe(begun)

  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const inBox = await after.evaluate((box) => box.scrollWidth - box.clientWidth)
  expect([sideways, inBox > 0], 'long lines scroll within their box').toEqual([0, true])
})

test('without JavaScript a review stands in its order', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/home')
  const review = page.getByRole('region', part)
  await expect(review.getByRole('radio')).toHaveCount(0)
  const parts = [
    'The start page of a clinic',
    'select * from bookings',
    first,
    'Count the queries',
    'join patients p',
    'One join brings',
  ]
  const tops: number[] = []
  for (const text of parts) tops.push((await review.getByText(text).boundingBox())?.y ?? 0)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await context.close()
})

test('the page of a course shows its own review, or none', async ({ page }) => {
  await page.goto('/courses/4')
  await expect(page.getByRole('region', { name: 'How code is reviewed in this course' })).toContainText(
    'A model that knew its test',
  )
  await page.goto('/courses/1')
  await expect(page.getByRole('heading', { name: 'How code is reviewed in this course' })).toHaveCount(0)
})
