import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

// A native field of this browser has the month first.
test.use({ locale: 'en-US', viewport: { width: 1440, height: 900 } })

test('a date is typed, picked by keyboard, refused and saved', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, 'content')
  await page.goto('/console/holidays/new')
  const name = `Harvest ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Calendar', { exact: true }).fill('India')
  const day = page.getByLabel('Day', { exact: true })
  const save = page.getByRole('button', { name: 'Create holiday' })

  await test.step('a text that is no date has an error with an example and is not sent', async () => {
    await day.fill('31/6/2031')
    await day.blur()
    await expect(day).toHaveAttribute('aria-invalid', 'true')
    await expect(day).toHaveAccessibleDescription(
      /^“31\/6\/2031” is not a date\. Please write it like \d{1,2} [A-Z][a-z]{2} \d{4}\./,
    )
    await expect(day).toHaveValue('31/6/2031')
    await save.click()
    await expect(page).toHaveURL(/\/holidays\/new$/)
    await expect(day).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('the day comes before the month, and its weekday is named', async () => {
    await day.fill('3/12/2031')
    await day.blur()
    await expect(day).toHaveValue('3 Dec 2031')
    await expect(day).toHaveAccessibleDescription('Wednesday')
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Wednesday, 3 December 2031' })).toHaveCount(1)
  })

  const opener = page.getByRole('button', { name: 'Open calendar' })
  const inGrid = (label: string) => page.getByRole('grid').getByRole('button', { name: label })
  await test.step('the keys of the calendar move, and Escape gives the focus back', async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'December 2031' })).toBeVisible()
    await expect(inGrid('Wednesday, 3 December 2031')).toBeFocused()
    await expectAccessible(page)
    for (const [key, label] of [
      ['ArrowRight', 'Thursday, 4 December 2031'],
      ['ArrowDown', 'Thursday, 11 December 2031'],
      ['Home', 'Monday, 8 December 2031'],
      ['End', 'Sunday, 14 December 2031'],
      ['ArrowLeft', 'Saturday, 13 December 2031'],
      ['ArrowUp', 'Saturday, 6 December 2031'],
      ['PageDown', 'Tuesday, 6 January 2032'],
      ['PageUp', 'Saturday, 6 December 2031'],
      ['Shift+PageUp', 'Friday, 6 December 2030'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(inGrid(label), key).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(day).toHaveValue('3 Dec 2031')
  })

  await test.step('a picked day is saved', async () => {
    await page.keyboard.press('Enter')
    await expect(inGrid('Wednesday, 3 December 2031')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(day).toHaveValue('4 Dec 2031')
    await expect(opener).toBeFocused()
    await save.click()
    await expect(page.getByText(`${name} is added. No class has moved yet.`)).toBeVisible()
    const rows = await asStaff<{ day: string }>(`select to_char(day, 'YYYY-MM-DD') as day from holidays where name = $1`, [name])
    expect(rows).toEqual([{ day: '2031-12-04' }])
  })

  await test.step('a time is typed, refused and picked', async () => {
    await page.goto('/console/batches/new')
    const time = page.getByLabel('Time', { exact: true })
    await time.fill('7')
    await time.blur()
    await expect(time).toHaveAccessibleDescription(/^“7” is not a time\. Please write it like 7:30 pm or 19:30\./)
    await time.fill('7.30pm')
    await time.blur()
    await expect(time).toHaveValue('7:30 pm')
    await expect(time).not.toHaveAttribute('aria-invalid')
    await time.click()
    await expect(page.getByRole('option')).toHaveCount(96)
    await page.getByRole('option', { name: '7:45 pm' }).click()
    await expect(time).toHaveValue('7:45 pm')
  })
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the calendar fits 320 px with targets of 44 px', async ({ page }) => {
    await enterAs(page, 'content')
    await page.goto('/console/holidays/new')
    await page.getByRole('button', { name: 'Open calendar' }).tap()
    const popup = page.getByRole('dialog', { name: 'Calendar' })
    await expect(popup).toBeVisible()
    const { left, right } = await popup.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
    expect([left >= 0, right <= 320]).toEqual([true, true])
    const sizes = await popup
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]))
    expect(sizes.filter(([width = 0, height = 0]) => width < 44 || height < 44)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
