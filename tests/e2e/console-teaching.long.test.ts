import { changeClass, enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, addInstructor, asStaff, enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

// Instructors do this on a phone, ten minutes before the class.
test.use({ viewport: { width: 390, height: 844 } })

/** A batch whose first class begins in 40 minutes. */
async function teach(name: string) {
  const { id: instructor_id, email } = await addInstructor(name)
  const { courseId, batchId } = await addCourse('40 minutes', { instructor_id })
  const title = `Course of ${name} ${courseId}`
  await asStaff('update courses set title = $2 where id = $1', [courseId, title])
  const [first] = await asStaff<{ id: number }>('select id from class_sessions where batch_id = $1 order by starts_at limit 1', [
    batchId,
  ])
  return { batchId, title, email, sessionId: first?.id ?? 0 }
}

test('an instructor prepares a class, opens it and writes', async ({ page, shop, consoleErrors }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const student = await shop.knownStudent()
  const { batchId, title, email, sessionId } = await teach('Ravi Menon')
  await enrol(student.email, batchId)
  await enterAs(page, 'instructor', email)

  await test.step('today has the next class and what leads to it', async () => {
    await page.goto('/console/today')
    const next = page.getByRole('region', { name: 'Your next class' })
    await expect(next.getByText(title)).toBeVisible()
    await expect(next.getByText('1 student')).toBeVisible()
    await expect(next.getByText(/^In (?:39|40) minutes$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'The next 7 days' }).getByRole('link').first()).toBeVisible()
    // The class above is not repeated.
    await expect(page.locator(`a[href$="class=${sessionId}"]`)).toHaveCount(1)
    await expectAccessible(page)
    await next.getByRole('link', { name: 'Prepare and notes' }).click()
  })

  await test.step('words are saved, undone, and kept when somebody else was first', async () => {
    const prepare = page.getByLabel('What to prepare')
    await expectAccessible(page)
    await prepare.fill('Read https://school.example/plans.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/is saved\. Students see it in their room\./)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(prepare).toHaveValue('')
    await prepare.fill('Bring a slow query.')
    await changeClass(sessionId, { prepare: 'Bring a laptop.' })
    await page.getByRole('button', { name: 'Save' }).click()
    const stale = page.getByRole('dialog').filter({ hasText: 'Bring a laptop.' })
    await expect(stale.getByText('Bring a slow query.')).toBeVisible()
    forgive(consoleErrors, /status of 412/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(prepare).toHaveValue('Bring a laptop.')
    await page.getByLabel('Notes').fill('We begin with plans.')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  })

  await test.step('the classroom opens by itself at its minute', async () => {
    await page.context().route('https://classroom.example/**', (route) =>
      // With an icon, so that the browser does not ask for one at an address that does not exist.
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">The classroom' }),
    )
    await page.getByRole('link', { name: 'Open the classroom' }).click()
    await expect(page.getByRole('heading', { name: /^The classroom opens at / })).toBeVisible()
    await expectAccessible(page)
    const movedAt = Date.now()
    const starts_at = new Date(movedAt + (15 * 60 + 12) * 1000).toISOString()
    await changeClass(sessionId, { starts_at, minutes: 45 })
    await page.reload()
    await expect(page.getByRole('heading', { name: /^The classroom opens at / })).toBeVisible()
    await page.waitForURL('https://classroom.example/room', { timeout: 40_000 })
    expect(Date.now() - movedAt).toBeGreaterThan(11_000)
    await page.context().unroute('https://classroom.example/**')
  })

  await test.step('a message goes to the students of the batch', async () => {
    await page.goto(`/console/own-batches/${batchId}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Students' }).click()
    await expect(page.getByRole('list', { name: 'Names' }).getByText(student.name)).toBeVisible()
    expect(await page.content()).not.toContain(student.email)
    await page.getByRole('link', { name: 'Message the batch' }).click()
    await expect(page.getByLabel('Batch')).toHaveValue(new RegExp(title))
    await page.getByLabel('Subject').fill(`Bring a slow query ${batchId}`)
    await page.getByLabel('Text').fill('We read plans on Monday.')
    await page.getByRole('button', { name: 'Review & send…' }).click()
    await page.getByRole('button', { name: 'Send to 1 student' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 student' }).click()
    await expect(page.getByText('The message is on its way to 1 student.')).toBeVisible()
    await shop.mail(student.email, new RegExp(`Bring a slow query ${batchId}`))
    await expect(page.getByText('1 of 1 mail sent')).toBeVisible()
    expect(await page.content()).not.toContain(student.email)
  })
})

test('a second instructor sees none of it', async ({ page, consoleErrors }) => {
  const { batchId, title, sessionId } = await teach('Leela Rao')
  await enterAs(page, 'instructor', (await addInstructor('Farah Khan')).email)
  await page.goto('/console/today')
  await expect(page.getByText('No class of yours is planned.')).toBeVisible()
  await page.goto('/console/own-batches')
  await expect(page.getByText('The batches that you teach appear here.')).toBeVisible()
  await page.goto(`/console/own-batches/${batchId}`)
  await expect(page.getByText('You do not teach this batch.')).toBeVisible()
  await page.goto(`/console/join/${sessionId}`)
  await expect(page.getByRole('heading', { name: 'This class is not yours' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/console/batches')
  await expect(page.getByText('Your role does not include this page.')).toBeVisible()
  await page.goto('/console/today')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link')).toHaveText([
    'Today',
    'Week',
    'My batches',
    'Attendance',
    'Recordings',
    'Work to review',
    'Questions',
    'Messages',
  ])
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill(title)
  await expect(page.getByText(/nothing/i)).toBeVisible()
  forgive(consoleErrors, /status of 40[34]/)
})
