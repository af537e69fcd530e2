import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeWorkbook } from '#tests/school/make-workbook.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.setTimeout(150_000)

test('a workbook of another school is mapped, run, and undone', async ({ page }) => {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const word = `${Date.now()}`
  const file = makeWorkbook({
    rows: [
      ['Bright Academy: programmes'],
      [],
      ['Programme', 'Charges (incl. GST)', 'Pitch', 'Internal code'],
      [`Data ${word}`, 45_000, '<p>From numbers to decisions</p>', 'D-1'],
      [`Cloud ${word}`, '₹9,999.50', 'Start here', 'C-1'],
      [`Free ${word}`, 'free', 'No price', 'F-1'],
    ],
  })
  await enterAs(page, 'owner')
  await page.goto('/console/arrivals/new')
  await page.getByLabel('From').fill('Bright Academy')
  await page
    .getByLabel('File of courses')
    .setInputFiles({ name: `${word}.xlsx`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  await expect(page.getByLabel('Programme')).toHaveValue('title')
  await expect(page.getByText('Please choose which column is “Price”.')).toBeVisible()
  await page.getByLabel('Charges').selectOption({ label: 'Price' })
  await page.getByLabel('Pitch').selectOption({ label: 'Short description' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('The price is not one of rupees')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make 2 courses' }).click()
  await page.getByRole('button', { name: 'Run it' }).click()
  await expect(page.getByRole('link', { name: `Data ${word}` })).toBeVisible()
  const courses = () =>
    asStaff<{ title: string; publication: string }>(
      `select title, publication from courses where title like '%' || $1 order by id`,
      [word],
    )
  expect(await courses()).toEqual([
    { title: `Data ${word}`, publication: 'draft' },
    { title: `Cloud ${word}`, publication: 'draft' },
  ])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo the arrival' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await courses()).toEqual([])
})

test('a folder of videos goes on after a reload', async ({ page, consoleErrors }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-'))
  const lesson = readFileSync(new URL('../../server/classes/recordings/demo/full-stack-day-3.mp4', import.meta.url))
  for (const name of ['10 Hooks.mp4', '2 State.mp4', '1_Intro.mp4', 'notes.txt']) writeFileSync(join(folder, name), lesson)
  const { batchId } = await addCourse('-10 days')
  const begun = await asStaff<{ id: number }>(
    'select id from class_sessions where batch_id = $1 and starts_at < app_now() order by starts_at',
    [batchId],
  )
  expect(begun.length).toBeGreaterThanOrEqual(3)
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'content')
  // The second video is lost on its way.
  let patches = 0
  await page.route('**/api/staff/recording-uploads/*/file/', (route) => {
    if (route.request().method() === 'PATCH') patches += 1
    return patches >= 2 ? route.abort() : route.continue()
  })
  const open = async () => {
    await page.goto(`/console/batches/${batchId}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Upload a folder of videos' }).click()
    await page.getByLabel('Folder of videos', { exact: true }).setInputFiles(folder)
    await expect(page.getByText('3 videos, 1 other file left out')).toBeVisible()
  }
  await open()
  const titles = page.getByRole('list', { name: 'Videos of the folder' }).getByRole('listitem')
  await expect(titles).toContainText(['Intro', 'State', 'Hooks'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload 3 videos' }).click()
  await expect(page.getByText('Waiting for the connection…')).toBeVisible({ timeout: 30_000 })
  page.once('dialog', (dialog) => void dialog.accept())
  await open()
  await page.unroute('**/api/staff/recording-uploads/*/file/')
  await expect(titles).toContainText(['There already', 'Goes on', 'Will be sent'])
  await page.getByRole('button', { name: 'Upload 2 videos' }).click()
  await expect(titles).toContainText(['Sent', 'Sent'], { timeout: 30_000 })
  // The lost part.
  consoleErrors.length = 0
  const titlesOf = () =>
    asStaff<{ session_id: number; title: string }>(
      `select session_id, title from recordings where session_id in (select id from class_sessions where batch_id = $1)
       union all select session_id, title from recording_uploads where session_id in (select id from class_sessions where batch_id = $1)
       order by session_id`,
      [batchId],
    )
  expect((await titlesOf()).toSorted((one, other) => one.session_id - other.session_id).map(({ title }) => title)).toEqual([
    'Intro',
    'State',
    'Hooks',
  ])
  rmSync(folder, { recursive: true })
})
