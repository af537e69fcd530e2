import type { Locator } from '@playwright/test'
import { clipboard } from './clipboard.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'
import { expectNoViolations } from './violations-of.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** What a word processor puts on the clipboard. */
const pasted = `<html><head><style>p { color: red }</style></head><body>
  <h1 style="color:red">Pasted heading</h1>
  <p class="MsoNormal" onclick="alert(1)">Plain <span style="font-weight:bold">strong</span>
  <a href="javascript:alert(1)">bad</a> <a href="https://example.com/good">good</a></p>
  <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1. </span>alpha</p>
  <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2. </span>beta</p>
  <ul><li>outer<ul><li>inner</li></ul></li></ul><img src="https://pictures.invalid/a.png"></body></html>`

async function paste(text: Locator, html: string): Promise<void> {
  await text.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

const blocksOf = async (title: string) =>
  (await asStaff<{ blocks: unknown }>('select blocks from blogs where title = $1', [title]))[0]?.blocks

test('lists and tables are written by keys and pasted whole', async ({ page, consoleErrors }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'content')
  const text = page.getByRole('textbox', { name: 'Text of the article' })
  const begin = async (title: string) => {
    await page.goto('/console/blogs/new')
    for (const [label, value] of Object.entries({
      Excerpt: 'It tries the editor.',
      Category: 'Testing',
      Author: 'Asha',
      Title: title,
    }))
      await page.getByLabel(label, { exact: true }).fill(value)
    // The writing surface has a chunk of its own.
    await expect(text).toBeEditable()
    // From the title past the tools into the text.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(text).toBeFocused()
  }
  const create = async (title: string) => {
    await page.getByRole('button', { name: 'Create article' }).click()
    await expect(page.getByText(`${title} is created.`)).toBeVisible()
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const useTool = async (name: string) => {
    await press('Alt+F10')
    const button = page.getByRole('button', { name, exact: true })
    for (let tools = await page.getByRole('toolbar').getByRole('button').count(); tools > 0; tools -= 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break
      await press('ArrowRight')
    }
    await expect(button).toBeFocused()
    await press('Enter')
  }

  await test.step('an article with lists and a table is written with the keyboard', async () => {
    await begin('Written by keys')
    await page.keyboard.type('- Frontend\n')
    await press('Tab')
    await page.keyboard.type('HTML\nCSS\n')
    await press('Shift+Tab')
    await page.keyboard.type('Backend\n\n')
    await useTool('Table')
    await expect(text).toBeFocused()
    for (const cell of ['Day', 'Topic', 'Hours', 'Monday', 'Functions', '2', 'Tuesday', 'Tests', '2']) {
      await page.keyboard.type(cell)
      await press('Tab')
    }
    await expect(text.getByRole('row')).toHaveCount(4)
    await page.keyboard.type('Wednesday\nif it rains')
    await useTool('Rows and columns')
    await expect(page.getByRole('menuitem', { name: 'Row above' })).toBeVisible()
    await page.keyboard.type('Column b')
    await press('Enter')
    await expect(text.getByRole('row').first().getByRole('cell')).toHaveCount(4)
    await expect(text).toBeFocused()
    await press('Shift+Tab')
    await page.keyboard.type('4')
    await press('Control+Enter')
    await page.keyboard.type('Below')
    await expectAccessible(page)
    await create('Written by keys')
    const inner = { ordered: false, items: [[{ text: 'HTML' }], [{ text: 'CSS' }]] }
    const cells = (...row: string[]) => row.map((cell) => (cell ? [{ text: cell }] : []))
    expect(await blocksOf('Written by keys')).toEqual([
      { type: 'list', ordered: false, items: [{ text: [{ text: 'Frontend' }], list: inner }, [{ text: 'Backend' }]] },
      {
        type: 'table',
        header: true,
        rows: [
          cells('', 'Day', 'Topic', 'Hours'),
          cells('', 'Monday', 'Functions', '2'),
          cells('', 'Tuesday', 'Tests', '2'),
          cells('4', 'Wednesday\nif it rains', '', ''),
        ],
      },
      { type: 'paragraph', text: [{ text: 'Below' }] },
    ])
  })

  await test.step('the site shows both', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Written by keys is on the site.')).toBeVisible()
    const [{ id } = { id: 0 }] = await asStaff<{ id: number }>(`select id from blogs where title = 'Written by keys'`)
    await expect(async () => {
      await page.goto(`/blog/${id}`)
      await expect(page.getByRole('listitem').filter({ hasText: 'Frontend' }).getByRole('list')).toHaveText('HTMLCSS')
    }).toPass()
    await page.setViewportSize({ width: 320, height: 700 })
    const table = page.getByRole('region', { name: 'Table: Day, Topic, Hours' })
    await expect(table.getByRole('columnheader', { name: 'Topic' })).toBeVisible()
    await table.focus()
    await press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  for (const [source, { html, blocks }] of Object.entries(clipboard)) {
    await test.step(`what ${source} puts on the clipboard stays what it was`, async () => {
      await begin(`From ${source}`)
      await paste(text, html)
      await create(`From ${source}`)
      expect(await blocksOf(`From ${source}`)).toEqual(blocks)
    })
  }
  expect(consoleErrors).toEqual([])
})

test('staff write an article, a policy, a testimonial and settings', async ({ page, consoleErrors }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'owner')
  await page.goto('/console/blogs/new')
  // A message is a dialog too, beside the page.
  const dialog = page.locator('[role=dialog]:not([aria-modal=false])')
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await test.step('an article is written with keys and the toolbar', async () => {
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await text.click()
    await page.keyboard.type('A **bold** start.\n## Why\n- one\ntwo\n\n> Said well')
    await page.getByLabel('Source of the quote').fill('A student')
    await text.locator('p').last().click()
    await page.keyboard.type('Linked')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+k')
    await dialog.getByLabel('Address').fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Set the link' }).click()
    await expect(dialog.getByText(/^A link begins with/)).toBeVisible()
    await dialog.getByLabel('Address').fill('example.com')
    await dialog.getByRole('button', { name: 'Set the link' }).click()
    await expect(text.getByRole('link', { name: 'Linked' })).toHaveAttribute('href', 'https://example.com')
    await expect(dialog).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Linked')
    // The editor learns of a selection by its event, which a busy browser sends later than the selection changes.
    const selected = page.evaluate(
      () =>
        new Promise<void>((done) =>
          document.addEventListener('selectionchange', () => {
            if (getSelection()?.isCollapsed) done()
          }),
        ),
    )
    await page.keyboard.press('End')
    await selected
    await page.keyboard.press('Enter')
    await paste(text, pasted)
    await expect(text.getByRole('heading', { name: 'Pasted heading' })).toBeVisible()
    await page.getByLabel('Title').fill('An article of the test')
    await page.getByLabel('Excerpt').fill('It tries the editor.')
    await page.getByLabel('Category').fill('Testing')
    await page.getByLabel('Author').fill('Asha')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create article' }).click()
    await expect(page.getByText('An article of the test is created.')).toBeVisible()
    const [made] = await asStaff<{ blocks: unknown }>(`select blocks from blogs where title = 'An article of the test'`)
    expect(made?.blocks).toEqual([
      { type: 'paragraph', text: [{ text: 'A ' }, { text: 'bold', bold: true }, { text: ' start.' }] },
      { type: 'heading', level: 2, text: [{ text: 'Why' }] },
      { type: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two' }]] },
      { type: 'quote', text: [{ text: 'Said well' }], source: 'A student' },
      { type: 'paragraph', text: [{ text: 'Linked', link: 'https://example.com' }] },
      { type: 'heading', level: 2, text: [{ text: 'Pasted heading' }] },
      {
        type: 'paragraph',
        text: [
          { text: 'Plain ' },
          { text: 'strong', bold: true },
          { text: ' bad ' },
          { text: 'good', link: 'https://example.com/good' },
        ],
      },
      { type: 'list', ordered: true, items: [[{ text: 'alpha' }], [{ text: 'beta' }]] },
      {
        type: 'list',
        ordered: false,
        items: [{ text: [{ text: 'outer' }], list: { ordered: false, items: [[{ text: 'inner' }]] } }],
      },
    ])
  })

  await test.step('a discard brings the saved text back, and publishing shows it', async () => {
    const text = page.getByRole('textbox', { name: 'Text of the article' })
    await page.getByRole('complementary').getByRole('link', { name: 'Edit' }).click()
    await text.locator('p').first().click()
    await page.keyboard.type('Unwanted')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(text).not.toContainText('Unwanted')
    await page.getByRole('main').getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('An article of the test is on the site.')).toBeVisible()
    const [{ id } = { id: 0 }] = await asStaff<{ id: number }>(`select id from blogs where title = 'An article of the test'`)
    await expect(async () => expect(await (await page.request.get(`/blog/${id}`)).text()).toContain('Said well')).toPass()
  })

  await test.step('a new version of a policy waits for its day', async () => {
    await page.goto('/console/policies')
    const refund = page.getByRole('region', { name: 'Refund Policy' })
    await refund.getByRole('link', { name: /In effect/ }).click()
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('Students agreed to this version')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await panel.getByRole('button', { name: 'New version from this text' }).click()
    await page.getByLabel('Takes effect on').fill('2099-04-01')
    await page.getByLabel('Text', { exact: true }).first().fill('A text of the test.')
    await save.click()
    await expect(page.getByText('Refund Policy, 1 April 2099 is saved.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Policies' }).click()
    await panel.getByRole('button', { name: 'Compare' }).click()
    await expect(dialog.getByRole('cell', { name: 'A text of the test.' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // The second press falls beside the question that the first has opened.
    await panel.getByRole('button', { name: 'Publish' }).dblclick({ delay: 60 })
    await expect(dialog).toContainText('It takes effect on 1 April 2099.')
    await dialog.getByRole('button', { name: 'Publish for 1 April 2099' }).dblclick()
    await expect(refund.getByText('Comes on 1 April 2099')).toBeVisible()
  })

  await test.step('a testimonial without consent is not published', async () => {
    await page.goto('/console/testimonials/new')
    await page.getByLabel('Name').fill('Test Person')
    await page.getByLabel('Role').fill('Engineer')
    await page.getByLabel('Course', { exact: true }).fill('Cloud')
    await page.getByLabel('What was said').fill('It works.')
    await page.getByLabel('Course completed on').fill('2026-06-30')
    await page.getByRole('button', { name: 'Create testimonial' }).click()
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('The written consent is missing.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Publish' })).toHaveCount(0)
    await asStaff(
      `update testimonials set consent = true, consented_on = '2026-07-01', publication = 'published' where name = 'Test Person'`,
    )
    await page.goto(page.url().replace(/(\d+)$/, '$1/edit'))
    await page.getByLabel('Consent given on').fill('2026-06-01')
    await save.click()
    await expect(page.getByText(/^A testimonial is published only with a written consent/).first()).toBeVisible()
    await expect(page.getByLabel('Consent given on')).toHaveAttribute('aria-invalid', 'true')
    forgive(consoleErrors, /status of 409/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('settings are checked, saved and taken back', async () => {
    const [before] = await asStaff<{ settings: unknown }>('select settings from site_settings')
    await page.goto('/console/settings')
    await page.getByLabel('GSTIN').fill('27ABCDE1234F1Z5')
    await page.getByLabel('Hours').fill('Hours of the test')
    await save.click()
    await expect(page.getByText(/^This is not a valid GSTIN/)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('GSTIN').fill('')
    await save.click()
    await expect(page.getByText('The settings are saved. The site shows them.')).toBeVisible()
    // After several changes in a row the cached answer is up to two seconds old.
    const site = expect.poll(async () => (await page.request.get('/api/site/')).json() as Promise<object>)
    await site.toMatchObject({ support_hours: 'Hours of the test' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await site.not.toMatchObject({ support_hours: 'Hours of the test' })
    await asStaff(
      `update site_settings set settings = settings || '{"tagline": "A line of somebody else", "outcomes": ["An outcome"]}'`,
    )
    await page.getByLabel('Hours').fill('Other hours')
    await save.click()
    await expect(dialog.getByRole('group', { name: 'Hours' })).toContainText('Other hours')
    await expect(dialog.getByRole('group', { name: 'Line about the school' })).toContainText('A line of somebody else')
    await expect(dialog.getByRole('group', { name: 'Outcomes' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save chosen versions' }).click()
    await expect(dialog).toHaveCount(0)
    forgive(consoleErrors, /status of 412/)
    await site.toMatchObject({ support_hours: 'Other hours', tagline: 'A line of somebody else', outcomes: ['An outcome'] })
    // Other tests read the settings of the demo.
    await asStaff('update site_settings set settings = $1', [JSON.stringify(before?.settings)])
  })
})
