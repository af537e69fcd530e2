import { join } from 'node:path'
import { enterAs } from './console-staff.ts'
import { expect, test } from './shop.ts'

test('staff add a hello, which visitors play by the portrait', async ({ page, shop }) => {
  await enterAs(page, 'content')
  await page.goto('/console/instructors/2')
  await page.getByRole('button', { name: 'Add a hello' }).click()
  await page.getByLabel('What is said').fill('Hello, I am Rohan. I look at your page on a phone first.')
  await page.getByRole('button', { name: 'Save hello' }).click()
  await expect(page.getByText('Please choose a video.')).toBeVisible()
  await page.getByLabel('Video', { exact: true }).setInputFiles(join(import.meta.dirname, '../school/hello.mp4'))
  await page.getByRole('button', { name: 'Save hello' }).click()
  await expect(page.getByRole('button', { name: 'Change hello' })).toBeVisible()

  // The console's own preview still loads its captions.
  await page.goto('about:blank')
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/hello/')) fetched.push(request.url())
  })
  const card = page.getByRole('region', { name: /Your instructor/ })
  const play = card.getByRole('button', { name: 'Play the hello of Rohan Deshmukh, 0:04' })
  await expect.poll(async () => (await page.request.get('/courses/1')).text()).toContain('Play the hello of Rohan Deshmukh')
  await shop.open('/courses/1')
  expect(fetched, 'nothing is loaded before a press').toEqual([])
  await expect(card.getByRole('link', { name: 'Own site' })).toHaveAttribute('href', 'https://rohan-deshmukh.example/')
  await play.click()
  const film = card.locator('video')
  await expect(film).toBeFocused()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  expect(await film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)).toBe('showing')

  await page.goto('/console/instructors/2')
  await page.getByRole('button', { name: 'Remove hello' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove hello' }).click()
  await expect(page.getByRole('button', { name: 'Add a hello' })).toBeVisible()
})
