import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { test } from './enrolled-student.ts'
import { screens } from './screens.ts'
import { expect } from './shop.ts'
import { themes } from './try-screens.ts'
import { violationsOfToasts } from './violations-of.ts'

function pathsOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`
    return entry.children ? pathsOf(entry.children, path) : [path || '/']
  })
}

test('every route has a screen, and every screen a route', () => {
  const known = new Set(screens.map(({ route }) => route))
  expect([...known].toSorted()).toEqual(pathsOf(routes).toSorted())
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
})

test('axe finds no violations in toasts', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.open('/hirepage')
  await page.getByRole('button', { name: 'Send your requirements' }).click()
  const toast = shop.toast('Name is required.')
  await expect(toast).toBeVisible()
  await toast.hover()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOfToasts(page)).toEqual([])
  }
})
