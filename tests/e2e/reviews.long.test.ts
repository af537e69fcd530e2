import { enterAs, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

/** The finished batch of the demo, and its course. */
const [batchId, courseId] = [111, 4]

/** Enrols a student in the finished batch, who was in its first class. */
const attend = (email: string) =>
  asStaff(
    `with place as (
       insert into enrolments (user_id, batch_id, created_at)
       select u.id, b.id, b.starts_at - interval '5 days' from users u, batches b where u.email = $1 and b.id = $2 returning user_id, batch_id)
     insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select s.id, p.user_id, 'press', s.starts_at, s.starts_at from place p join class_sessions s on s.batch_id = p.batch_id
     order by s.starts_at limit 1`,
    [email, batchId],
  )

test('a review is written, agreed, published by keys and withdrawn', async ({ page, shop, browser }) => {
  test.slow()
  const visitor = await shop.signUp()
  await attend(visitor.email)
  const words = `The viva was worth it. ${Date.now()}`
  const card = page.getByRole('region', { name: 'Your review' })
  const shown = page.getByRole('tabpanel').getByText(words)
  await test.step('stars are chosen by arrow keys', async () => {
    await shop.open(`/enrolled-courses/${courseId}/batch`)
    await card.getByRole('button', { name: 'Write a review' }).click()
    await card.getByRole('radio', { name: '3 stars: Good' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(card.getByRole('radio', { name: '4 stars: Very good' })).toBeChecked()
    await card.getByLabel('What would you tell a friend').fill(words)
    await card.getByRole('button', { name: 'Save review' }).click()
    await expect(card).toContainText('Only the school reads it.')
    await expectNoViolations(page)
  })
  await test.step('consent is given after a yes to the words', async () => {
    await card.getByRole('button', { name: 'Let the page show it' }).click()
    await expect(card.getByRole('radio', { checked: true })).toHaveCount(0)
    await card.getByRole('radio', { name: /Your whole name/ }).check()
    await card.getByRole('button', { name: 'Agree' }).click()
    await expect(card).toContainText('Please agree, or close this.')
    await card.getByRole('checkbox').check()
    await card.getByRole('button', { name: 'Agree' }).click()
    await expect(card).toContainText(`as of ${visitor.name}`)
  })
  await test.step('staff publish it by a key', async () => {
    const context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '', viewport: { width: 1440, height: 900 } })
    const desk = await context.newPage()
    await watchPolicy(desk)
    await enterAs(desk, 'support')
    await desk.goto('/console/today')
    await desk.getByRole('link', { name: /Course reviews to decide/ }).click()
    await desk.getByRole('searchbox').fill(words)
    await desk.getByRole('link', { name: visitor.name }).first().click()
    await expect(desk.getByText(words).first()).toBeVisible()
    await desk.keyboard.press('d')
    await desk.getByRole('dialog').getByRole('button', { name: 'Do not publish' }).click()
    await expect(desk.getByRole('dialog')).toContainText('Please say why.')
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('a')
    await expect(desk.getByText(/is on the page of the course\.$/)).toBeVisible()
    await context.close()
  })
  await test.step('the page of the course shows it, and the name gets narrower', async () => {
    await shop.open(`/courses/${courseId}?tab=reviews`)
    await expect(shown).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('students who attended')
    await expect(page.getByRole('tabpanel').getByRole('figure').first()).toContainText(visitor.name)
    await shop.open(`/enrolled-courses/${courseId}/batch`)
    await card.getByRole('button', { name: 'Change the name' }).click()
    await card.getByRole('radio', { name: /No name/ }).check()
    await card.getByRole('checkbox').check()
    await card.getByRole('button', { name: 'Agree' }).click()
    await expect(card).toContainText('shows it as of A student')
  })
  await test.step('it leaves the page with the consent', async () => {
    await card.getByRole('button', { name: 'Withdraw consent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click()
    await expect(card).toContainText('Only the school reads it.')
    await shop.open(`/courses/${courseId}?tab=reviews`)
    await expect(shown).toHaveCount(0)
  })
})
