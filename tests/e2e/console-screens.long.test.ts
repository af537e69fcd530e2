import { sections } from '#console/navigation.ts'
import { enterAs, expectAccessible, nextFrame, smallTargets, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

for (const { path, title, create } of sections.flatMap(({ destinations }) => destinations)) {
  test(`axe passes on each screen of ${title}`, async ({ page }) => {
    test.slow()
    await watchPolicy(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, 'owner')
    const settled = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true], [aria-label=Loading]')).toHaveCount(0)
      expect(await smallTargets(page), 'targets under 24 px').toEqual([])
    }

    await test.step('its first page', async () => {
      await page.goto(`/console${path}`)
      await settled()
      await expectAccessible(page)
    })

    const first = page.locator('a[data-row="0"]')
    if ((await first.count()) > 0) {
      await test.step('a record and its editor', async () => {
        await first.click()
        await expect(page).toHaveURL(/\/\d+(?:\?|$)/)
        await settled()
        await expectAccessible(page)
        const edit = page.getByRole('link', { name: 'Edit', exact: true })
        if ((await edit.count()) === 0) return
        await edit.click()
        await expect(page).toHaveURL(/\/edit$/)
        await settled()
        await expectAccessible(page)
      })
    }

    if (create) {
      await test.step('a new record with its errors', async () => {
        await page.goto(`/console${path}/new`)
        await settled()
        await page.locator('form button[type=submit]').last().click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
        await expectAccessible(page)
      })
    }
  })
}

test('a batch of many weeks scrolls inside its page', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 850 })
  await enterAs(page, 'owner')
  await page.goto('/console/batches/103')
  await expect(page.getByRole('button', { name: /Class 40/ }).first()).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

/** Classes of the batch that the demo's instructor teaches: one that is over and one that comes. */
async function classesOfInstructor(): Promise<{ over: number; ahead: number }> {
  const [found] = await asStaff<{ over: number; ahead: number }>(
    `select (array_agg(id order by starts_at desc) filter (where ends_at < app_now()))[1] as over,
       (array_agg(id order by starts_at) filter (where starts_at > app_now() + interval '1 hour'))[1] as ahead
     from class_sessions where batch_id = 103`,
  )
  return found ?? { over: 0, ahead: 0 }
}

for (const [name, pathOf] of [
  ['today', () => '/today'],
  ['the batches', () => '/own-batches'],
  ['a batch', () => '/own-batches/103'],
  ['a class of a batch', ({ ahead }) => `/own-batches/103?class=${ahead}`],
  ['the students of a batch', () => '/own-batches/103?view=students'],
  ['the grid of attendance', () => '/attendance/103'],
  ['the attendance of a class', ({ over }) => `/attendance/103?class=${over}`],
  ['the way into a class', ({ ahead }) => `/join/${ahead}`],
  ['the work to review', () => '/submissions?batch=103&sort=submitted_at'],
  ['a message to the batch', () => '/messages/new?batch=103'],
] as [string, (classes: { over: number; ahead: number }) => string][]) {
  test(`axe passes for an instructor, also at 320 px: ${name}`, async ({ page }) => {
    test.slow()
    await watchPolicy(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, 'instructor')
    await page.goto(`/console${pathOf(await classesOfInstructor())}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true], [aria-label=Loading]')).toHaveCount(0)
    expect(await smallTargets(page), 'targets under 24 px').toEqual([])
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await nextFrame(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const cut = await page.locator('main button:visible, main a:visible').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, right } = one.getBoundingClientRect()
        const isInScroller = one.closest('table, [role=grid]') !== null
        return !isInScroller && right > left && (left < 0 || right > innerWidth) ? [one.textContent] : []
      }),
    )
    expect(cut, 'controls beyond the window').toEqual([])
  })
}
