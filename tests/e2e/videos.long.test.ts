import type { Page } from '@playwright/test'
import { addCourse, enrol } from './reach-school.ts'
import { expect, type Shop, test, type Visitor } from './shop.ts'

async function student(shop: Shop, ...batches: number[]): Promise<Visitor> {
  const visitor = await shop.signUp()
  for (const batch of batches) await enrol(visitor.email, batch)
  return visitor
}

const film = (page: Page) => page.locator('video')
const timeOf = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

test('a recording resumes at its position after a reload', async ({ page, shop }) => {
  await student(shop, 118)
  await shop.open('/videos/118?day=2')
  await page.getByRole('button', { name: 'play', exact: true }).first().click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2)
  // Positions are saved during playback too; the pause saves the last one.
  const savedPositions: unknown[] = []
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/position/')) {
      savedPositions.push((response.request().postDataJSON() as { position_seconds: unknown }).position_seconds)
    }
  })
  await page.keyboard.press('k')
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const left = await timeOf(page)
  await expect.poll(() => savedPositions.at(-1)).toBe(Math.floor(left))
  const place = `0:${String(Math.floor(left)).padStart(2, '0')}`
  await expect(page.getByRole('navigation', { name: 'Recordings by day' })).toContainText(`Left at ${place}`)

  await page.reload()
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(Math.floor(left))
  expect(await timeOf(page)).toBeLessThan(left + 0.1)
  await page.getByRole('link', { name: 'Back to your course' }).click()
  await page.getByRole('navigation', { name: 'Room' }).getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByText(`Resume at ${place}`).filter({ visible: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['accessToken', 'refreshToken', 'user'])
})

test('leaving the page saves the position', async ({ page, shop }) => {
  await student(shop, 118)
  await shop.open('/videos/118?day=3')
  await page.getByRole('button', { name: 'play', exact: true }).first().click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(1.2)
  await page.goto('/enrolled-courses')
  await page.goto('/videos/118?day=3')
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(1)
})

test('the player works by keyboard: play, skip, speed, captions', async ({ page, shop }) => {
  await student(shop, 103)
  await shop.open('/videos/103?day=3')
  await page.getByRole('button', { name: 'play', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('media-control-bar').getByRole('button', { name: 'pause' })).toBeFocused()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const before = await timeOf(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 8)
  await page.locator('media-playback-rate-button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.25)
  const showing = () => film(page).evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)
  await expect.poll(showing).toBe('showing')
  await page.keyboard.press('c')
  await expect.poll(showing).not.toBe('showing')
  await expect(page.locator('media-pip-button')).toBeAttached()
})

/** The files of scripts with such a name that the page has loaded. */
const scriptsOf = (page: Page, name: RegExp) =>
  page.evaluate(
    (pattern) => performance.getEntriesByType('resource').filter((one) => new RegExp(pattern).test(one.name)).length,
    `/assets/${name.source}.*\\.js$`,
  )

test('the controls of the player come when somebody plays', async ({ page, shop }) => {
  await student(shop, 103)
  await page.goto('/videos/103?day=3')
  const play = page.getByRole('button', { name: 'play', exact: true })
  await expect(play).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await scriptsOf(page, /(?:player-(?:controls|menu|words)|media|hls)/)).toBe(0)
  await expect(page.locator('media-control-bar')).toHaveCount(0)
  const before = await film(page).boundingBox()
  await play.click()
  await expect(page.locator('media-control-bar').getByRole('button', { name: 'pause' })).toBeVisible()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2)
  expect(await scriptsOf(page, /player-controls/)).toBeGreaterThan(0)
  expect(await film(page).boundingBox()).toEqual(before)
  await expect(page.getByRole('button', { name: 'play', exact: true })).toHaveCount(0)
})

test('a recording pauses and plays before its controls arrive', async ({ page, shop }) => {
  await student(shop, 103)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/player-controls-*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await shop.open('/videos/103?day=3')
  const isPaused = () => film(page).evaluate((video: HTMLVideoElement) => video.paused)
  await page.getByRole('button', { name: 'play', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'pause', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(isPaused).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(isPaused).toBe(false)
  arrived.resolve()
  await expect(page.locator('media-control-bar').getByRole('button', { name: 'pause' })).toBeFocused()
})

test('the end of a recording offers the next day', async ({ page, shop }) => {
  await student(shop, 103)
  await shop.open('/videos/103?day=1')
  await film(page).evaluate(async (video: HTMLVideoElement) => {
    await video.play()
    video.currentTime = video.duration - 0.5
  })
  await expect(page.getByText('That was day 1. Next is day 2.')).toBeAttached()
  await expect(page.getByRole('navigation', { name: 'Recordings by day' })).toContainText('Watched')
  await page.getByRole('link', { name: 'Next: Day 2' }).click()
  await page.waitForURL('**/videos/103?day=2')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/Reading requests/)
})

test('a visitor watches the preview and sees what the rest requires', async ({ page, shop }) => {
  const response = await page.goto('/videos/103')
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  expect(response?.headers()['cache-control']).toBe('no-store')
  await shop.hydrated()
  await expect(film(page)).toBeVisible()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  const days = page.getByRole('navigation', { name: 'Recordings by day' })
  await expect(days.getByText('For students of this batch')).toHaveCount(3)
  await days.getByRole('link', { name: /Day 2/ }).click()
  await expect(page.getByText('Day 2 is for students of this batch')).toBeVisible()
  await expect(film(page)).toHaveCount(0)
  await page.locator('main').getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/videos/103?day=2')
})

test("a student of another batch is referred to the course's batches", async ({ page, shop }) => {
  await student(shop, 118)
  await shop.open('/videos/103?day=2')
  await expect(page.getByText('Your account has no place in this batch.')).toBeVisible()
  await page.getByRole('link', { name: 'See the batches of this course' }).click()
  await page.waitForURL('**/courses/1?tab=batches')
})

test('shows missing, unknown, empty and failed states [TXT-092]', async ({ page, shop }) => {
  for (const [path, words] of [
    ['/videos', 'Batch ID is missing'],
    ['/videos/', 'Batch ID is missing'],
    ['/videos/999999', 'Batch not found'],
    ['/videos/nonsense', 'Batch not found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  }
  await shop.open('/videos/103?day=99')
  await expect(page.getByText('There is no recording of day 99.')).toBeVisible()

  // The course is unpublished: visible to its student only.
  const { batchId } = await addCourse('10 days')
  await page.goto(`/videos/${batchId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Batch not found' })).toBeVisible()
  const visitor = await student(shop, batchId)
  await page.goto(`/videos/${batchId}`)
  await expect(page.getByText('No videos available')).toBeVisible()

  await enrol(visitor.email, 103)
  await page.route('**/api/videos/103/', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }),
  )
  await page.goto('/videos/103')
  await expect(page.getByText('Failed to load videos')).toBeVisible()
  await page.unroute('**/api/videos/103/')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(film(page)).toBeVisible()
})

test('a recording that fails to load can be retried', async ({ page, shop }) => {
  await student(shop, 103)
  await page.route('**/media/recordings/**/*.mp4', (route) => route.fulfill({ status: 403, body: '' }))
  await shop.open('/videos/103?day=2')
  await expect(page.getByText('This recording could not be played.')).toBeVisible()
  await page.unroute('**/media/recordings/**/*.mp4')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
})
