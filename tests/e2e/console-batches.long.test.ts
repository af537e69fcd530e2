import { dayText } from '#console/kit/dates/day-text.ts'
import { addDays, dayOf, mondayOf, today } from '#ui/days.ts'
import { formatLongDay } from '#ui/format.ts'
import { changeClass, enterAs, expectAccessible, pickUp, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a batch is made, duplicated and changed class by class', async ({ page, consoleErrors }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { courseId } = await addCourse('40 days')
  const calendar = `Calendar ${courseId}`
  const title = `Course for batches ${courseId}`
  await asStaff(`update courses set title = $2 where id = $1`, [courseId, title])
  const monday = addDays(mondayOf(today()), 21)
  await asStaff(`insert into holidays (calendar, day, name) values ($1, $2, 'Founders Day')`, [calendar, addDays(monday, 2)])
  await enterAs(page, 'content')
  await page.goto('/console/batches/new')
  // Messages are dialogs too, for assistive technology.
  const dialog = page.getByRole('dialog', { name: /^(Move|Cancel class|Paste|Bring|Duplicate)/ })

  await test.step('the classes stand beside the form while it is filled', async () => {
    await page.getByLabel('Course', { exact: true }).fill(title)
    await page.getByRole('option', { name: title }).click()
    await page.getByLabel('Instructor', { exact: true }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel('First day').fill(monday)
    await expect(page.getByRole('button', { name: 'Mon', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Wed' }).click()
    await page.getByLabel('Number of classes', { exact: true }).fill('5')
    await page.getByLabel('Calendar of holidays').click()
    await page.getByRole('option', { name: calendar }).click()
    const classes = page.getByRole('region', { name: 'Classes', exact: true })
    await expect(classes.getByText(/^5 classes, Monday and Wednesday, last on /)).toBeVisible()
    await expect(classes.getByText('Founders Day').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create batch' }).click()
    await expect(page.getByText(new RegExp(`^Batch \\d+, ${title} is created, with 5 classes\\.`))).toBeVisible()
  })

  await expect(page).toHaveURL(/\/batches\/\d+$/)
  const chip = (number: number) => page.getByRole('button', { name: new RegExp(`^Class ${number} of `) })
  const batchId = Number(new URL(page.url()).pathname.split('/').at(-1))
  const startOf = async (number: number) =>
    (
      await asStaff<{ starts_at: Date }>('select starts_at from numbered_sessions where batch_id = $1 and number = $2', [
        batchId,
        number,
      ])
    )[0]?.starts_at.toISOString() ?? ''

  const announced = page.locator('[id^="DndLiveRegion"]')
  await test.step('a class is dragged to another day, and the move is undone', async () => {
    await expect(chip(1)).toBeVisible()
    await expectAccessible(page)
    const before = await startOf(2)
    await chip(2).hover()
    await page.mouse.down()
    const tuesday = page.locator(`td:has(time[datetime="${addDays(dayOf(before), 1)}"])`)
    await tuesday.hover()
    // The drag begins with the first move and follows the next ones. The class falls where it was announced.
    await expect(announced).not.toBeEmpty()
    await tuesday.hover()
    await expect(announced).toHaveText(formatLongDay(addDays(dayOf(before), 1)))
    await page.mouse.up()
    await expect(dialog.getByLabel('Day')).toHaveValue(dayText(addDays(dayOf(before), 1)))
    await expect(dialog.getByText('Nobody is enrolled yet.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Move class' }).click()
    await expect(page.getByText(/^The class is moved to /)).toBeVisible()
    expect(dayOf(await startOf(2))).toBe(addDays(dayOf(before), 1))
    await page.getByRole('button', { name: 'Undo' }).click()
    const undone = page.getByRole('dialog', { name: /^Undone\./ })
    // A later step looks for the same message. It goes by itself after five seconds, so nothing stands between.
    await undone.getByRole('button', { name: 'Close' }).click()
    await expect(undone).toHaveCount(0)
    expect(await startOf(2)).toBe(before)
  })

  await test.step('the keyboard moves a class by days', async () => {
    const before = await startOf(5)
    await pickUp(chip(5))
    await expect(announced).toHaveText(formatLongDay(before))
    await page.keyboard.press('ArrowRight')
    await expect(announced).toHaveText(formatLongDay(addDays(dayOf(before), 1)))
    await page.keyboard.press('Space')
    await expect(dialog.getByLabel('Day')).toHaveValue(dayText(addDays(dayOf(before), 1)))
    // The consequence makes the dialog higher, and its buttons move.
    await expect(dialog.getByText('Nobody is enrolled yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a class that somebody else changed shows both versions', async () => {
    await chip(1).click()
    const panel = page.getByRole('complementary', { name: 'Class 1 of 5' })
    await panel.getByLabel('Topic').fill('Reading a query plan')
    await chip(2).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    await expect(panel.getByLabel('Topic')).toHaveValue('Reading a query plan')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Class 1 of 5 is saved.')).toBeVisible()
    await panel.getByRole('button', { name: 'Cancel class' }).click()
    // The dialog has asked for the consequence. A change before that would show both versions at once.
    await expect(dialog.getByText('Nobody is enrolled yet.')).toBeVisible()
    const [first] = await asStaff<{ id: number }>('select id from numbered_sessions where batch_id = $1 and number = 1', [
      batchId,
    ])
    await changeClass(first?.id ?? 0, { module: 'Databases' })
    await dialog.getByRole('button', { name: 'Cancel class' }).click()
    await expect(dialog.getByText('Somebody else has changed this class since you opened it')).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^Module/ })).toContainText('Databases')
    await dialog.getByRole('button', { name: 'Go on with the saved version' }).click()
    await dialog.getByLabel('Reason').fill('The instructor is ill.')
    await dialog.getByRole('button', { name: 'Cancel class' }).click()
    await expect(page.getByText(/^The class of .* is cancelled\.$/)).toBeVisible()
    await expect(chip(1)).toHaveAccessibleName(/^Class 1 of 4/)
    await expect(page.getByRole('complementary').getByText('The instructor is ill.')).toBeVisible()
    await page
      .getByRole('dialog', { name: /is cancelled\.$/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(chip(1)).toHaveAccessibleName(/^Class 1 of 5.*Reading a query plan/)
    forgive(consoleErrors, /status of 412/)
    await page.keyboard.press('Escape')
  })

  await test.step('pasted topics show what each class becomes', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Paste topics' }).click()
    await dialog.getByRole('textbox', { name: 'Topics' }).fill('\nNetworks\tSubnets\n')
    await expect(dialog.getByText('1 class changed')).toBeVisible()
    await dialog.getByRole('button', { name: 'Name 1 class' }).click()
    await expect(chip(2)).toHaveAccessibleName(/Subnets/)
  })

  await test.step('a class is cancelled and made up, and each names the other', async () => {
    await chip(4).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Cancel class' }).click()
    await dialog.getByLabel('Make it up at another time').check()
    const free = dialog.getByRole('group', { name: 'Batch and instructor are free' }).getByRole('button')
    await free.first().click()
    await expect(free.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(dialog.getByRole('row', { name: /^Made up on/ })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel and make up' }).click()
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('Made up on')).toBeVisible()
    await panel.getByRole('definition').getByRole('link').click()
    await expect(panel.getByText('Makes up for the cancelled class of')).toBeVisible()
    await page
      .getByRole('dialog', { name: /is cancelled and made up on .*\.$/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(page.getByText('Undone. Nobody gets a mail.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cancelled class/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('a new holiday shows the batch that is out of line', async () => {
    await page.goto('/console/holidays/new')
    await page.getByLabel('Name').fill('Monsoon break')
    await page.getByLabel('Day', { exact: true }).fill(dayOf(await startOf(3)))
    await page.getByLabel('Calendar', { exact: true }).fill(calendar)
    await page.getByRole('button', { name: 'Create holiday' }).click()
    await page
      .getByRole('region', { name: 'Batches out of line' })
      .getByRole('button', { name: `Review Batch ${batchId}, ${title}` })
      .click()
    await expect(dialog.getByText(/^Compared with now: /)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Bring in line' }).click()
    await expect(page.getByText(`The classes of batch ${batchId} follow the pattern again.`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Review Batch ${batchId}, ${title}` })).toHaveCount(0)
  })

  await test.step('a batch is duplicated to other dates', async () => {
    await page.goto(`/console/batches/${batchId}`)
    const { length: batchesBefore } = await asStaff('select id from batches where course_id = $1', [courseId])
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await dialog.getByLabel('First day').fill(addDays(monday, 2000))
    await expect(dialog.getByRole('alert')).toHaveText('A batch begins within three years.')
    await expect(dialog.getByRole('button', { name: 'Create draft' })).toBeDisabled()
    await dialog.getByLabel('First day').fill(addDays(monday, 7))
    await expect(dialog.getByText(/^The instructor has another class at (one|\d+) of these times$/)).toBeVisible()
    await expect(dialog.getByText(new RegExp(`batch ${batchId}, ${title}, `))).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('First day').fill(addDays(monday, 70))
    await expect(dialog.getByText(/^5 classes, Monday and Wednesday, last on /)).toBeVisible()
    await dialog.getByLabel('Time').fill('7:00 AM')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create draft' }).dblclick()
    await expect(page).not.toHaveURL(new RegExp(`/batches/${batchId}$`))
    await expect(chip(2)).toHaveAccessibleName(/Subnets/)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Classes' }).getByRole('row')).toHaveCount(6)
    await expectAccessible(page)
    expect(await asStaff('select id from batches where course_id = $1', [courseId])).toHaveLength(batchesBefore + 1)
    await expect(page.getByText(/7:00 AM – 8:30 AM IST/).first()).toBeVisible()
    await expect(page.getByText('Not on sale. Visitors don’t see it until it is published.')).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/ is on sale\.$/)).toBeVisible()
    await expect(page.getByText('Not on sale.')).toHaveCount(0)
  })
})

test('the holidays say that batches are being compared until they are', async ({ page }) => {
  await page.clock.install()
  await enterAs(page, 'content')
  let isComplete = false
  await page.route('**/api/staff/batches/outdated/**', (route) => route.fulfill({ json: { items: [], is_complete: isComplete } }))
  await page.goto('/console/holidays')
  const line = page.getByText('The batches are being compared with the holidays. This takes a minute or two.')
  await expect(line).toBeVisible()
  await expectAccessible(page)
  isComplete = true
  await page.clock.runFor('01:05')
  await expect(line).toHaveCount(0)
})
