import type { Page } from '@playwright/test'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff, enrol } from './reach-school.ts'
import { expect, type Shop, test } from './shop.ts'

const film = (page: Page) => page.locator('video')
const timeOf = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)

/** A batch whose first classes are over, with a student. */
async function attend(shop: Shop) {
  const { courseId, batchId } = await addCourse('-3 days')
  const visitor = await shop.signUp()
  await enrol(visitor.email, batchId)
  const [first] = await asStaff<{ id: number }>('select id from class_sessions where batch_id = $1 order by starts_at limit 1', [
    batchId,
  ])
  return { courseId, batchId, visitor, session: first?.id ?? 0 }
}

const addRecording = (session: number, kind: string, url: string, seconds = 60) =>
  asStaff(`insert into recordings (session_id, title, kind, video_url, duration_seconds) values ($1, 'A playlist', $2, $3, $4)`, [
    session,
    kind,
    url,
    seconds,
  ])

test('a playlist plays, seeks and continues on another device', async ({ page, shop, browser }) => {
  await watchPolicy(page)
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'hls', 'media/recordings/hls/index.m3u8')
  const parts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.m4s')) parts.push(`${response.status()} ${response.url().split('/').at(-1) ?? ''}`)
  })
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  await page.getByRole('button', { name: 'play', exact: true }).first().click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(1)
  expect(await film(page).evaluate((video: HTMLVideoElement) => video.currentSrc)).toMatch(/^blob:/)
  const saved = page.waitForResponse((response) => response.ok() && response.url().endsWith('/position/'))
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 9
  })
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
  await film(page).evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => timeOf(page)).toBeGreaterThan(9.2)
  await page.keyboard.press('k')
  await film(page).evaluate((video: HTMLVideoElement) => video.pause())
  await saved
  expect(parts).toContain('200 part-0.m4s')
  expect(parts).toContain('200 part-2.m4s')
  await expect(page.locator('media-pip-button')).toBeAttached()

  const other = await browser.newContext({ storageState: await page.context().storageState() })
  const second = await other.newPage()
  await second.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  await expect.poll(() => timeOf(second)).toBeGreaterThanOrEqual(1)
  await other.close()
})

test('a playlist waits for a press on a data saver', async ({ page, shop }) => {
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'hls', 'media/recordings/hls/index.m3u8')
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const parts: string[] = []
  page.on('request', (request) => void (request.url().endsWith('.m4s') && parts.push(request.url())))
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  const play = page.getByRole('button', { name: 'play', exact: true }).first()
  await expect(play).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(parts).toEqual([])
  await play.click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5)
  expect(parts.length).toBeGreaterThan(0)
})

test('YouTube is loaded after a press and continues where it stopped', async ({ page, shop }) => {
  await watchPolicy(page)
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 0)
  const asked: string[] = []
  await page.route('https://*.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    // Answers as the player of YouTube does.
    return route.fulfill({
      contentType: 'text/html',
      body: `<button>Pause</button><script>
        const say = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*')
        addEventListener('message', (message) => {
          if (JSON.parse(message.data).event === 'listening') say('infoDelivery', { currentTime: 42, playerState: 2 })
        })</script>`,
    })
  })
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  const press = page.getByRole('button', { name: 'Play on YouTube' })
  await expect(press).toBeVisible()
  expect(asked).toEqual([])
  const saved = page.waitForResponse((response) => response.ok() && response.url().endsWith('/position/'))
  await press.press('Enter')
  expect(await (await saved).json()).toEqual({ position_seconds: 42, completed: false })
  const frame = page.locator('iframe')
  await expect(frame).toBeFocused()
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBe('0')
  await page.reload()
  await page.getByRole('button', { name: 'Continue on YouTube' }).click()
  await expect.poll(() => new URL(asked.at(-1) ?? '').searchParams.get('start')).toBe('42')
})

test('staff add, withhold and release the recording of a class', async ({ page, shop, browser }) => {
  const { batchId, courseId, session, visitor } = await attend(shop)
  const other = await browser.newContext()
  const console = await other.newPage()
  await watchPolicy(console)
  await enterAs(console, 'content')
  await console.goto(`/console/class-recordings/${session}`)
  await console.getByRole('button', { name: 'Add a link' }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByLabel('Link').fill('https://videos.example/lesson')
  await dialog.getByLabel('Title').fill('Reading a query plan')
  await dialog.getByRole('button', { name: 'Add recording' }).click()
  await expect(dialog.getByText('This plays a video of YouTube or Vimeo')).toBeVisible()
  await dialog.getByLabel('Link').fill('https://vimeo.com/76979871')
  await expect(dialog.getByText('This is a Vimeo video.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add recording' }).click()
  await expect(console.getByText('Vimeo video', { exact: true })).toBeVisible()
  await expectAccessible(console)
  await shop.mail(visitor.email, /^The recording is ready/)
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  await expect(page.getByRole('button', { name: 'Play on Vimeo' })).toBeVisible()

  await console.getByRole('button', { name: 'Actions for Reading a query plan' }).click()
  await console.getByRole('menuitem', { name: 'Withhold' }).click()
  await dialog.getByLabel('Reason').fill('A student asked not to be seen.')
  await dialog.getByRole('button', { name: 'Withhold' }).click()
  await expect(console.getByLabel('Reason')).toHaveCount(0)
  await expect(console.getByText('A student asked not to be seen.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The recording is not available.').filter({ visible: true })).toBeVisible()
  await console.getByRole('button', { name: 'Undo' }).click()
  await expect(console.getByText('A student asked not to be seen.')).toHaveCount(0)
  await console.goto(`/console/batches/${batchId}?class=${session}`)
  const section = console.getByRole('region', { name: 'Recording' })
  await expect(section.getByText('Ready')).toBeVisible()
  await section.getByRole('button', { name: 'Actions for Reading a query plan' }).click()
  await console.getByRole('menuitem', { name: 'Delete' }).click()
  await console.getByRole('button', { name: 'Delete recording' }).click()
  await expect(section.getByRole('button', { name: 'Add a link' })).toBeVisible()
  await other.close()
})

test('an instructor pastes chapters, and a student jumps to one', async ({ page, shop, browser }) => {
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'hls', 'media/recordings/hls/index.m3u8', 12)
  const other = await browser.newContext()
  const console = await other.newPage()
  await watchPolicy(console)
  await enterAs(console, 'content')
  await console.goto(`/console/class-recordings/${session}`)
  await console.getByRole('button', { name: 'Actions for A playlist' }).click()
  await console.getByRole('menuitem', { name: 'Chapters' }).click()
  const dialog = console.getByRole('dialog', { name: 'Chapters', exact: true })
  await dialog.getByLabel('Paste a list').fill('In this class\n0:00 Welcome\n0:06 - Locks\n9:00 Who waits')
  await dialog.getByRole('button', { name: 'Read the list' }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 chapters read. 1 line without a time is left out.')
  await dialog.getByRole('button', { name: 'Save chapters' }).click()
  await expect(dialog.getByText('The recording ends at 0:12.')).toBeVisible()
  await expect(dialog.getByLabel('Start of chapter 3')).toBeFocused()
  await dialog.getByLabel('Start of chapter 3').fill('0:09')
  await expectAccessible(console)
  await asStaff(`update recordings set title = 'A list' where session_id = $1`, [session])
  await dialog.getByRole('button', { name: 'Save chapters' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/but not its chapters/)
  await dialog.getByRole('button', { name: 'Save chapters' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(console.getByText('3 chapters')).toBeVisible()
  await other.close()

  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  const chapters = page.getByRole('region', { name: 'Chapters' })
  const second = chapters.getByRole('link', { name: /Locks/ })
  await second.click()
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(6)
  await film(page).evaluate((video: HTMLVideoElement) => video.pause())
  await expect(chapters.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'true')
  const kinds = () => film(page).evaluate((video: HTMLVideoElement) => [...video.textTracks].map((track) => track.kind))
  await expect.poll(kinds).toContain('chapters')
  expect(await second.getAttribute('href')).toBe('?part=1&t=6')
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}?t=9`)
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(9)
  await expect(chapters.getByRole('listitem').nth(2)).toHaveAttribute('aria-current', 'true')
})

test('a chapter of a YouTube video begins there, and later seeks', async ({ page, shop }) => {
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 0)
  await asStaff(
    `insert into class_chapters select id, t.at, t.title from recordings, (values (0, 'Welcome'), (90, 'Locks')) as t (at, title)
     where session_id = $1`,
    [session],
  )
  const asked: string[] = []
  await page.route('https://*.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'text/html',
      body: `<output></output><script>
        addEventListener('message', ({ data }) => {
          const { func, args } = JSON.parse(data)
          if (func === 'seekTo') document.querySelector('output').textContent = args[0]
        })</script>`,
    })
  })
  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  const chapters = page.getByRole('region', { name: 'Chapters' })
  await expect(chapters.getByText('Its own timeline does not show them.')).toBeVisible()
  await chapters.getByRole('link', { name: /Locks/ }).click()
  const output = page.frameLocator('iframe').locator('output')
  await expect(output).toBeAttached()
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBe('90')
  await chapters.getByRole('link', { name: /Welcome/ }).click()
  await expect(output).toHaveText('0')
  await expect(chapters.getByRole('listitem').first()).toHaveAttribute('aria-current', 'true')
})

test('staff type captions, and a student switches them on', async ({ page, shop, browser }) => {
  const { courseId, session } = await attend(shop)
  await addRecording(session, 'hls', 'media/recordings/hls/index.m3u8')
  const other = await browser.newContext()
  const console = await other.newPage()
  await watchPolicy(console)
  await enterAs(console, 'content')
  await console.goto(`/console/class-recordings/${session}`)
  await console.getByRole('button', { name: 'Actions for A playlist' }).click()
  await console.getByRole('menuitem', { name: 'Captions' }).click()
  await console.getByLabel('File of captions').setInputFiles({
    name: 'lesson.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from('1\n00:00:00,000 --> 00:00:05,000\nGood <b>evening</b>.\n'),
  })
  await expect(console.getByLabel('Text of caption 1')).toHaveValue('Good evening.')
  await console.getByRole('button', { name: 'Add a caption' }).click()
  await expect(console.getByLabel('Text of caption 2')).toBeFocused()
  await console.getByLabel('Text of caption 2').fill('Locks, a < b.')
  await console.keyboard.press('Escape')
  await console.getByRole('button', { name: 'Keep editing' }).click()
  await console.getByLabel('End of caption 2').fill('0:04')
  await console.getByRole('button', { name: 'Save captions' }).click()
  await expect(console.getByRole('alert')).toContainText('Caption 2: The end comes after the start.')
  await console.getByLabel('End of caption 2').fill('0:09.5')
  await console.getByRole('button', { name: 'Save captions' }).click()
  await expect(console.getByText('The captions in English are saved.')).toBeVisible()
  await expect(console.getByLabel('End of caption 2')).toHaveValue('00:00:09.500')
  await expectAccessible(console)
  await console.getByLabel('Language').selectOption('hi')
  await console.getByRole('button', { name: 'Add a caption' }).click()
  await console.getByLabel('Text of caption 1').fill('नमस्ते')
  await console.getByRole('button', { name: 'Save captions' }).click()
  await expect(console.getByRole('option', { name: 'हिन्दी (has captions)' })).toBeAttached()
  await other.close()

  await page.goto(`/enrolled-courses/${courseId}/classes/${session}`)
  await page.getByRole('button', { name: 'play', exact: true }).first().click()
  const tracks = () =>
    film(page).evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].map(({ language, mode, cues }) => [
        language,
        mode,
        ...[...(cues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : '')),
      ]),
    )
  await expect.poll(tracks).toEqual([
    ['en', 'showing', 'Good evening.', 'Locks, a &lt; b.'],
    ['hi', 'disabled'],
  ])
  await page.getByRole('button', { name: 'closed captions' }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect.poll(async () => (await tracks())[1]).toEqual(['hi', 'showing', 'नमस्ते'])
})
