import type { Page } from '@playwright/test'
import { expect, type Shop, test } from './shop.ts'

const partOf = (page: Page) => page.getByRole('region', { name: 'A class in a minute' })

/** Opens the home page at the clip, and notes each video that it fetches. */
async function openAtClip(shop: Shop): Promise<string[]> {
  const { page } = shop
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/free-videos|\/media\/recordings\//.test(request.url())) fetched.push(request.url())
  })
  await shop.open('/home')
  await partOf(page).getByRole('button', { name: 'Play the clip' }).scrollIntoViewIfNeeded()
  return fetched
}

test('a clip in view plays without sound and can be paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/home')
  const part = partOf(page)
  await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const height = (await part.boundingBox())?.height
  const film = part.locator('video')
  const stateOf = () =>
    film.evaluate((video: HTMLVideoElement) => ({ at: video.currentTime, muted: video.muted, paused: video.paused }))
  await expect.poll(async () => (await stateOf()).at).toBeGreaterThan(14)
  expect(await stateOf()).toMatchObject({ muted: true, paused: false })
  // Beside the list of all words, the one that is said stands on the picture.
  await expect(part.getByText('The host is a name', { exact: false })).toHaveCount(3)
  await part.getByRole('button', { name: 'Turn on sound' }).click()
  expect((await stateOf()).muted).toBe(false)
  await part.getByRole('button', { name: 'Pause the clip' }).click()
  expect((await stateOf()).paused).toBe(true)
  expect((await part.boundingBox())?.height, 'nothing moves').toBe(height)

  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 44.5
    return video.play()
  })
  await expect(part.getByRole('link', { name: 'Watch the whole of it, free' })).toHaveAttribute('href', '/videos/103?day=1')
  expect((await stateOf()).paused).toBe(true)
  await part.getByRole('button', { name: 'Repeat the clip' }).click()
  await expect.poll(async () => (await stateOf()).at).toBeLessThan(20)
})

test('a clip waits for a press to save motion or data', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const still = await openAtClip(shop)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  const saving = await openAtClip(shop)
  expect([still, saving]).toEqual([[], []])
  await partOf(page).getByRole('button', { name: 'Play the clip' }).click()
  await expect
    .poll(() =>
      partOf(page)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.paused),
    )
    .toBe(false)
  await expect(partOf(page).getByRole('button', { name: 'Pause the clip' })).toBeFocused()
})
