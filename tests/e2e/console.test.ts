import { readFileSync } from 'node:fs'
import { appCode, demoStaff, expectAccessible, signInAs, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page }) => {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('an owner signs in, steps up and signs out', async ({ page, shop }) => {
  test.slow()
  const owner = demoStaff('owner')
  await page.goto('/console/companies')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await signInAs(shop, owner)
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()

  // A reload restores the session from its cookie.
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('eyJ')

  let refused = 0
  await page.route('**/api/staff/companies/export/**', async (route) => {
    refused += 1
    const body = { message: 'Please confirm.', detail: 'Please confirm.', code: 'step_up_required' }
    await (refused === 1 ? route.fulfill({ status: 403, json: body }) : route.continue())
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Excel (.xlsx)' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expectAccessible(page)
  await dialog.getByLabel('Code from your authenticator app').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert').or(dialog.locator('[id$="-error"]')).first()).toBeVisible()
  await dialog.getByLabel('Code from your authenticator app').fill(appCode(owner, 'next'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/^companies-\d{4}-\d\d-\d\d\.xlsx$/)
  await expect(dialog).toHaveCount(0)

  for (const path of ['/console/staff', '/console/audit', '/console/account']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true], [aria-label=Loading]')).toHaveCount(0)
    await expectAccessible(page)
  }

  // The text of an article is mounted after its tools.
  await page.goto('/console/blogs/1/edit')
  await expect(page.getByRole('textbox', { name: 'Text of the article' })).toBeVisible()

  // A school that is set up shows no steps but the day.
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: / \d{4}$/ })).toBeVisible()
  await page.getByRole('button', { name: /Your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('lists, edits and conflicts work by keyboard', async ({ page, shop, consoleErrors }) => {
  // axe on four screens takes half of the time.
  test.slow()
  const content = demoStaff('content')
  await page.goto('/console/companies?sort=-name')
  await signInAs(shop, content)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  await test.step('keys move through the rows and open the panel', async () => {
    const names = await page.getByRole('rowheader').allInnerTexts()
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: names[0] })
    await expect(panel.getByRole('heading')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('link', { name: names[0] })).toBeFocused()
    // A key that is held acts once, but J moves on.
    const held = async (key: string) => {
      for (let turn = 0; turn < 2; turn += 1) await page.keyboard.down(key)
      await page.keyboard.up(key)
    }
    await held('x')
    await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('x')
    await expect(rows.nth(1).getByRole('checkbox')).not.toBeChecked()
    await held('j')
    await expect(page.getByRole('link', { name: names[2] })).toBeFocused()
    // A letter that is typed into the search is no key.
    await page.keyboard.press('/')
    await page.keyboard.type('jk')
    await expect(page.getByText('Nothing matches this search.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
  })

  await test.step('the file holds the filtered rows', async () => {
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Hiring partner' }).click()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await expect(page).toHaveURL(/is_partner=false/)
    await expect(page.getByRole('button', { name: 'Remove the filter Hiring partner' })).toBeVisible()
    await expect(async () => expect(await page.getByRole('rowheader').count()).toBeLessThan(5)).toPass()
    const shown = await page.getByRole('rowheader').allInnerTexts()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
    expect(lines.map((line) => line.split(',')[1]?.replaceAll('"', ''))).toEqual(shown)
    await page.getByRole('button', { name: 'Remove the filter Hiring partner' }).click()
  })

  await test.step('the palette finds a record and the sheet lists the keys', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tarangini')
    await page.getByRole('option', { name: /Tarangini/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: /Tarangini/ })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a bulk change is undone', async () => {
    await page.goto('/console/companies?is_partner=true')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(2)
      .click()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await expect(bar).toContainText('2 selected')
    const total = await page.getByRole('rowheader').count()
    await bar.getByRole('button', { name: 'Unmark' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(total - 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(total)
  })

  const [made] = await asStaff<{ id: number }>(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     values ('Console test company', 'Software', 'Pune', 'They read tests.', false, false) returning id`,
  )
  const id = made?.id ?? 0
  await page.goto(`/console/companies/${id}/edit`)
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await test.step('a change is saved, and leaving with a change asks', async () => {
    await page.getByLabel('City').fill('')
    await save.click()
    await expect(page.getByText('City is required.')).toBeVisible()
    await page.getByLabel('City').fill('Nashik')
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Console test company is saved.')).toBeVisible()
    await expect(save).toHaveCount(0)
    await page.getByLabel('City').fill('Satara')
    await page.getByRole('main').getByRole('link', { name: 'Companies' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Satara')
  })

  await test.step('two editors at once see both versions', async () => {
    await asStaff(`update companies set city = 'Kolhapur', industry = 'Hospitals' where id = $1`, [id])
    await save.click()
    const dialog = page.getByRole('dialog', { name: /^Somebody else has changed/ })
    await expect(dialog.getByRole('group', { name: 'City' })).toContainText('Satara')
    await expect(dialog.getByRole('group', { name: 'City' })).toContainText('Kolhapur')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Satara')
    await save.click()
    await dialog.getByRole('button', { name: 'Save chosen versions' }).click()
    await expect
      .poll(() => asStaff('select city, industry from companies where id = $1', [id]))
      .toEqual([{ city: 'Satara', industry: 'Hospitals' }])
    await expect(save).toHaveCount(0)
    forgive(consoleErrors, /status of 412/)
  })

  await test.step('a session that ends loses nothing that was typed', async () => {
    await page.getByLabel('City').fill('Wardha')
    const origin = new URL(page.url()).origin
    expect((await page.request.post('/api/staff/auth/logout/', { headers: { origin } })).status()).toBe(200)
    await save.click()
    await expect(page.getByRole('heading', { name: 'Please sign in again' }).last()).toBeVisible()
    // A second mail within a minute is refused.
    await asStaff(`update staff_code_sends set sent_at = sent_at - interval '2 minutes' where email = $1`, [content.email])
    await signInAs(shop, content, 'next')
    await expect(async () =>
      expect(await asStaff('select city from companies where id = $1', [id])).toEqual([{ city: 'Wardha' }]),
    ).toPass()
    await expect(page.getByLabel('City')).toHaveValue('Wardha')
  })
})

test('a role without a section does not see it', async ({ page, shop }) => {
  await page.goto('/console')
  await signInAs(shop, demoStaff('finance'))
  await expect(page.getByRole('button', { name: /Finance/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Companies' })).toHaveCount(0)
})

test('a key acts as soon as its button is shown', async ({ page, shop }) => {
  const name = `Zaid${Date.now()}`
  await asStaff(
    `insert into enquiries (kind, name, email, phone, company_name, message, consent_version, consented_at, created_at)
     values ('hire', $1, 'zaid@example.org', '9876543210', 'Tarang', 'One developer', '1', app_now(), app_now())`,
    [name],
  )
  await page.goto(`/console/leads?state=todo&q=${name}`)
  await signInAs(shop, demoStaff('support'))
  const lead = page.getByRole('table', { name: 'Leads' }).getByRole('link')
  await expect(lead).toBeVisible()
  // An observer runs right after React has changed the page, before the next paint.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-keyshortcuts="A"]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await lead.click()
  await expect(page.getByRole('complementary', { name })).toBeVisible()
  await expect(async () =>
    expect(
      await asStaff(
        'select 1 from leads l join enquiries e on e.id = l.enquiry_id where e.name = $1 and l.owner_id is not null',
        [name],
      ),
    ).toHaveLength(1),
  ).toPass()
})
