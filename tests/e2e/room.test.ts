import { buyBatch } from './buy-batch.ts'
import { addCourse, asStaff, enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'

test('a paying student finds class, receipt and recordings in the room', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { course } = await buyBatch(page.request, visitor)
  await shop.open('/enrolled-courses')
  await page.locator('main').getByRole('heading', { name: course }).getByRole('link').click()
  await page.waitForURL('**/enrolled-courses/*')

  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(course))
  await expect(page.getByRole('heading', { name: /^Class 1 of \d+$/ })).toBeVisible()
  await expect(page.getByText(/Join class opens at \d+:\d\d [AP]M IST/)).toBeVisible()
  await expect(page.getByText('No recordings yet')).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Payment and receipt' })
  await expect(receipt).toContainText(/KS\/\d{4}\/\d{6}/)
  await expect(receipt).toContainText('₹41,500')

  await asStaff(`update enrolments set batch_id = 118 where user_id = (select id from users where email = $1)`, [visitor.email])
  await page.reload()
  const recordings = page.getByRole('region', { name: 'Recordings' })
  await expect(recordings.getByRole('link')).toHaveCount(3)
  await recordings.getByRole('link', { name: 'Reading a price list' }).click()
  await page.waitForURL('**/videos/118?day=2')
  await expect(page.getByRole('heading', { level: 2, name: 'Reading a price list' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to your course' }).click()
  await page.waitForURL('**/enrolled-courses/*?batch=118')
})

test("joining opens 15 minutes before class, whatever the browser's clock", async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { courseId, batchId } = await addCourse('15 minutes 90 seconds')
  await enrol(visitor.email, batchId)
  await page.clock.install({ time: new Date('2019-03-01T00:00:00Z') })
  await page.goto(`/enrolled-courses/${courseId}`)
  const join = page.getByRole('link', { name: 'Join class' })
  await expect(page.getByText(/Join class opens at/)).toBeVisible()
  await expect(page.locator('[data-countdown]')).toContainText(/^00hrs1[56]min\d\dsec$/)
  await expect(join).toBeHidden()
  const height = async () => (await page.getByRole('region', { name: 'Class 1 of' }).boundingBox())?.height
  const before = await height()
  await page.clock.fastForward('00:30')
  await expect(page.locator('[data-countdown]')).toContainText(/^00hrs1[56]min\d\dsec$/)
  expect(await height(), 'nothing moves while it counts').toBe(before)

  await page.clock.fastForward('01:01')
  await expect(join).toHaveAttribute('href', /\/join\/\d+$/)
  await expect(page.getByText('Your classroom is open', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You can join it.' })).toBeAttached()
  await page.clock.fastForward('15:00')
  await expect(page.getByText('Your class is on now', { exact: true })).toBeVisible()
  await expect(join).toBeVisible()
})

test('a running class can be joined, a past one is recorded', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { courseId, batchId } = await addCourse('-60 minutes')
  await enrol(visitor.email, batchId)
  await shop.open(`/enrolled-courses/${courseId}`)
  await expect(page.getByText('Your class is on now', { exact: true })).toBeVisible()
  await page.context().route('https://classroom.example/**', (route) => route.fulfill({ body: 'The classroom' }))
  const [classroom] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Join class' }).click()])
  await classroom.waitForURL('https://classroom.example/room')
  await classroom.close()
  await expect(page.getByRole('region', { name: 'Your batch' })).toContainText('In progress')
  await asStaff(`update batches set starts_at = starts_at - interval '31 minutes' where id = $1`, [batchId])
  await page.reload()
  await expect(page.getByText('Class 1: Recording coming')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Class 2 of/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join class' })).toBeHidden()

  await asStaff('update batches set cancelled_at = app_now() where id = $1', [batchId])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This batch is cancelled' })).toBeVisible()
  await asStaff(
    `update batches set cancelled_at = null, starts_at = app_now() - interval '30 days', ends_at = app_now() where id = $1`,
    [batchId],
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All classes completed' })).toBeVisible()
})

test('a student of two batches switches between them by URL', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 118)
  await enrol(visitor.email, 116)
  const [place] = await asStaff<{ course_id: number }>('select course_id from batches where id = 118')
  await shop.open(`/enrolled-courses/${place?.course_id}`)
  const batches = page.getByRole('navigation', { name: 'Your batches of this course' })
  await expect(batches.getByRole('link')).toHaveCount(2)
  await expect(batches.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
  await batches.getByRole('link').nth(1).click()
  await page.waitForURL('**?batch=*')
  await expect(page.getByText('No recordings yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No recordings yet')).toBeVisible()
  await page.goto(`/enrolled-courses/${place?.course_id}?batch=118`)
  await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('link')).toHaveCount(3)
})

test('the room requires login and enrolment, and can be retried', async ({ page, shop }) => {
  await page.goto('/enrolled-courses/1?batch=103')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/enrolled-courses/1?batch=103')
  expect((await page.request.get('/enrolled-courses/nonsense')).status()).toBe(404)

  const visitor = await shop.signUp()
  await shop.open('/enrolled-courses/1')
  await expect(page.getByRole('heading', { name: 'You are not enrolled in this course' })).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: 'See this course' })).toHaveAttribute('href', '/courses/1')

  await enrol(visitor.email, 103)
  const room = '**/api/enrolled-courses/1/'
  await page.route(room, (route) =>
    route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }),
  )
  await page.goto('/enrolled-courses/1')
  await expect(page.getByText('Your room could not be opened')).toBeVisible()
  await page.unroute(room)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('link')).toHaveCount(4)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' })
  test('shows Indian time and local time', async ({ page, shop }) => {
    const visitor = await shop.signUp()
    await enrol(visitor.email, 103)
    await shop.open('/enrolled-courses/1')
    const next = page.getByRole('region', { name: /^Class \d+ of \d+$/ })
    await expect(next).toContainText('9:00 PM IST')
    await expect(next).toContainText(/GMT\+[12] for you|CES?T for you/)
  })
})
