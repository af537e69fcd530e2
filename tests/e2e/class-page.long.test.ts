import type { Page } from '@playwright/test'
import { asStaff, enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

/** The row of a class in the timeline. */
const row = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Classes' }).getByRole('listitem').filter({ hasText: text })
const film = (page: Page) => page.locator('video')
const isReady = (page: Page) =>
  expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)

test('a recording plays on its class page and leads on', async ({ page, shop }) => {
  test.slow()
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 2 ·').getByRole('link').first().press('Enter')
  await page.waitForURL('**/enrolled-courses/1/classes/*')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1, name: /^Reading requests and responses/ })).toBeVisible()
  await expect(page).toHaveTitle(/^Reading requests and responses/)
  await isReady(page)
  await expectNoViolations(page)
  await film(page).evaluate(async (video: HTMLVideoElement) => {
    await video.play()
    video.currentTime = video.duration - 0.5
  })
  await article.getByRole('link', { name: 'Next recording: Class 3' }).click()
  await expect(article.getByText(/^Class 3 of \d+$/)).toBeVisible()
  await isReady(page)
  await expect(film(page)).toHaveCount(1)

  await page
    .getByRole('navigation', { name: 'Other classes' })
    .getByRole('link', { name: /^Previous: Class 2/ })
    .click()
  await expect(article.getByText(/^Class 2 of \d+$/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Classes' }).click()
  await expect(row(page, 'Class 2 ·').getByText('Watched')).toHaveCount(2)
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
})

test('the player works on a class reached from another page', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await page.route('**/api/videos/103/', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away', detail: 'Away', code: 'unavailable' } }),
  )
  // The policy of the overview allows no player.
  await shop.open('/enrolled-courses/1')
  await page.getByRole('navigation', { name: 'Room' }).getByRole('link', { name: 'Classes' }).click()
  await row(page, 'Class 2 ·').getByRole('link').first().click()
  await expect(page.getByText('The recording could not be loaded.')).toBeVisible()
  await page.unroute('**/api/videos/103/')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await isReady(page)
})

test('a phone keeps the player in view, from edge to edge', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 3 ·').getByRole('link').first().click()
  const player = page.locator('media-controller')
  await expect.poll(async () => (await player.boundingBox())?.width).toBe(360)
  // Also beside the transcript, which is the last part of the page.
  await page.getByRole('region', { name: 'Transcript' }).getByRole('listitem').first().scrollIntoViewIfNeeded()
  await expect.poll(async () => (await player.boundingBox())?.y).toBeLessThan(60)
  await expect(player).toBeInViewport({ ratio: 1 })
})

test('the transcript follows, is searched and plays from a part', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 3 ·').getByRole('link').first().click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const parts = transcript.getByRole('listitem')
  await expect(parts.first()).toBeVisible()
  const count = await parts.count()
  expect(count).toBeGreaterThan(1)
  await parts.last().getByRole('button').click()
  await expect(parts.last()).toHaveAttribute('aria-current', 'true')
  const time = await film(page).evaluate((video: HTMLVideoElement) => video.currentTime)
  expect(time).toBeGreaterThan(15)
  await film(page).evaluate((video: HTMLVideoElement) => video.pause())
  await expectNoViolations(page)

  const words = (await parts.first().locator('span').last().innerText()).split(' ').slice(0, 3).join(' ')
  const search = transcript.getByRole('searchbox', { name: 'Search in the transcript' })
  await search.fill(words.toUpperCase())
  await expect(transcript.getByRole('status')).toHaveText(/^\d+ places?$/)
  await expect(transcript.locator('mark').first()).toHaveText(words)
  await search.fill('quantum gravity')
  await expect(transcript.getByRole('status')).toHaveText('Nothing found.')
  await search.fill('')
  await expect(parts).toHaveCount(count)
})

test('captions, speed and width are kept for the next recording', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 2 ·').getByRole('link').first().click()
  await isReady(page)
  await page.getByRole('button', { name: 'Captions', exact: true }).click()
  for (const choice of ['Large', 'Top']) {
    await page.locator('label', { hasText: choice }).click()
    await expect(page.getByRole('radio', { name: choice })).toBeChecked()
  }
  const looks = () =>
    film(page).evaluate((video: HTMLVideoElement) => [
      video.parentElement?.dataset['captions'],
      video.parentElement?.dataset['captionPlace'],
      video.playbackRate,
    ])
  await page.getByRole('button', { name: 'play', exact: true }).click()
  await page.locator('media-playback-rate-button').click()
  await expect.poll(looks).toEqual(['large', 'top', 1.25])
  const width = async () => (await film(page).boundingBox())?.width ?? 0
  const before = await width()
  await page.getByRole('button', { name: 'Wide player' }).click()
  await expect.poll(width).toBeGreaterThan(before + 200)
  await page
    .getByRole('navigation', { name: 'Other classes' })
    .getByRole('link', { name: /^Next: Class 3/ })
    .click()
  await expect(page.getByText(/^Class 3 of \d+$/)).toBeVisible()
  await isReady(page)
  await expect.poll(looks).toEqual(['large', 'top', 1.25])
  await page.reload()
  await isReady(page)
  await expect.poll(looks).toEqual(['large', 'top', 1.25])
  await expect.poll(width).toBeGreaterThan(before + 200)
})

test('captions change in the picture and nothing shifts', async ({ page, shop }) => {
  test.slow()
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await page.setViewportSize({ width: 360, height: 640 })
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 2 ·').getByRole('link').first().click()
  await isReady(page)
  // A press would excuse what shifts within half a second.
  await film(page).evaluate((video: HTMLVideoElement) => video.play())
  const caption = page.locator('[data-caption]')
  const cues = await film(page).evaluate((video: HTMLVideoElement) =>
    [...(video.textTracks[0]?.cues ?? [])].map((cue) => [cue.startTime, (cue as VTTCue).text] as const),
  )
  expect(cues.length).toBeGreaterThan(3)
  for (const [at, text] of cues.slice(0, 4)) {
    await film(page).evaluate((video: HTMLVideoElement, time) => {
      video.currentTime = time
    }, at + 0.1)
    await expect(caption).toHaveText(text)
  }
  const shifted = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          done(entries.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(0), 500)
      }),
  )
  expect(shifted).toBeLessThan(0.005)
  await page.locator('media-controller').focus()
  await page.keyboard.press('c')
  await expect(caption).toHaveCount(0)
})

test('a note keeps its second, is changed and deleted', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 2 ·').getByRole('link').first().click()
  await isReady(page)
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 21
  })
  const notes = page.getByRole('region', { name: 'Your notes' })
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('Please write your note.')).toBeVisible()
  await notes.getByLabel('Add a note').fill('Headers come first.\nAsk why.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  const note = notes.getByRole('listitem')
  await expect(note).toContainText('Headers come first.')
  await expect(notes.getByLabel('Add a note')).toHaveValue('')
  await expectNoViolations(page)

  await page.reload()
  await isReady(page)
  await note.getByRole('button', { name: 'Play from 0:21' }).click()
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(21)
  await film(page).evaluate((video: HTMLVideoElement) => video.pause())
  await note.getByRole('button', { name: 'Edit' }).click()
  await note.getByLabel('Change the note').fill('Headers come last.')
  await page.route('**/api/class-notes/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away for a moment.', detail: 'Away', code: 'unavailable' } }),
  )
  await note.getByRole('button', { name: 'Save note' }).click()
  await expect(note.getByText('Away for a moment.')).toBeVisible()
  await expect(note.getByLabel('Change the note')).toHaveValue('Headers come last.')
  await page.unroute('**/api/class-notes/**')
  await note.getByRole('button', { name: 'Save note' }).click()
  await expect(note).toContainText('Headers come last.')
  await note.getByRole('button', { name: 'Delete' }).click()
  await note.getByRole('button', { name: 'Keep it' }).click()
  await note.getByRole('button', { name: 'Delete' }).click()
  await note.getByRole('button', { name: 'Delete this note' }).click()
  await expect(note).toHaveCount(0)
})

test('a recording is downloaded where the school allows it', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await enrol(visitor.email, 103)
  await shop.open('/enrolled-courses/1/classes')
  await row(page, 'Class 2 ·').getByRole('link').first().click()
  await isReady(page)
  const link = page.getByRole('link', { name: 'Download' })
  await expect(link).toBeHidden()
  await asStaff(`update site_settings set settings = settings || '{"recording_downloads": true}'`)
  await page.reload()
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Class 2 - .+\.mp4$/)
  expect(await download.failure()).toBeNull()
  await asStaff(`update site_settings set settings = settings - 'recording_downloads'`)
})
