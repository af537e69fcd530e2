import { join } from 'node:path'
import { test } from '#tests/e2e/enrolled-student.ts'
import { forgiveLoss, screens, show } from '#tests/e2e/screens.ts'

const folder = join(import.meta.dirname, '..', '..', 'screenshots')
const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

for (const screen of screens) {
  for (const size of sizes) {
    if (screen.only && (screen.only === 'phone') !== size.width < 1024) continue
    test(`${screen.name}, ${size.width} px`, async ({ page, shop, student, consoleErrors }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await show(screen, { page, shop, student })
      await page.evaluate(loadPictures)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.evaluate(painted)
        const path = join(folder, `${screen.name.replaceAll(' ', '-')}-${size.width}-${colorScheme}.png`)
        await page.screenshot({ path, fullPage: true })
      }
      forgiveLoss(screen, consoleErrors)
    })
  }
}

/** Loads lazy pictures below the fold. */
async function loadPictures(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager'
  const pending = [...document.images].filter((picture) => !picture.complete)
  await Promise.all(pending.map((picture) => new Promise((done) => picture.addEventListener('load', done, { once: true }))))
}

async function painted(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done))
}
