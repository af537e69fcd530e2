import { buyBatch } from './buy-batch.ts'
import { startBatch } from '#tests/school/sell-course.ts'
import { addCourse, asStaff, enrol, withDatabase } from './reach-school.ts'
import type { Page } from '@playwright/test'
import { cancelClass, changeClass } from './console-staff.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'
import { expectNoViolations } from './violations-of.ts'

interface Planned {
  id: number
  starts_at: Date
}

/** The row of a class in the timeline. */
const row = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Classes' }).getByRole('listitem').filter({ hasText: text })

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
  const views = page.getByRole('navigation', { name: 'Room' })
  await views.getByRole('link', { name: 'Classes' }).click()
  await expect(
    page.getByRole('region', { name: 'Classes' }).getByText('Next', { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await views.getByRole('link', { name: 'Batch' }).click()
  const receipt = page.getByRole('region', { name: 'Payment and receipt' })
  await expect(receipt).toContainText(/KS\/\d{4}\/\d{6}/)
  await expect(receipt).toContainText('₹41,500')

  await asStaff(`update enrolments set batch_id = 118 where user_id = (select id from users where email = $1)`, [visitor.email])
  await views.getByRole('link', { name: 'Classes' }).click()
  await page.waitForURL('**/classes?batch=*')
  await page.reload()
  await page.getByRole('navigation', { name: 'Classes to show' }).getByRole('link', { name: 'Recordings' }).click()
  await page.waitForURL(/show=recordings/)
  const recordings = page.getByRole('region', { name: 'Recordings' })
  await expect(recordings.getByRole('heading', { level: 4 }).getByRole('link')).toHaveCount(3)
})

test("joining opens 15 minutes before class, whatever the browser's clock", async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { courseId, batchId } = await addCourse('15 minutes 90 seconds')
  await enrol(visitor.email, batchId)
  await page.clock.install({ time: new Date('2019-03-01T00:00:00Z') })
  await page.goto(`/enrolled-courses/${courseId}`)
  const join = page.getByRole('link', { name: 'Join class' })
  await expect(page.getByText(/Join class opens at/)).toBeVisible()
  const next = page.getByRole('region', { name: 'Class 1 of' })
  await expect(next.getByText(/^in 1[67] min$/)).toBeVisible()
  await expect(join).toBeHidden()
  const height = async () => (await next.boundingBox())?.height
  const before = await height()
  await page.clock.fastForward('00:30')
  await expect(next.getByText(/^in 1[567] min$/)).toBeVisible()
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
  await page.getByRole('link', { name: 'Join class' }).click()
  await page.waitForURL('https://classroom.example/room')
  await page.goto(`/enrolled-courses/${courseId}/batch`)
  await expect(page.getByRole('region', { name: 'Your batch' })).toContainText('In progress')
  await withDatabase((db) => startBatch(db, batchId, '-91 minutes'))
  await page.goto(`/enrolled-courses/${courseId}/classes`)
  await expect(row(page, 'Class 1 ·')).toContainText('Recording coming')
  await page.goto(`/enrolled-courses/${courseId}`)
  await expect(page.getByRole('heading', { name: /^Class 2 of/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join class' })).toBeHidden()

  await withDatabase((db) => startBatch(db, batchId, '-30 days', '0 seconds'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All classes completed' })).toBeVisible()

  // The verb ends the places within seconds, and the room with them.
  await asStaff('update batches set cancelled_at = app_now() where id = $1', [batchId])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This batch is cancelled' })).toBeVisible()
})

test('a student of two batches switches between them by URL', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 118)
  await enrol(visitor.email, 116)
  const [place] = await asStaff<{ course_id: number }>('select course_id from batches where id = 118')
  await shop.open(`/enrolled-courses/${place?.course_id}/classes`)
  const batches = page.getByRole('navigation', { name: 'Your batches of this course' })
  await expect(batches.getByRole('link')).toHaveCount(2)
  await expect(batches.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
  await batches.getByRole('link').nth(1).click()
  await page.waitForURL('**?batch=*')
  const recordings = page.getByRole('navigation', { name: 'Classes to show' }).getByRole('link', { name: /^Recordings/ })
  await expect(recordings).toHaveText('Recordings 0')
  await page.reload()
  await expect(recordings).toHaveText('Recordings 0')
  await recordings.click()
  await expect(page.getByText('No recordings yet')).toBeVisible()
  await page.goto(`/enrolled-courses/${place?.course_id}/classes?batch=118`)
  await expect(recordings).toHaveText('Recordings 3')
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
  await page.getByRole('navigation', { name: 'Room' }).getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByText('Watch', { exact: true }).filter({ visible: true })).toHaveCount(4)
})

test('former addresses of a class and of lists lead on', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  const [second] = await asStaff<{ id: number }>('select id from numbered_sessions where batch_id = 103 and number = 2')
  await shop.open(`/enrolled-courses/1?batch=103#class-${second?.id}`)
  await page.waitForURL(`**/enrolled-courses/1/classes/${second?.id}`)
  await page.goto('/enrolled-courses/1?show=recordings#classes')
  await page.waitForURL('**/enrolled-courses/1/classes?show=recordings')
  await expect(page.getByRole('heading', { level: 2, name: 'Recordings' })).toBeVisible()
  await page.goto('/enrolled-courses/1/classes/99999999')
  await expect(page.getByRole('heading', { name: 'There is no such class' })).toBeVisible()
  expect((await page.request.get('/enrolled-courses/1/classes/nonsense')).status()).toBe(404)
})

test('moved, cancelled and prepared classes say so', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { courseId, batchId } = await addCourse('6 days')
  await enrol(visitor.email, batchId)
  const classes = await asStaff<Planned>('select id, starts_at from class_sessions where batch_id = $1 order by starts_at', [
    batchId,
  ])
  const [prepared, dropped, moved] = classes as [Planned, Planned, Planned]
  await changeClass(prepared.id, {
    topic: 'Rolling back',
    module: 'Releases',
    prepare: 'Install Docker (https://docker.example/get).\nBring a question.',
    notes: 'See page 3.',
  })
  await changeClass(dropped.id, { topic: 'Not this one' })
  await cancelClass(dropped.id)
  const later = new Date(moved.starts_at.getTime() + 3_600_000).toISOString()
  await changeClass(moved.id, { starts_at: later })
  await shop.open(`/enrolled-courses/${courseId}`)
  const next = page.getByRole('region', { name: /^Class 1 of \d+$/ })
  await expect(next).toContainText('Rolling back')
  const link = next.getByRole('link', { name: 'https://docker.example/get' })
  await expect(link).toHaveAttribute('href', 'https://docker.example/get')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await next.innerText()).toContain(').\nBring a question.')
  await expect(next).toContainText('in 6 days')
  await expect(next.locator('[data-countdown]')).toHaveCount(0)
  await expect(next.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Room' }).getByRole('link', { name: 'Classes' }).click()
  const cancelled = row(page, 'Not this one')
  await expect(cancelled).toContainText('Cancelled')
  await expect(cancelled).not.toContainText(/Class \d/)
  await expect(cancelled.getByRole('link')).toHaveCount(0)
  await expect(row(page, 'Moved from')).toContainText('Class 2')
  await row(page, 'Rolling back').getByRole('link', { name: 'Rolling back' }).click()
  const first = page.getByRole('article')
  await expect(first).toContainText('See page 3.')
  await expect(first).toContainText('in 6 days')
  await first.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(first.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
  await expectNoViolations(page)
  await page.goto(`/enrolled-courses/${courseId}/classes/${dropped.id}`)
  await expect(first).toContainText('This class is cancelled')
})

test('the room has attendance and what a missed class asks for', async ({ page, shop, consoleErrors }) => {
  const visitor = await shop.signUp()
  // The recording of a class is late from the morning after it, so the one that was missed ended half an hour ago.
  const { courseId, batchId } = await addCourse('-2 days -2 hours')
  await enrol(visitor.email, batchId)
  await asStaff(`update enrolments set created_at = app_now() - interval '9 days' where batch_id = $1`, [batchId])
  await asStaff(
    `update class_sessions set starts_at = app_now() - interval '10 minutes', ends_at = app_now() + interval '80 minutes'
     where id = (select id from numbered_sessions where batch_id = $1 and number = 4)`,
    [batchId],
  )
  await asStaff(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select s.id, u.id, 'press', s.starts_at + late, s.starts_at + late from numbered_sessions s
     join (values (1, interval '1 minute'), (2, interval '25 minutes')) t (number, late) on t.number = s.number
     join users u on u.email = $2 where s.batch_id = $1`,
    [batchId, visitor.email],
  )
  await shop.open(`/enrolled-courses/${courseId}`)
  await expect(page.getByRole('link', { name: /^Attendance/ })).toContainText('66%')
  const views = page.getByRole('navigation', { name: 'Room' })
  await views.getByRole('link', { name: 'Classes' }).click()
  await expect(row(page, 'Class 1 ·')).toContainText('You were there')
  await expect(row(page, 'Class 1 ·').getByText('The recording is late; we have been told.')).toHaveCount(2)
  await expect(row(page, 'Class 2 ·')).toContainText(/You came late, at \d+:\d\d [AP]M IST/)
  await expect(row(page, 'Class 3 ·')).toContainText('You missed this class. Its recording is coming.')
  // Nothing is said of a class that runs.
  await expect(row(page, 'Class 4 ·')).not.toContainText(/You (?:were|missed|came)/)
  await expectNoViolations(page)
  await views.getByRole('link', { name: 'Batch' }).click()
  const card = page.getByRole('region', { name: 'Your attendance' })
  await expect(card).toContainText('66%')
  await expect(card).toContainText('2 of 3 classes')

  const own = `**/api/attendance/${batchId}/`
  await page.route(own, (route) => route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }))
  await page.reload()
  await expect(card).toContainText('Your attendance could not be read.')
  await page.unroute(own)
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(card).toContainText('66%')
  forgive(consoleErrors, /status of 503/)
})

test('Today has running classes, new recordings and unfinished payments', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { courseId, batchId } = await addCourse('-60 minutes')
  await enrol(visitor.email, batchId)
  await enrol(visitor.email, 103)
  const [running] = await asStaff<{ id: number }>('select id from numbered_sessions where batch_id = $1 and number = 1', [
    batchId,
  ])
  await changeClass(running?.id ?? 0, { topic: 'Alerts' })
  const started = await page.request.post('/api/payment/start-payment/116/', {
    headers: { authorization: `Bearer ${visitor.access}` },
    data: {},
  })
  expect(started.status()).toBe(200)
  await shop.open('/enrolled-courses/')
  const now = page.getByRole('region', { name: 'On now', exact: true })
  await expect(now).toContainText('Your class is on now')
  // In the evening a class of the demo is on too.
  await expect(now.getByRole('link', { name: 'Join class of A Course for Testing' })).toHaveAttribute('href', /^\/join\/\d+$/)
  const unfinished = page.getByRole('region', { name: 'Not finished' })
  await expect(unfinished.getByRole('link', { name: 'Continue payment' })).toHaveAttribute('href', '/razarpayment/116')
  await expectNoViolations(page)
  await now.getByRole('link', { name: 'Alerts' }).first().click()
  await page.waitForURL(`**/enrolled-courses/${courseId}/classes/${running?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('link', { name: 'Join class' })).toBeVisible()
  await page.goto('/enrolled-courses/')
  await page.getByRole('region', { name: 'Newest recordings' }).getByRole('link').first().click()
  await page.waitForURL('**/enrolled-courses/1/classes/*')
  await expect(page.locator('video')).toBeVisible()

  await page.route('**/api/today/', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }),
  )
  await page.goto('/enrolled-courses/')
  await expect(page.getByText('Your day could not be loaded.')).toBeVisible()
  await expect(page.locator('main').getByRole('heading', { name: 'A Course for Testing Rooms' })).toBeVisible()
  await page.unroute('**/api/today/')
  await page.getByRole('button', { name: 'Load your day again' }).click()
  await expect(now).toBeVisible()
})

test('a phone has a bar at the bottom, which covers nothing', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/')
  const bar = page.getByRole('navigation', { name: 'Learning' })
  await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const top = (await bar.boundingBox())?.y ?? 0
  const last = page
    .locator('main')
    .getByText(/Your classroom opens here|Join classroom/)
    .last()
  // Parts that load later make the page longer.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const box = await last.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(top)
  }).toPass()

  await bar.getByRole('link', { name: 'Classes' }).click()
  await page.waitForURL('**/classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Classes' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('region', { name: 'All classes by course' }).getByRole('link').first().click()
  await page.waitForURL('**/enrolled-courses/1/classes?batch=103')
  await expect(bar.getByRole('link', { name: 'Classes' })).toHaveAttribute('aria-current', 'true')
  await bar.getByRole('link', { name: 'Recordings' }).click()
  await page.waitForURL('**/recordings')
  await expect(page.getByRole('heading', { level: 1, name: 'Recordings' })).toBeInViewport()
  await expect(bar.getByRole('link', { name: 'Recordings' })).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await bar.getByRole('link', { name: 'You' }).click()
  await page.waitForURL('**/profile')
  await expect(bar.getByRole('link', { name: 'You' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Today' }).click()
  await page.waitForURL('**/enrolled-courses/')
})

test('an enrolled student goes from the course to the room', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 101)
  await shop.open('/courses/1?tab=batches')
  const price = page.getByRole('complementary', { name: 'Price and enrolment' })
  await expect(price.getByText('You are enrolled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(0)
  await price.getByRole('button', { name: 'Other batches' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your batch' })
  await expect(dialog.locator('label').filter({ hasText: 'You are enrolled' }).getByRole('radio')).toBeDisabled()
  await page.keyboard.press('Escape')
  await price.getByRole('link', { name: 'Go to your room' }).click()
  await page.waitForURL('**/enrolled-courses/1?batch=101')
  await asStaff('update enrolments set ended_at = app_now() where user_id = (select id from users where email = $1)', [
    visitor.email,
  ])
  await page.goto('/courses/1')
  await expect(price.getByRole('button', { name: 'Enroll Now' })).toBeVisible()
})

test.describe('in zones with and without daylight saving', () => {
  for (const [timezoneId, winter, summer] of [
    ['America/New_York', '9:00 AM GMT-5 for you', '10:00 AM GMT-4 for you'],
    ['Asia/Dubai', /6:00 PM (?:GMT\+4|GST) for you/, /6:00 PM (?:GMT\+4|GST) for you/],
  ] as const) {
    test.describe(timezoneId, () => {
      test.use({ timezoneId })
      test('a class has the offset of its own day', async ({ page, shop }) => {
        const visitor = await shop.signUp()
        const { courseId, batchId } = await addCourse('6 days')
        await enrol(visitor.email, batchId)
        const [first, second] = await asStaff<{ id: number }>(
          'select id from class_sessions where batch_id = $1 order by starts_at limit 2',
          [batchId],
        )
        const year = new Date().getFullYear() + 2
        await changeClass(first?.id ?? 0, { starts_at: `${year}-02-03T14:00:00Z`, minutes: 60, topic: 'In winter' })
        await changeClass(second?.id ?? 0, { starts_at: `${year}-07-07T14:00:00Z`, minutes: 60, topic: 'In summer' })
        await shop.open(`/enrolled-courses/${courseId}/classes`)
        await expect(row(page, 'In winter')).toContainText('7:30 PM IST')
        await expect(row(page, 'In winter')).toContainText(winter)
        await expect(row(page, 'In summer')).toContainText('7:30 PM IST')
        await expect(row(page, 'In summer')).toContainText(summer)
      })
    })
  }
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
