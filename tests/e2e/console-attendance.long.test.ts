import { type Page } from '@playwright/test'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, addInstructor, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A batch whose first two classes are over, with three students. */
async function openBatch(
  given: { instructor_id?: number } = {},
): Promise<{ batchId: number; courseId: number; students: number[]; tag: string }> {
  const { batchId, courseId } = await addCourse('-2 days', given)
  const tag = `attendance-${batchId}`
  const made = await asStaff<{ id: number }>(
    `with made as (
       insert into users (email, full_name, verified_at)
       select $2 || '-' || n || '@example.com', name, app_now()
       from unnest('{Asha Patil,Bala Iyer,Chitra Rao}'::text[]) with ordinality t (name, n) returning id
     ), enrolled as (
       insert into enrolments (user_id, batch_id, created_at) select id, $1, app_now() - interval '9 days' from made
     ) select id::int from made order by id`,
    [batchId, tag],
  )
  return { batchId, courseId, students: made.map(({ id }) => id), tag }
}

const cellOf = (page: Page, student: string, status: string | RegExp) =>
  page.getByRole('row', { name: new RegExp(student) }).getByRole('gridcell', { name: status })

test('staff mark attendance in the grid and match a report', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { batchId, tag } = await openBatch()
  const classPath = /\/api\/staff\/attendance\/\d+\/classes\/\d+\/$/
  const classAnswers = Promise.withResolvers<void>()
  await enterAs(page, 'content')

  await test.step('keys mark the cell that has the focus', async () => {
    await page.goto(`/console/batches/${batchId}`)
    await page.getByRole('main').getByRole('link', { name: 'Attendance' }).click()
    await expect(page).toHaveURL(new RegExp(`/attendance/${batchId}$`))
    const first = cellOf(page, 'Asha Patil', 'Absent').first()
    await first.click()
    await expect(page.getByRole('region', { name: 'Chosen student and class' })).toContainText('No evidence.')
    await page.keyboard.press('p')
    await expect(cellOf(page, 'Asha Patil', 'Present, marked')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('l')
    await expect(cellOf(page, 'Bala Iyer', 'Late, marked')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.keyboard.press('e')
    await expect(cellOf(page, 'Chitra Rao', 'Left early, marked')).toHaveCount(1)
    await expect(page.getByText(/Chitra Rao, class 1: left early\./)).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(cellOf(page, 'Chitra Rao', 'Absent').first()).toBeVisible()
    await expect(cellOf(page, 'Chitra Rao', /marked/)).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('a mark is undone', async () => {
    await cellOf(page, 'Asha Patil', 'Present, marked').click()
    await page.keyboard.press('a')
    await expect(cellOf(page, 'Asha Patil', 'Absent, marked')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Chosen student and class' })).toContainText('Absent')
    // The class is read anew only after the next step, which must not depend on it.
    await page.route(classPath, async (route) => {
      await classAnswers.promise
      await route.continue()
    })
    await page
      .getByRole('dialog', { name: /Asha Patil, class 1: absent/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(cellOf(page, 'Asha Patil', 'Present, marked')).toHaveCount(1)
  })

  await test.step('a reason is saved', async () => {
    await page.getByRole('button', { name: 'Reason' }).click()
    await page.getByLabel('Reason', { exact: true }).fill('Came by phone')
    await page.getByRole('button', { name: 'Save the reason' }).click()
    await expect(page.getByText('The reason is saved.')).toBeVisible()
    await expect(cellOf(page, 'Asha Patil', 'Present, marked')).toHaveCount(1)
    classAnswers.resolve()
    await expect(page.getByRole('region', { name: 'Chosen student and class' })).toContainText('marked it: Came by phone')
  })

  await test.step('students below the threshold', async () => {
    const names = page.getByRole('rowheader')
    await expect(names).toHaveText(['Asha Patil', 'Bala Iyer', 'Chitra Rao'])
    const attended = page.getByRole('columnheader', { name: 'Attended' })
    await attended.getByRole('button').click()
    await expect(names).toHaveText(['Chitra Rao', 'Asha Patil', 'Bala Iyer'])
    await expect(attended).toHaveAttribute('aria-sort', 'ascending')
    await page.reload()
    await expect(names).toHaveText(['Chitra Rao', 'Asha Patil', 'Bala Iyer'])
    await attended.getByRole('button').click()
    await expect(names).toHaveText(['Asha Patil', 'Bala Iyer', 'Chitra Rao'])
    await expect(attended).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Below 60 % of the classes 3' }).click()
    await expect(page.getByRole('row', { name: /Bala Iyer/ })).toBeVisible()
    await page.goto(`/console/attendance/${batchId}`)
  })

  await test.step('all students of a class are present', async () => {
    await page.getByRole('link', { name: /^Class 2/ }).click()
    await page.getByRole('button', { name: 'All present' }).click()
    await expect(page.getByText('Class 2: 3 students are present.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'All present' })).toBeDisabled()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByRole('list', { name: 'Sums' })).toContainText('3 absent')
  })

  await test.step('a report counts, and a row without an address is given', async () => {
    const [session] = await asStaff<{ day: string; clock: string }>(
      `select to_char(starts_at at time zone 'Asia/Kolkata', 'MM/DD/YYYY') as day,
         to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI:SS') as clock
       from numbered_sessions where batch_id = $1 and number = 2`,
      [batchId],
    )
    const at = `${session?.day} ${session?.clock}`
    const report = `Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes)\n`
    const rows = `Asha,${tag}-1@example.com,${at},,90\niPhone,,${at},,80\nMother,,${at},,10\n`
    await page.getByRole('button', { name: 'Import a report' }).click()
    await page
      .getByLabel('Report of the class')
      .setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('hello') })
    await expect(page.getByRole('alert')).toContainText('No line names the columns')
    await page
      .getByLabel('Report of the class')
      .setInputFiles({ name: 'zoom.csv', mimeType: 'text/csv', buffer: Buffer.from(report + rows) })
    await expect(page.getByText('3 rows: 1 matched by e-mail, 2 to match by a person')).toBeVisible()
    await page.getByRole('button', { name: 'Count this report' }).click()
    await expect(page.getByText('zoom.csv counts.')).toBeVisible()
    await page.getByLabel('Student for iPhone').selectOption('Bala Iyer')
    await page.getByRole('button', { name: 'Give iPhone to the student' }).click()
    await expect(page.getByText('iPhone is Bala Iyer.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss Mother' }).click()
    await expect(page.getByRole('heading', { name: 'To match' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Class 2/ }).click()
    await expect(page.getByRole('list', { name: 'Sums' })).toContainText('2 present')
  })
})

test('an instructor marks a class on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const { id: instructor_id, email } = await addInstructor('Own Instructor')
  const { batchId } = await openBatch({ instructor_id })
  await enterAs(page, 'instructor', email)
  await page.goto(`/console/attendance/${batchId}`)
  await page.getByRole('link', { name: /^Class 1/ }).click()
  await page.getByRole('group', { name: 'Mark Bala Iyer' }).getByRole('button', { name: 'Excused' }).click()
  await expect(page.getByText('Bala Iyer: excused.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sums' })).toContainText('1 excused')
  await expectAccessible(page)
  const [other] = await asStaff<{ id: number }>(
    `select b.id from batches b join instructors i on i.id = b.instructor_id where b.starts_at < app_now() and b.id <> $1
       and i.id <> $2 limit 1`,
    [batchId, instructor_id],
  )
  await page.goto(`/console/attendance/${other?.id ?? 0}`)
  await expect(page.getByText('This batch does not exist, or you do not teach it.')).toBeVisible()
})

test('no class of the grid is partly behind the names', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'owner')
  await page.goto('/console/attendance/125')
  const grid = page.getByRole('region', { name: 'Grid of attendance' })
  /** Pixels that are seen of the links above the classes, where a part of one is hidden. */
  const cut = () =>
    grid.evaluate((box) => {
      const [, names] = [...box.querySelectorAll('thead th')]
      const edge = names?.getBoundingClientRect().right ?? 0
      return [...box.querySelectorAll('thead a')]
        .map((link) => link.getBoundingClientRect())
        .filter(({ left, right }) => left < edge && right > edge)
        .map(({ right }) => Math.round(right - edge))
    })
  for (const width of [1440, 1307, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(grid.getByRole('link').first()).toBeAttached()
    await expect.poll(cut, `${width} px`).toEqual([])
    await grid.evaluate((box) => box.scrollBy({ left: -130 }))
    await expect.poll(cut, `${width} px, scrolled`).toEqual([])
  }
})
