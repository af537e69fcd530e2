import { recorded, test } from './enrolled-student.ts'
import { expect } from './shop.ts'
import { pretendSession } from './stand-in.ts'

const pages = [
  ['/enrolled-courses', 'Today'],
  ['/classes', 'Classes'],
  ['/recordings', 'Recordings'],
  ['/profile', 'Profile'],
  ['/my-payments', 'Payment History'],
  ['/enrolled-courses/1', 'Your course'],
  ['/enrolled-courses/1/classes', 'Your course'],
  ['/enrolled-courses/1/work', 'Your course'],
  ['/enrolled-courses/1/batch', 'Your course'],
  ['/enrolled-courses/1/questions', 'Your course'],
  ['/enrolled-courses/1/classes/1', 'Your class'],
  ['/work/1', 'Your work'],
  ['/questions/1', 'Question'],
  ['/join/1', 'Join your class'],
] as const

test('a page that waits shows its heading', async ({ page, shop }) => {
  test.slow()
  await pretendSession(page)
  await page.route(/\/api\/(?!auth\/profile)/, () => undefined)
  for (const [path, name] of pages) {
    await test.step(path, async () => {
      await shop.open(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('status').first()).toBeAttached()
    })
  }
})

test('the focus follows the heading of a page that waited', async ({ page, student }) => {
  await student.enter(page)
  await page.goto('/enrolled-courses')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/enrolled-courses/${recorded.courseId}/`, async (route) => {
    await released
    await route.continue()
  })
  const link = page.locator('main').getByRole('article').locator(`a[href='/enrolled-courses/${recorded.courseId}']`).first()
  const course = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your course' })).toBeFocused()
  release()
  await expect(page.getByRole('heading', { level: 1, name: course.replaceAll('\n', ' ') })).toBeFocused()
})
