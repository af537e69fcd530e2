import sharp from 'sharp'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page }) => {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'content')
})

/** A picture file with a name of its own. */
async function pictureFile(name: string, width: number, height: number) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#0f5c5c' } })
    .png()
    .toBuffer()
  return { name: `${name}.png`, mimeType: 'image/png', buffer }
}

test('pictures are uploaded together, cut and removed', async ({ page, consoleErrors }) => {
  // Two pictures are rendered in nine files each, and axe looks at three screens.
  test.slow()
  const name = `Roof ${Date.now()}`
  await page.goto('/console/media')
  await expect(page.getByRole('heading', { level: 1, name: 'Media' })).toBeVisible()

  await test.step('each file succeeds or fails for itself', async () => {
    await page
      .getByLabel('Files to upload')
      .first()
      .setInputFiles([
        await pictureFile(name, 800, 500),
        { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
        await pictureFile(`${name} again`, 600, 600),
      ])
    await expect(page.getByText('2 pictures are added, 1 failed.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^This file is not a picture that we can read/)).toBeVisible()
    forgive(consoleErrors, /status of 400/)
    await expectAccessible(page)
  })

  await test.step('a part is chosen by shape and by keys, and its focal point', async () => {
    await page.getByRole('searchbox', { name: 'Search media' }).fill(name)
    await page.getByRole('link', { name: new RegExp(`^${name} \\d`) }).click()
    const panel = page.getByRole('complementary', { name })
    await expect(panel).toContainText('800 × 500 pixels')
    await expect(panel).toContainText('Nowhere yet. It can be removed.')
    await panel.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: '1:1' }).click()
    await page.getByLabel('Visible part. The arrow keys move it.').focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
    await page.getByText('Top left', { exact: true }).click({ force: true })
    await page.getByLabel(/^Description for people/).fill('A green roof.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${name} is saved.`)).toBeVisible({ timeout: 30_000 })
    const [stored] = await asStaff<{ width: number; height: number; focal: string; alt: string; x: number }>(
      `select width, height, focal, alt, (crop->>'x')::float8 as x from media where name = $1`,
      [name],
    )
    expect(stored).toMatchObject({ width: 500, height: 500, focal: 'lt', alt: 'A green roof.' })
    // The square began in the middle, at 0.1875.
    expect(stored?.x).toBeLessThan(0.1875)
  })

  await test.step('an unused picture is removed after a question', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Media' }).click()
    const panel = page.getByRole('complementary', { name })
    await panel.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click()
    await expect(page.getByText(`${name} is removed.`)).toBeVisible()
    await expect(panel).toHaveCount(0)
    expect(await asStaff('select id from media where name = $1', [name])).toEqual([])
  })
})

test('a course is written, shown to its writer and copied', async ({ page }) => {
  test.slow()
  const title = `Course for writing ${Date.now()}`
  const field = (label: string) => page.getByLabel(label, { exact: true }).first()
  const tree = page.getByRole('list', { name: 'Curriculum' })
  await page.goto('/console/courses/new')

  await test.step('the index marks the sections with errors', async () => {
    await field('Title').fill(title)
    await expect(field('Short name')).toHaveValue(title.toLowerCase().replaceAll(' ', '-'))
    await field('Category').click()
    await page.getByRole('option', { name: 'DevOps' }).click()
    await page.getByRole('button', { name: 'Create course' }).click()
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await expect(sections.getByRole('button', { name: 'Price has errors' })).toBeVisible()
    await sections.getByRole('button', { name: 'Curriculum' }).click()
    await expect(page.getByRole('heading', { name: 'Curriculum' })).toBeFocused()
    await expect(sections.locator('[aria-current=true]')).toHaveText('Curriculum')
  })

  await test.step('the price to pay is shown while it is typed', async () => {
    for (const [label, value] of [
      ['Level', 'Beginner'],
      ['Type', 'Live classes'],
      ['Duration', '8 weeks'],
      ['University or school', 'Karyashala'],
      ['Summary', 'About writing courses.'],
      ['Overview', 'All about writing courses.'],
      ['List price', '45,000'],
    ] as const) {
      await field(label).fill(value)
    }
    await page.getByRole('button', { name: 'Add discount' }).click()
    await field('Discount 1').fill('101%')
    await expect(page.getByText(/^This discount can not be read/)).toBeVisible()
    await field('Discount 1').fill('20%')
    await expect(page.getByRole('status').filter({ hasText: '₹36,000' })).toContainText('₹45,000')
  })

  await test.step('the curriculum is an outline of the keyboard', async () => {
    await page.getByRole('button', { name: 'Add module' }).click()
    await page.keyboard.type('Web')
    await page.keyboard.press('Enter')
    await page.keyboard.type('TypeScript')
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Enter')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'HTTP\n\t- Caches\n\t- Cookies\nSQL')
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(tree.getByLabel('Topic on level 3')).toHaveCount(2)
    // SQL moves over the part before it, with what belongs to it.
    await expect(tree.locator('input').last()).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await tree.getByLabel('Weeks of Web').fill('3')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create course' }).click()
    await expect(page.getByRole('complementary', { name: title })).toContainText('Draft')
    const [stored] = await asStaff<{ curriculum: object; module_weeks: number[]; price_paise: string; publication: string }>(
      `select curriculum, module_weeks, price_paise, publication from courses where title = $1`,
      [title],
    )
    expect(stored).toEqual({
      curriculum: [{ Web: ['TypeScript', 'SQL', { HTTP: ['Caches', 'Cookies'] }] }],
      module_weeks: [3],
      price_paise: '4500000',
      publication: 'draft',
    })
  })

  await test.step('its picture is uploaded in place and previewed in all widths', async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByText('No picture is chosen. The site draws this one.')).toBeVisible()
    await page.getByRole('button', { name: 'Choose a picture: Picture' }).click()
    const library = page.getByRole('dialog', { name: 'Choose a picture' })
    await expectAccessible(page)
    const file = `Cover ${Date.now()}`
    await library.getByLabel('Files to upload').setInputFiles(await pictureFile(file, 640, 400))
    await library.getByRole('button', { name: new RegExp(`^${file} \\d`) }).click({ timeout: 30_000 })
    await page.keyboard.press('Control+s')
    await expect(page.getByText(`${title} is saved.`)).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    const visitor = await opened
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(visitor.locator('img[srcset*="/480.webp 480w"]').first()).toBeVisible()
    await visitor.close()
  })

  await test.step('a copy is a draft of its own', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(field('Title')).toHaveValue(`${title} (copy)`)
    await expect(field('Short name')).toHaveValue(/-copy$/)
  })
})
