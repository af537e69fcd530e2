import { dayText } from '#console/kit/dates/day-text.ts'
import { addDays, instantOf, mondayOf, today } from '#ui/days.ts'
import { formatLongDay } from '#ui/format.ts'
import { cancelClass, enterAs, expectAccessible, pickUp, watchPolicy } from './console-staff.ts'
import { addCourse, addInstructor, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const monday = addDays(mondayOf(today()), 49)
const day = (index: number) => addDays(monday, index)

/** Two batches of one instructor, daily from half past seven in the evening and from nine in the morning. */
async function teachTwo(name: string) {
  const { id: instructor, email } = await addInstructor(name)
  const first = await addCourse('40 days', { instructor_id: instructor, clock: '19:30' })
  const second = await addCourse('40 days', { instructor_id: instructor, clock: '09:00' })
  await asStaff('update courses set title = $2 where id = $1', [first.courseId, `Course of ${name}`])
  const idOf = async (batchId: number, on: string, clock: string) => {
    const [found] = await asStaff<{ id: number }>('select id from class_sessions where batch_id = $1 and starts_at = $2', [
      batchId,
      instantOf(on, clock),
    ])
    return found?.id ?? 0
  }
  return { instructor, email, first: first.batchId, second: second.batchId, idOf }
}

const startOf = async (id: number) =>
  (await asStaff<{ starts_at: Date }>('select starts_at from class_sessions where id = $1', [id]))[0]?.starts_at.toISOString()

test('the week moves a class by drag, keys and free times', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { instructor, first, second, idOf } = await teachTwo('Kavya Nair')
  const [tuesday, wednesday, thursday] = [
    await idOf(first, day(1), '19:30'),
    await idOf(first, day(2), '19:30'),
    await idOf(first, day(3), '19:30'),
  ]
  await enterAs(page, 'content')
  const chip = (id: number) => page.locator(`[data-class="${id}"]`)
  const dialog = page.getByRole('dialog', { name: /^Move class/ })
  const announced = page.locator('[id^="DndLiveRegion"]')

  await test.step('a cancelled class is struck through and stays', async () => {
    await cancelClass(thursday)
    await page.goto(`/console/week?day=${day(2)}&instructor=${instructor}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ to \d+ [A-Z]/)
    await expect(chip(thursday)).toHaveAccessibleName(/Cancelled/)
    await expect(chip(thursday)).toHaveCSS('text-decoration-line', 'line-through')
    await expectAccessible(page)
  })

  await test.step('a drag opens the preview, and nothing changes before it is confirmed', async () => {
    const before = await startOf(tuesday)
    await chip(tuesday).hover()
    const box = await chip(tuesday).boundingBox()
    const next = await chip(wednesday).boundingBox()
    if (!box || !next) throw new Error('the classes are not shown')
    const [x, y] = [box.x + 20, box.y + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y - 20)
    // Three hours earlier on the next day.
    await page.mouse.move(x + next.x - box.x, y - 162, { steps: 4 })
    await expect(announced).toHaveText(`${formatLongDay(`${day(2)}T06:30:00Z`)}, 4:30 PM`)
    await page.mouse.up()
    await expect(dialog.getByLabel('Day')).toHaveValue(dayText(day(2)))
    await expect(dialog.getByLabel('Time')).toHaveValue('4:30 pm')
    await expect(dialog.getByText('Nobody is enrolled yet.')).toBeVisible()
    expect(await startOf(tuesday)).toBe(before)
    await dialog.getByLabel('Time').fill('9:30 am')
    await page.keyboard.press('Tab')
    await expect(dialog.getByText(/The instructor has another class at that time/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Move class' }).click()
    await expect(page.getByText(/^The class is moved to /)).toBeVisible()
    expect(await startOf(tuesday)).toBe(instantOf(day(2), '09:30'))
  })

  await test.step('the clash is listed in words and opens its class', async () => {
    await page.getByText('1 clash: an instructor has two classes at one time').click()
    await page.getByRole('button', { name: /^Kavya Nair, Wed .*9:00 AM to 10:30 AM, and batch .*9:30 AM to 11:00 AM/ }).click()
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('link', { name: `Batch ${second}, A Course for Testing Rooms` })).toBeVisible()
    await expect(panel.getByText(/^Kavya Nair has another class at that time/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  })

  await test.step('Space and arrow keys move a class by quarters and days', async () => {
    await pickUp(chip(wednesday))
    await page.keyboard.press('ArrowUp')
    await expect(announced).toHaveText(/7:15 PM$/)
    await page.keyboard.press('ArrowUp')
    await expect(announced).toHaveText(/7:00 PM$/)
    await page.keyboard.press('ArrowLeft')
    await expect(announced).toHaveText(`${formatLongDay(`${day(1)}T06:30:00Z`)}, 7:00 PM`)
    await page.keyboard.press('Space')
    await expect(dialog.getByLabel('Day')).toHaveValue(dayText(day(1)))
    await expect(dialog.getByLabel('Time')).toHaveValue('7:00 pm')
    await expect(dialog.getByText('Nobody is enrolled yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await chip(thursday).focus()
    await page.keyboard.press('m')
    await expect(dialog).toHaveCount(0)
    await chip(wednesday).focus()
    await page.keyboard.press('m')
    await expect(dialog.getByLabel('Time')).toHaveValue('7:30 pm')
    await page.keyboard.press('Escape')
  })

  await test.step('a free time fills the dialog', async () => {
    await chip(wednesday).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Find a free time' }).click()
    const free = page.getByRole('group', { name: /^Friday/ }).getByRole('button', { name: /^Free/ })
    await expect(free).toHaveText(['Free 7:00 AM to 9:00 AM', 'Free 10:30 AM to 7:30 PM'])
    await expectAccessible(page)
    await free.nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Day')).toHaveValue(dayText(day(4)))
    await expect(dialog.getByLabel('Time')).toHaveValue('10:30 am')
    await dialog.getByRole('button', { name: 'Move class' }).click()
    // Keys belong to the dialog until it is gone, and the message of the step before may still be there.
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^The class is moved to /).first()).toBeVisible()
    expect(await startOf(wednesday)).toBe(instantOf(day(4), '10:30'))
    await page.keyboard.press('z')
    await expect(page.getByText(/^Undone\./)).toBeVisible()
    expect(await startOf(wednesday)).toBe(instantOf(day(2), '19:30'))
    await page.getByRole('button', { name: 'Close free times' }).click()
  })

  await test.step('the focus stays in the panel when its button is gone', async () => {
    await page.goto(`/console/week?day=${day(2)}&instructor=${instructor}`)
    await chip(wednesday).click()
    await expect(page.getByRole('complementary').getByRole('button', { name: 'Cancel class' })).toBeVisible()
    await page.keyboard.press('c')
    const cancelling = page.getByRole('dialog', { name: /^Cancel class/ })
    await cancelling.getByRole('button', { name: 'Cancel class' }).click()
    await expect(cancelling).toHaveCount(0)
    const panel = page.getByRole('complementary', { name: 'Cancelled class' })
    await expect(panel.getByRole('heading', { name: /^Cancelled class/ })).toBeFocused()
    await page.keyboard.press('z')
    await expect(page.getByText(/^Undone\./).last()).toBeVisible()
  })

  await test.step('keys change week and view, and the address holds them', async () => {
    await page.goto(`/console/week?day=${monday}&instructor=${instructor}`)
    await expect(chip(wednesday)).toBeVisible()
    await page.keyboard.press('n')
    await expect(page).toHaveURL(new RegExp(`day=${day(7)}.*instructor=${instructor}|instructor=${instructor}.*day=${day(7)}`))
    await page.keyboard.press('p')
    await page.keyboard.press('d')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatLongDay(`${monday}T06:30:00Z`))
    await expect(page.getByRole('heading', { level: 2, name: 'Kavya Nair' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: 'Kavya Nair' })).toBeVisible()
    await page.keyboard.press('w')
    await page.keyboard.press('t')
    await expect(page).not.toHaveURL(/day=|view=/)
    await expect(page.getByText('No class in this week matches the filter.')).toBeVisible()
  })

  await test.step('paper has the classes as a table', async () => {
    await page.goto(`/console/week?day=${monday}&instructor=${instructor}`)
    await expect(chip(thursday)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveCount(8)
    await expect(table.getByText(/7:30 PM to 9:00 PM, Kavya Nair\. Cancelled class, batch \d+\. Cancelled\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
})

test('an instructor reads the own week on a phone', async ({ page }) => {
  await watchPolicy(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { email, first } = await teachTwo('Devika Pillai')
  const { batchId: other } = await addCourse('40 days', { clock: '19:30' })
  await enterAs(page, 'instructor', email)
  await page.goto(`/console/week?day=${monday}`)
  await expect(page.getByText(new RegExp(`batch ${first}, Devika Pillai$`))).toHaveCount(7)
  await expect(page.getByText(new RegExp(`batch ${other},`))).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Free times' })).toHaveCount(0)
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^7:30 PM to 9:00 PM/ })
    .first()
    .click()
  await expect(
    page.getByRole('complementary').getByRole('link', { name: `Batch ${first}, Course of Devika Pillai` }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move' })).toHaveCount(0)
})
