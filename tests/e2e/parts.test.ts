import { asStaff } from './reach-school.ts'
import { expect, newVisitor, Shop, test } from './shop.ts'

test('a course is paid in three parts, one of them late', async ({ page, shop, browser, consoleErrors }) => {
  test.slow()
  const [plan] = await asStaff<{ course_id: number }>(
    `select p.course_id from payment_plans p where p.state = 'active'
       and exists (select from batch_offers b where b.course_id = p.course_id and b.is_ahead and b.seats_left is distinct from 0)
     order by p.id limit 1`,
  )
  const courseId = plan?.course_id ?? 0
  const visitor = newVisitor()

  await test.step('the picker says every amount and day before paying', async () => {
    await shop.open(`/courses/${courseId}`)
    await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
    const picker = page.getByRole('dialog')
    await picker.getByRole('radio').and(page.locator('[name=batch]:enabled')).first().check()
    const parts = picker.getByRole('radio', { name: /^Three parts: ₹[\d,]+ today/ })
    await expect(
      picker.getByText(/^You pay ₹[\d,]+ today, ₹[\d,]+ on .* and ₹[\d,]+ on .* It costs nothing more\.$/),
    ).toBeVisible()
    await parts.check()
    await picker.getByRole('button', { name: 'Enroll', exact: true }).click()
  })

  await test.step('the first part enrols', async () => {
    const popup = page.getByRole('dialog', { name: 'Your details' })
    await popup.getByLabel(/name/i).fill(visitor.name)
    await popup.getByLabel(/phone/i).fill(visitor.phone)
    await popup.getByLabel(/email/i).fill(visitor.email)
    await expect(popup.getByRole('radio', { name: /^Three parts/ })).toBeChecked()
    await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
    await shop.payByCard()
    await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  })

  const part = await asStaff<{ id: number; batch_id: number; amount_paise: number }>(
    `select i.id, e.batch_id, i.amount_paise from instalments i join enrolments e on e.id = i.enrolment_id join users u on u.id = e.user_id
     where u.email = $1 order by i.number`,
    [visitor.email.toLowerCase()],
  )
  expect(part).toHaveLength(3)
  const batchId = part[0]?.batch_id ?? 0
  const rupees = (paise = 0) => `₹${(paise / 100).toLocaleString('en-IN')}`

  await test.step('a late part pauses recordings and the room says so', async () => {
    await asStaff(`update instalments set due_on = due_on - 45 where id = $1`, [part[1]?.id])
    await shop.open(`/enrolled-courses/${courseId}`)
    await expect(page.getByRole('region', { name: 'Payment is due' })).toContainText('open at once when it is paid')
    await shop.open(`/videos/${batchId}`)
    await expect(page.getByRole('region', { name: 'Payment is due' })).toBeVisible()
  })

  await test.step('the next part is paid in the room', async () => {
    await page.getByRole('region', { name: 'Payment is due' }).getByRole('link').click()
    await page.getByRole('link', { name: `Pay part 2: ${rupees(part[1]?.amount_paise)}` }).click()
    await page.waitForURL(/\/razarpayment\/\d+\?part=\d+$/)
    await expect(page.getByText(`${rupees(part[2]?.amount_paise)} is left after this payment.`)).toBeVisible()
    await shop.payByCard()
    await expect(page.getByRole('heading', { name: 'Your payment is received' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to your room' }).click()
    await expect(page.getByRole('region', { name: 'Payment is due' })).toHaveCount(0)
  })

  await test.step('a checkout that is left pays nothing', async () => {
    await shop.open('/my-payments')
    // What is to be paid comes before what was paid.
    const [due, paid] = await Promise.all([
      page.getByRole('region', { name: 'Payment in parts' }).boundingBox(),
      page.getByRole('table').boundingBox(),
    ])
    expect(due?.y).toBeLessThan(paid?.y ?? 0)
    await page.getByRole('link', { name: /^Pay part 3/ }).click()
    await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
    await shop.dismissSheet()
    await page.waitForURL('**/my-payments')
    await expect(page.getByRole('link', { name: /^Pay part 3/ })).toBeVisible()
  })

  await test.step('the link of a mail shows the part, and is paid after logging in', async () => {
    const secret = 'part-link-of-the-browser-test-with-43-chars'
    await asStaff(`update instalments set link_hash = sha256($2::bytea) where id = $1`, [part[2]?.id, secret])
    const elsewhere = await browser.newContext({ viewport: { width: 360, height: 780 } })
    const mailed = new Shop(await elsewhere.newPage())
    const address = `/razarpayment/${batchId}?part=${part[2]?.id}&offer=${secret}`
    await mailed.open(address)
    await expect(
      mailed.page.getByText('Log in with the account that has the place to pay this part.', { exact: false }),
    ).toBeVisible()
    await expect(mailed.page.getByText(rupees(part[2]?.amount_paise)).first()).toBeVisible()
    expect(mailed.page.url()).not.toContain('offer')
    await mailed.page.getByRole('link', { name: 'Log in to pay' }).click()
    await mailed.page.waitForURL('**/login**')
    expect(mailed.page.url()).not.toContain(secret)
    await mailed.signUp()
    await mailed.open(address)
    await expect(mailed.page.getByText('This link is for somebody else.')).toBeVisible()
    await expect(mailed.page.getByText(rupees(part[2]?.amount_paise))).toHaveCount(0)
    await elsewhere.close()
    await shop.open(address)
    await shop.payByCard()
    await expect(page.getByRole('heading', { name: 'Your payment is received' })).toBeVisible()
    await shop.open('/home')
    await shop.open(address)
    await expect(page.getByText('This part is paid.')).toBeVisible()
  })
  // The first start has no account.
  consoleErrors.length = 0
})
