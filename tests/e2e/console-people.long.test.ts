import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { asStaff, withDatabase } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A course of its own with two batches, and students in the first one. */
async function openBatches(word: string, students: readonly string[]): Promise<{ from: number; to: number }> {
  const course = await asStaff(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, publication)
     values ($1, $2, 'DevOps', 'About it.', 'All about it.', 'Karyashala', '12 weeks', 'Beginner', 'Live online', 3600000, 'draft')
     returning id`,
    [word.toLowerCase(), word],
  )
  const batch = (days: number, type: string) =>
    withDatabase((db) => addBatch(db, idOf(course), { startsIn: `${days} days`, batch_type: type, capacity: 5 }))
  const [from, to] = [await batch(10, 'Weekday evening'), await batch(40, 'Weekend')]
  for (const name of students) {
    await asStaff(
      `with made as (insert into users (email, full_name, phone, verified_at) values ($1, $2, $3, app_now()) returning id)
       insert into enrolments (user_id, batch_id, created_at) select id, $4, app_now() from made`,
      [`${name.toLowerCase()}-${word.toLowerCase()}@students.example`, `${name} Patil`, phone(), from],
    )
  }
  return { from, to }
}
const idOf = (rows: readonly object[]) => Number((rows[0] as { id: number } | undefined)?.id)
const phone = () => `8${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`

test('students are moved and get a message, by keyboard', async ({ page, shop }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const word = `People${Date.now()}`
  const { from } = await openBatches(word, ['Asha', 'Bala', 'Chitra'])
  const addressOf = (name: string) => `${name}-${word.toLowerCase()}@students.example`
  await enterAs(page, 'support')
  await page.goto(`/console/batches/${from}?view=students`)
  const table = page.getByRole('table', { name: 'Students' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)

  await test.step('a student moves to a batch with free seats, and back', async () => {
    await page.getByRole('button', { name: 'Move Asha Patil' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move Asha Patil' })
    await expect(dialog.getByText('5 seats of 5 free')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('radio').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('As we agreed')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(table.getByRole('row')).toHaveCount(3)
    // The mail waits until the act can't be undone, so nobody gets one.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(4)
    await expect(table.getByText('Moved from the batch of')).toBeVisible()
  })

  await test.step('a message is written with its preview', async () => {
    await page.getByRole('link', { name: 'Message the batch' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'New message' })).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Batch' })).toHaveValue(new RegExp(word))
    await page.getByRole('textbox', { name: 'Subject' }).focus()
    await page.keyboard.type(`No class ${word}`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Friday is a holiday. <b>See</b> https://school.example/days.')
    const mail = page.frameLocator('iframe[title="Preview of the mail"]')
    await expect(mail.getByRole('heading', { name: `No class ${word}` })).toBeVisible()
    await expect(mail.locator('p', { hasText: '<b>See</b>' })).toBeVisible()
    await expect(mail.getByRole('link', { name: 'https://school.example/days' })).toHaveAttribute('target', '_blank')
    // The mail has its own look inside the policy of the console.
    await expect(mail.getByRole('heading', { name: `No class ${word}` })).toHaveCSS('font-size', '26px')
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('complementary', { name: `No class ${word}` })).toBeVisible()
  })

  await test.step('a student who enrols meanwhile is counted before it is sent', async () => {
    const panel = page.getByRole('complementary', { name: `No class ${word}` })
    const send = panel.getByRole('button', { name: 'Send to 3 students' })
    await expect(send).toBeVisible()
    await asStaff(
      `with made as (insert into users (email, full_name, verified_at) values ($1, 'Dev Patil', app_now()) returning id)
       insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from made`,
      [addressOf('dev'), from],
    )
    await send.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 3 students' }).click()
    await expect(page.getByText('The students have changed: 4 would get the message now.')).toBeVisible()
    await panel.getByRole('button', { name: 'Send to 4 students' }).click()
    await page.getByRole('dialog', { name: 'Send to 4 students?' }).getByRole('button', { name: 'Send to 4 students' }).click()
    await expect(panel.getByText('4 of 4 mails sent')).toBeVisible()
    await expect(panel.getByRole('list', { name: 'Students' }).getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
    const mail = await shop.mail(addressOf('dev'), new RegExp(word))
    expect(mail.text).toContain('Hello Dev,')
    await expect(panel.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  })
})

test('figures are read, drawn and exported', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  const word = `Figures${Date.now()}`
  await openBatches(word, ['Asha', 'Bala'])
  await enterAs(page, 'finance')
  await page.goto('/console/figures')
  const money = page.getByRole('figure').filter({ hasText: 'Revenue and refunds by month' })
  await expect(money.getByRole('img', { name: /^Revenue and refunds/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'By month' }).getByRole('row')).toHaveCount(14)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'By source' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: 'Enrolled by hand' })).toBeVisible()
  await page.getByRole('button', { name: 'By course' }).click()
  await expect(page.getByRole('row', { name: new RegExp(word) })).toContainText('2 of 10')
  await page.getByLabel('Range').selectOption('Choose months')
  await page.getByLabel('First month').selectOption({ index: 0 })
  await expect(page).toHaveURL(/from=\d{4}-04&to=/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('group', { name: 'By course' }).getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^figures-by-course-\d{4}-\d\d-to-\d{4}-\d\d\.xlsx$/)
})
