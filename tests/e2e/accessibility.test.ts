import { AxeBuilder } from '@axe-core/playwright'
import { expect, newVisitor, test } from './shop.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ]) {
    test(`axe finds nothing on public pages, ${colorScheme}, ${viewport.width} px`, async ({ page, shop }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      for (const path of ['/home', '/courses', '/courses/1', '/login', '/register', '/nothing-here']) {
        await (path === '/nothing-here' ? page.goto(path) : shop.open(path))
        const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
          path,
        ).toEqual([])
      }
      await shop.open('/courses/1')
      await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
      await page.getByRole('dialog').waitFor()
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
    })
  }
}

test('axe finds nothing on the pages of a student', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shop.register(newVisitor())
  await page.waitForURL('**/home')
  for (const path of ['/profile', '/enrolled-courses', '/my-payments']) {
    await shop.open(path)
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      path,
    ).toEqual([])
  }
})
