import { readFileSync } from 'node:fs'
import { enterAs } from './console-staff.ts'
import { addCourse, asStaff, enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

test('a student makes, copies, replaces and revokes a calendar address', async ({ page, shop, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const visitor = await shop.signUp()
  const { batchId } = await addCourse('2 days')
  await enrol(visitor.email, batchId)
  await shop.open('/profile')
  const card = page.getByRole('region', { name: 'Calendar' })
  const make = card.getByRole('button', { name: 'Make calendar address' })
  await make.focus()
  await page.keyboard.press('Enter')
  const field = card.getByLabel('Calendar address')
  await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  await expect(field).toBeFocused()
  const first = await field.inputValue()
  await card.getByRole('button', { name: 'Copy address' }).click()
  await expect(card.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expect(card.getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
    'href',
    first.replace(/^https?:/, 'webcal:'),
  )
  await expectNoViolations(page)
  // Another calendar has neither token nor cookie.
  const read = async (url: string) => (await fetch(url)).status
  const text = await (await fetch(first)).text()
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).not.toContain('classroom.example')

  await page.reload()
  await expect(card.getByText('A calendar last asked on')).toBeVisible()
  await expect(field).toHaveCount(0)
  await card.getByRole('button', { name: 'Make a new address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click()
  await expect(field).toHaveValue(/\/calendar\//)
  const second = await field.inputValue()
  expect([await read(first), await read(second)]).toEqual([404, 200])
  await card.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke address' }).click()
  await expect(make).toBeFocused()
  expect(await read(second)).toBe(404)
})

test('a class is added to a calendar by keyboard', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  const { batchId } = await addCourse('2 days')
  await enrol(visitor.email, batchId)
  const [session] = await asStaff<{ id: number }>(
    'select id from class_sessions where batch_id = $1 order by starts_at limit 1',
    [batchId],
  )
  const id = session?.id ?? 0
  await page.goto(`/join/${id}`)
  const button = page.getByRole('button', { name: 'Add to calendar' })
  await button.focus()
  await page.keyboard.press('Enter')
  const google = page.getByRole('link', { name: 'Google Calendar' })
  await expect(google).toHaveAttribute('href', new RegExp(`^https://calendar\\.google\\.com/.*join%2F${id}`))
  await expect(page.getByRole('link', { name: 'Microsoft 365' })).toHaveAttribute('href', /^https:\/\/outlook\.office\.com\//)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(google).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe(`class-${id}.ics`)
  expect(readFileSync(await file.path(), 'utf8')).toContain(`UID:class-${id}@`)
})

test('an instructor makes a calendar address in the console', async ({ page }) => {
  await asStaff(
    `update instructors set staff_id = (select id from staff where 'instructor' = any (roles) order by id limit 1)
     where id = (select min(id) from instructors)
       and not exists (select from instructors i join staff m on m.id = i.staff_id where 'instructor' = any (m.roles))`,
  )
  await enterAs(page, 'instructor')
  await page.goto('/console/account')
  await page.getByRole('button', { name: 'Make calendar address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your calendar address' })
  const url = await dialog.getByText(/\/calendar\/[\w-]{43}\.ics$/).textContent()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText('no calendar has asked yet')).toBeVisible()
  expect((await fetch(url ?? '')).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke address' }).click()
  await expect(page.getByText('You have no calendar address yet.')).toBeVisible()
  expect((await fetch(url ?? '')).status).toBe(404)
})
