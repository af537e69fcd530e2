import { asStaff } from './reach-school.ts'
import { expect, newVisitor, type Shop, test } from './shop.ts'

/** A batch that no other test buys. */
const batchId = 122

/** Sells the last seat of the batch: it has as many seats as students. */
const setSeats = (more: number) =>
  asStaff(
    `update batches b set capacity = (select count(*) from active_enrolments e where e.batch_id = b.id) + $2 where b.id = $1`,
    [batchId, more],
  )

const linkIn = (text: string) => /\/waitlist\/\d+#[\w-]{43}/.exec(text)?.[0] ?? ''

/** Lets somebody else wait for the batch. */
async function waits(shop: Shop) {
  const student = await shop.knownStudent()
  const headers = { authorization: `Bearer ${student.access}` }
  const path = `/api/batches/${batchId}/waitlist/`
  expect((await shop.page.request.post(path, { headers })).status()).toBe(201)
  return { ...student, leave: () => shop.page.request.delete(path, { headers }) }
}

test('a full batch is waited for and bought on a phone', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await setSeats(0)
  const before = await waits(shop)
  const after = await waits(shop)

  await shop.open(`/waitlist/${batchId}`)
  await expect(page.getByRole('heading', { name: 'This batch is full' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in to join' })).toHaveAttribute('href', /returnTo=%2Fwaitlist%2F122/)
  const visitor = newVisitor()
  await shop.signUp(visitor)
  const course = (await (await page.request.get(`/api/batches/${batchId}/`)).json()) as { course: { id: number } }
  await shop.open(`/courses/${course.course.id}?tab=batches`)
  await page.getByRole('tabpanel').getByRole('link', { name: 'Join the waitlist' }).click()
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the waitlist' })).toBeVisible()
  await expect(page.locator('main').getByText('3', { exact: true }).first()).toBeVisible()

  // Whoever leaves passes a seat on at once.
  await setSeats(2)
  expect((await before.leave()).status()).toBe(200)
  const offer = await shop.mail(visitor.email, /^A seat in .* is yours until /)
  const seconds = await shop.mail(after.email, /^A seat in /)
  await shop.open('/enrolled-courses')
  await expect(page.getByRole('heading', { name: 'A seat is free for you' })).toBeVisible()
  await page.goto(linkIn(offer.text))
  await expect(page.getByText(/Seat offered to you until \w{3} \d+ \w{3}, \d+:\d\d [AP]M IST/)).toBeVisible()
  await page.getByRole('link', { name: 'Pay and take the seat' }).click()
  await expect(page.getByText(/Seat offered to you until/)).toBeVisible()
  await shop.payByCard()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await shop.open(`/waitlist/${batchId}`)
  await expect(page.getByRole('heading', { name: 'You have a place' })).toBeVisible()

  // Opening the link of a mail does nothing. Only the button leaves, and asks once more.
  await page.evaluate(() => localStorage.clear())
  await page.goto(linkIn(seconds.text))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Pay and take the seat' })).toHaveAttribute(
    'href',
    /^\/login\?returnTo=%2Frazarpayment%2F122/,
  )
  await page.getByRole('button', { name: 'Give the seat back' }).click()
  await expect(page.getByText('The seat goes to the next person, and you leave')).toBeVisible()
  await page.getByRole('button', { name: 'Give the seat back' }).click()
  await expect(page.getByText('You have left the waitlist.')).toBeVisible()
  const entries = await asStaff<{ state: string }>('select state from waitlist_entries where batch_id = $1 order by id', [
    batchId,
  ])
  expect(entries.map(({ state }) => state)).toEqual(['left', 'left', 'taken'])
})
