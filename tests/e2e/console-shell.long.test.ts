import type { Page } from '@playwright/test'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page }) => {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

/** Presses keys one after the other without a pause, as fast as the browser takes them. `press` waits for each. */
async function rush(page: Page, ...keys: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const events = keys.flatMap((key) => {
    const isChord = key === 'Control+k'
    const one = isChord ? 'k' : key
    const code = one === 'Escape' ? 27 : one.toUpperCase().codePointAt(0)
    const common = { key: one, windowsVirtualKeyCode: code, modifiers: isChord ? 2 : 0 }
    const text = isChord || one.length > 1 ? {} : { text: one }
    return [
      { ...common, ...text, type: one.length > 1 || isChord ? 'rawKeyDown' : 'keyDown' },
      { ...common, type: 'keyUp' },
    ] as const
  })
  await Promise.all(events.map((event) => session.send('Input.dispatchKeyEvent', event)))
  await session.detach()
}

test('letters after Ctrl K arrive in order, Escape closes at once', async ({ page }) => {
  await enterAs(page, 'content')
  await page.goto('/console/companies')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search pages, records and actions' })

  await rush(page, 'Control+k', ...'tarangini')
  await expect(search).toHaveValue('tarangini')
  await expect(page.getByRole('option', { name: /Tarangini/ })).toBeVisible()

  // The letters after Escape belong to the page again: G and I open the instructors.
  await rush(page, 'Escape', 'g', 'i')
  await expect(page).toHaveURL(/\/instructors$/)
  expect(await search.count()).toBe(0)

  await rush(page, 'Control+k', 'a', 'Escape')
  expect(await search.count()).toBe(0)

  const opener = page.getByRole('button', { name: /^Search/ }).first()
  await opener.click()
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a page of other roles names them and loads nothing', async ({ page }) => {
  await enterAs(page, 'content')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['payments', 'payments/1', 'students', 'audit', 'figures', 'students/new']) {
    await page.goto(`/console/${path}`)
    const main = page.getByRole('main')
    await expect(main.getByText(/^Your role does not include this page\. It is for owners/)).toBeVisible()
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(main.getByRole('link')).toHaveText(['Go to the first page'])
    await expect(main.locator('button, input, table')).toHaveCount(0)
    await expectAccessible(page)
  }
  expect(asked.filter((path) => /^\/api\/staff\/(?:payments|students|audit|figures)/.test(path))).toEqual([])
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  // The address of the console leads on to Today.
  await expect(page).toHaveURL(/\/console\/today$/)
})

test('a double click publishes once and says it once', async ({ page }) => {
  await enterAs(page, 'content')
  await page.goto('/console/companies?publication=published')
  const acts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/staff\/companies\//.test(request.url())) acts.push(new URL(request.url()).pathname)
  })
  await page.locator('a[data-row="1"]').click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft' }).click()
  await expect(page.getByText(/ is a draft\. Visitors do not see it\.$/)).toBeVisible()
  // Without the message of the first act.
  await page.reload()
  await panel.getByRole('button', { name: 'Publish' }).dblclick({ delay: 60 })
  await expect(page.getByText(/ is on the site\.$/)).toHaveCount(1)
  await expect(panel.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  expect(acts.map((path) => path.split('/').at(-2))).toEqual(['unpublish', 'publish'])
  // Messages are dialogs for assistive technology.
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a double click decides one review, not the next one too', async ({ page }) => {
  const { batchId, courseId } = await addCourse('-40 days')
  const name = `Reviewer ${batchId}`
  await asStaff(
    `insert into users (email, full_name, verified_at)
     select 'reviewer-' || $1::text || '-' || n || '@example.com', $2, app_now() from generate_series(1, 3) n`,
    [batchId, name],
  )
  await asStaff(
    `insert into enrolments (user_id, batch_id, created_at)
     select id, $1, app_now() - interval '45 days' from users where full_name = $2`,
    [batchId, name],
  )
  await asStaff(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select s.id, u.id, 'press', s.starts_at, s.starts_at from class_sessions s, users u where s.batch_id = $1 and u.full_name = $2`,
    [batchId, name],
  )
  await asStaff(
    `insert into reviews (user_id, course_id, rating, text, shown_as, consent_version, consented_at, created_at, changed_at)
     select id, $1, 5, 'The classes were calm.', 'none', 1, app_now(), app_now(), app_now() from users where full_name = $2`,
    [courseId, name],
  )
  await enterAs(page, 'support')
  await page.goto(`/console/reviews?state=waiting&q=${encodeURIComponent(name)}`)
  const rows = page.locator('a[data-row]')
  await expect(rows).toHaveCount(3)
  await rows.first().click()
  const publish = page.getByRole('complementary').getByRole('button', { name: /^Publish/ })
  const published: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/publish/')) published.push(request.url())
  })
  const box = await publish.boundingBox()
  if (!box) throw new Error('the panel has no button')
  const first = page.url()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  // The next review has its button at the same place before the second press.
  await expect(page).not.toHaveURL(first)
  await expect(publish).toBeEnabled()
  const next = await publish.boundingBox()
  await page.mouse.move((next?.x ?? 0) + box.width / 2, (next?.y ?? 0) + box.height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  // A press of its own acts again.
  await publish.click()
  await expect(rows).toHaveCount(1)
  expect(published).toHaveLength(2)
})
