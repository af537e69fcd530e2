import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff, enrol } from './reach-school.ts'
import { expect, type Shop, test } from './shop.ts'

const lesson = readFileSync(new URL('../../server/classes/recordings/demo/full-stack-day-3.mp4', import.meta.url))
/** A video of twelve megabytes, so that it is sent in three parts: an MP4 may hold a box of free space. */
const film = (() => {
  const free = Buffer.alloc(12 * 1024 * 1024)
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return { name: 'class-1.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([lesson, free]) }
})()

// Preparing a video takes a while.
test.setTimeout(150_000)

/** A batch whose first classes are over, with a student; and the console of the office. */
async function attend(shop: Shop, page: Page) {
  const { courseId, batchId } = await addCourse('-3 days')
  const visitor = await shop.signUp()
  await enrol(visitor.email, batchId)
  const [first] = await asStaff<{ id: number }>('select id from class_sessions where batch_id = $1 order by starts_at limit 1', [
    batchId,
  ])
  await watchPolicy(page)
  await enterAs(page, 'content')
  return { courseId, batchId, visitor, session: first?.id ?? 0 }
}

async function choose(desk: Page, file: typeof film) {
  await desk.getByRole('button', { name: 'Upload the video' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await dialog.getByLabel('Video to upload').setInputFiles(file)
  await expect(dialog.getByText('class-1.mp4')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
}

test('an upload survives a lost connection and plays as HLS', async ({ page, shop, browser }) => {
  const other = await browser.newContext()
  const desk = await other.newPage()
  const { courseId, session, visitor } = await attend(shop, desk)
  let lost = 0
  await desk.route('**/api/staff/recording-uploads/*/file/', (route) => {
    if (route.request().method() !== 'PATCH' || route.request().headers()['upload-offset'] === '0' || lost > 0)
      return route.continue()
    lost += 1
    return route.abort('connectionfailed')
  })
  await desk.goto(`/console/class-recordings/${session}`)
  await choose(desk, film)
  // The list beside it has the classes of other tests too.
  await expect(desk.getByRole('list', { name: 'Videos on their way' })).toContainText('Being prepared', { timeout: 30_000 })
  expect(lost).toBe(1)
  await expect(desk.getByText('HLS playlist')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(desk)
  await shop.mail(visitor.email, /^The recording is ready/)

  // The student presses play before the browser has hls.js.
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/hls[^/]*\.js$/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  const video = page.locator('video')
  await expect(video).toHaveAttribute('poster', /poster\.jpg$/)
  await page.getByRole('button', { name: 'play', exact: true }).first().click()
  await expect(video).toHaveJSProperty('paused', false)
  pressed.resolve()
  // Other tests prepare videos meanwhile, on the same cores.
  const played = expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 30_000 })
  await played.toBeGreaterThan(1)
  expect(await video.evaluate((one: HTMLVideoElement) => one.currentSrc)).toMatch(/^blob:/)
  await other.close()
})

test('an upload of a closed page continues with its file', async ({ page, shop, consoleErrors }) => {
  const { session } = await attend(shop, page)
  await page.route('**/api/staff/recording-uploads/*/file/', (route) =>
    route.request().headers()['upload-offset'] === '0' || route.request().method() !== 'PATCH' ? route.continue() : route.abort(),
  )
  await page.goto(`/console/class-recordings/${session}`)
  await choose(page, film)
  await expect(page.getByText('Waiting for the connection…')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(page.getByRole('complementary', { name: 'Uploads' })).toContainText('Waiting to send')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto(`/console/class-recordings/${session}`)
  await page.unroute('**/api/staff/recording-uploads/*/file/')
  await expect(page.getByText('Not complete')).toBeVisible()
  await expectAccessible(page)
  // The lost parts.
  consoleErrors.length = 0
  const input = page.getByLabel(/^The file of/)
  await input.setInputFiles({ ...film, buffer: lesson })
  await expect(page.getByText('This is another file.')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await input.setInputFiles(film)
  expect((await sent).headers()['upload-offset']).toBe(String(5 * 1024 * 1024))
  await expect(page.getByText('HLS playlist')).toBeVisible({ timeout: 60_000 })
})
