import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('leads are answered, noted and closed by keyboard', async ({ page, shop }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const word = `Leads${Date.now()}`
  const people = ['Asha', 'Bala', 'Chitra'].map((name) => ({
    name: `${name} ${word}`,
    email: `${name.toLowerCase()}-${word.toLowerCase()}@tarang.example`,
  }))
  for (const [index, { name, email }] of people.entries()) {
    await asStaff(
      `insert into enquiries (kind, name, email, phone, company_name, message, consent_version, consented_at, created_at)
       values ('hire', $1, $2, '9876543210', 'Tarang', 'Two developers by January', '1', app_now(), app_now() - make_interval(mins => $3))`,
      [name, email, 30 - index],
    )
  }
  await asStaff(
    `insert into reply_templates (name, kind, subject, body) values ($1, 'hire', 'Hiring at {school}', 'Dear {name},\n\nwe have two students for you.')`,
    [word],
  )
  await enterAs(page, 'support')
  await page.goto(`/console/leads?state=todo&q=${word}`)
  const table = page.getByRole('table', { name: 'Leads' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)

  await test.step('the oldest is answered with a template, and the next one opens', async () => {
    await page.keyboard.press('j')
    // On a row R opens the lead as well.
    await page.keyboard.press('r')
    const panel = page.getByRole('complementary', { name: people[0]!.name })
    await expect(panel.getByRole('textbox', { name: 'Answer' })).toBeFocused()
    await expect(panel.getByText('Two developers by January')).toBeVisible()
    await panel.getByRole('button', { name: 'Template' }).click()
    // It is of the lead's kind, so it stands before “Call back”.
    await expect(page.getByRole('menuitem').first()).toHaveText(/^(Hiring|Leads\d+)$/)
    await page.getByRole('menuitem', { name: word }).click()
    await expect(panel.getByRole('textbox', { name: 'Answer' })).toHaveValue(/^Dear Asha/)
    await expect(panel.getByRole('textbox', { name: 'Answer' })).toBeFocused()
    await expectAccessible(page)
    // The keys are pressed before the answer is sent. After it, letters belong in the box of the next lead.
    const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/staff/leads/*/reply/', async (route) => {
      await pressed
      await route.continue()
    })
    await panel.getByLabel('Afterwards').focus()
    await page.keyboard.press('Control+Enter')
    // D and A would close or take a lead: they wait, and R leads to the box of the next one.
    for (const key of ['d', 'r', 'a']) await page.keyboard.press(key)
    release()
    await expect(page.getByText(`The answer to ${people[0]!.name} is on its way.`)).toBeVisible()
    const next = page.getByRole('complementary', { name: people[1]!.name })
    await expect(next.getByRole('textbox', { name: 'Answer' })).toBeFocused()
    await expect(next.getByRole('textbox', { name: 'Answer' })).toHaveValue('')
    await expect(next.getByRole('button', { name: /^Assign to me/ })).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(table.getByRole('row')).toHaveCount(3)
    const mail = await shop.mail(people[0]!.email, /^Hiring at Karyashala$/)
    expect(mail.text).toContain('> Two developers by January')
  })

  await test.step('typed words are asked about before another lead opens', async () => {
    const answer = page.getByRole('textbox', { name: 'Answer' })
    await page.keyboard.press('r')
    await expect(answer).toBeFocused()
    await page.keyboard.type('Half a sentence')
    await page.keyboard.press('Escape')
    await expect(answer).not.toBeFocused()
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveValue('Half a sentence')
    await page.getByRole('textbox', { name: 'Answer' }).fill('')
  })

  await test.step('a call is noted, and the lead leaves the list', async () => {
    await page.getByRole('region', { name: 'Details' }).focus()
    await page.keyboard.press('c')
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('Called: sends the job on Monday.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('complementary', { name: people[2]!.name })).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(2)
  })

  await test.step('a lead is closed, and the close is taken back', async () => {
    const panel = page.getByRole('complementary', { name: people[2]!.name })
    await expect(panel.getByRole('button', { name: /^Close/ }).first()).toBeVisible()
    await page.keyboard.press('d')
    await page.getByRole('menuitem', { name: 'Not interested' }).click()
    await expect(page.getByText(`${people[2]!.name}: not interested.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await page.goto(`/console/leads?q=${word}`)
    await expect(table.getByRole('row')).toHaveCount(4)
    await table.getByRole('link', { name: people[1]!.name }).click()
    await expect(page.getByRole('list', { name: 'Conversation' }).getByText('sends the job on Monday')).toBeVisible()
    await expect(panel).toHaveCount(0)
  })

  await test.step('a contact without any address is refused, and one with a phone is kept', async () => {
    await page.goto('/console/leads/new')
    await page.getByLabel('Name').fill(`Dev ${word}`)
    await page.getByLabel('What the person wants').fill('Called about fees.')
    await page.getByRole('button', { name: 'Create lead' }).click()
    await expect(page.getByText('Please give an e-mail address or a phone number.')).toBeVisible()
    await page.getByLabel('Phone').fill('9876543210')
    await page.getByRole('button', { name: 'Create lead' }).click()
    await expect(page.getByText(`The lead of Dev ${word} is written down.`)).toBeVisible()
    await expect(page.getByRole('complementary').getByRole('button', { name: /^Mail/ })).toHaveCount(0)
  })
})
