import type { Page } from '@playwright/test'
import { findOpenBatch } from './buy-batch.ts'
import { expect, newVisitor, type Shop, test, type Visitor } from './shop.ts'
import { storedIn, storeSession } from './stand-in.ts'

/** The session keys, and no others, may stand in local storage. */
const sessionKeys = ['accessToken', 'refreshToken', 'user', 'emailForOtp', 'authFlow']

/** Opens the payment page as a new student. */
async function openPayment(page: Page, shop: Shop): Promise<void> {
  const { batchId } = await findOpenBatch(page.request)
  await shop.signUp()
  await shop.open(`/razarpayment/${batchId}`)
}

test('a new visitor registers, pays and sees course and payment [SEC-029 TXT-099]', async ({ page, shop }) => {
  const visitor = newVisitor()
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage))
  await shop.open('/home')
  expect(await storedKeys()).toEqual([])
  await page.locator('main').getByRole('link', { name: 'Register Now' }).click()
  await page.waitForURL('**/register')
  await shop.hydrated()
  await page.getByLabel('Full name').fill(visitor.name)
  await page.getByLabel('Phone number').fill(`+91 ${visitor.phone}`)
  await page.getByLabel('Email').fill(visitor.email)
  await page
    .locator('main')
    .getByRole('button', { name: /register|create/i })
    .click()
  await expect(shop.toast('Registration successful! Please verify OTP.')).toBeVisible()
  await page.waitForURL('**/verify-otp**')
  await shop.enterCode(visitor)
  await expect(shop.toast('OTP verified successfully!')).toBeVisible()
  await page.waitForURL('**/home')
  await expect(page.getByRole('button', { name: visitor.name })).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: 'Register Now' })).toBeHidden()
  expect(sessionKeys).toEqual(expect.arrayContaining(await storedKeys()))

  const course = await shop.chooseBatch()
  await shop.payByCard()
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()
  expect(sessionKeys).toEqual(expect.arrayContaining(await storedKeys()))
  expect(await page.context().cookies()).toEqual([])
  await expect(page.getByText(course).first()).toBeVisible()
  await expect(page.getByText(/^pay_\w+$/)).toBeVisible()
  await expect(page.getByText(/^order_\w+$/)).toBeVisible()
  await expect(page.getByText('₹41,500').first()).toBeVisible()
  const paymentId = await page.getByText(/^pay_\w+$/).innerText()
  await page.reload()
  await expect(page.getByText(paymentId)).toBeVisible()

  await page
    .getByRole('button', { name: 'My Courses' })
    .or(page.getByRole('link', { name: 'My Courses' }))
    .click()
  await page.waitForURL('**/enrolled-courses**')
  await expect(page.getByRole('heading', { name: 'Enrolled Courses' })).toBeVisible()
  await expect(page.locator('main').getByRole('heading', { name: course })).toBeVisible()
  const starts: string[] = []
  page.on('request', (request) => request.url().includes('/start-payment/') && starts.push(request.url()))
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You are enrolled' })).toBeVisible()
  await expect(page.getByText(paymentId)).toBeVisible()
  expect(starts).toEqual([])

  await shop.open('/my-payments')
  const row = page.getByRole('row').filter({ hasText: paymentId })
  await expect(row).toContainText(course)
  await expect(row).toContainText('41,500')
  const receipt = await shop.mail(visitor.email, /Receipt/)
  expect(receipt.text).toContain(paymentId)
})

test('a returning student logs in before paying for the selected batch', async ({ page, shop }) => {
  const student = await shop.knownStudent()
  const course = await shop.chooseBatch()
  const paying = new URL(page.url()).pathname
  await page.getByRole('dialog').getByRole('link', { name: 'Log in instead' }).click()
  await page.waitForURL('**/login**')
  // The address changes before the page: the form that is left has the same field.
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(student.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(shop.toast('OTP was successfully sent to your email.')).toBeVisible()
  await page.waitForURL('**/verify-otp**')
  await shop.enterCode(student)
  await page.waitForURL(`**${paying}`)
  await shop.payByCard()
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()
  await page
    .getByRole('button', { name: 'My Courses' })
    .or(page.getByRole('link', { name: 'My Courses' }))
    .click()
  await expect(page.locator('main').getByRole('heading', { name: course })).toBeVisible()

  await shop.open(paying)
  await expect(shop.toast('You have already enrolled in this batch.')).toBeVisible()
  await page.waitForURL('**/home')
})

test('logout leaves no session data in the browser [SEC-029 TXT-010]', async ({ page, shop }) => {
  const visitor = await shop.signUp()
  await storeSession(page, { ...(await storedIn(page)), emailForOtp: visitor.email, authFlow: 'register' })
  await shop.open('/home')
  await page.getByRole('button', { name: visitor.name }).click()
  const home = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Logout' }).click()
  await home
  await shop.hydrated()
  await expect(shop.toast('Logged out successfully')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  // The scroll positions belong to the router.
  const storedKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  expect((await page.evaluate(storedKeys)).filter((key) => key !== 'react-router-scroll-positions')).toEqual([])
  await shop.open('/my-payments')
  await expect(page.locator('main').getByText('Access token not found. Please log in.')).toBeVisible()
})

test('a visitor without an account registers during payment and is enrolled', async ({ page, shop }) => {
  const visitor = newVisitor()
  await shop.chooseBatch()
  await registerInline({ ...visitor, email: `mistyped-${visitor.email}` })
  await shop.payByCard()
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()
  await test.step('corrects and verifies the e-mail on the success page', async () => {
    const verify = page.getByRole('region', { name: 'Verify your e-mail' })
    await verify.getByRole('button', { name: 'Change the e-mail address' }).click()
    await verify.getByLabel('Email').fill(visitor.email)
    await verify.getByRole('button', { name: 'Send OTP' }).click()
    const { subject } = await shop.mail(visitor.email, /^\d{6} /)
    await verify.getByLabel('OTP').fill(subject.slice(0, 6))
    await verify.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page.getByText('Your e-mail is verified')).toBeVisible()
    expect(JSON.parse((await storedIn(page))['user'] ?? '')).toMatchObject({ email: visitor.email })
  })
  await page
    .getByRole('button', { name: 'My Courses' })
    .or(page.getByRole('link', { name: 'My Courses' }))
    .click()
  await page.waitForURL('**/enrolled-courses**')
  await expect(page.locator('main').getByRole('article').or(page.locator('main').getByRole('listitem')).first()).toBeVisible()

  async function registerInline(person: Visitor) {
    const popup = page.getByRole('dialog')
    await popup.getByLabel(/name/i).fill(person.name)
    await popup.getByLabel(/phone/i).fill(person.phone)
    await popup.getByLabel(/email/i).fill(person.email)
    await test.step('the State of the picker is not asked for again', async () => {
      const state = popup.getByLabel('Your State')
      await expect(popup.getByText('Your State: Maharashtra')).toBeVisible()
      await expect(state).toHaveCount(0)
      await popup.getByRole('button', { name: 'Change your State' }).click()
      await expect(state).toBeFocused()
      await expect(state).toHaveAccessibleDescription(/receipt|place of supply/)
      await state.selectOption('Karnataka')
    })
    const saving = page.waitForResponse((response) => response.url().endsWith('/api/payment/buyer/'))
    await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
    expect(await (await saving).json()).toMatchObject({ state_code: '29' })
  }
})

test('a dismissed checkout shows a message and goes home [TXT-011]', async ({ page, shop }) => {
  await openPayment(page, shop)
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  await shop.dismissSheet()
  await expect(shop.toast('Payment cancelled by user')).toBeVisible()
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return location.pathname === '/home' && entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
  })
  const card = page.getByRole('region', { name: 'Cloud Architecture on AWS' })
  await expect(card).toContainText('₹41,500')
  // Checkout can be closed while it still loads the order.
  const preferences = '**/v1/checkout/preferences*'
  await page.route(preferences, () => undefined)
  await card.getByRole('link', { name: 'Continue payment' }).click()
  await expect(page.locator('iframe.razorpay-checkout-frame')).toBeVisible()
  await shop.dismissSheet()
  await page.unroute(preferences)
  await page.waitForURL('**/home')
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  await shop.open('/my-payments')
  await expect(page.getByText('No payments found.')).toBeVisible()
})

test('a declined card shows the reason, and another card succeeds', async ({ page, shop }) => {
  await openPayment(page, shop)
  await shop.payByCard('4100 2800 0006 0003')
  await expect(shop.sheet.getByText('The bank declined the card.')).toBeVisible()
  await shop.sheet.getByRole('button', { name: 'Try again' }).click()
  await shop.payByCard()
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()
})

test('a checkout closed after a refusal says that nothing was charged', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await openPayment(page, shop)
  await shop.payByCard('4100 2800 0006 0003')
  await expect(shop.sheet.getByText('The bank declined the card.')).toBeVisible()
  await shop.dismissSheet()
  await expect(shop.toast('Payment cancelled by user')).toBeVisible()
  await page.waitForURL('**/home')
  const slot = page.locator('.cancelled-slot')
  // The head script reserves the height, so that nothing moves.
  const before = await slot.evaluate((box) => Number.parseFloat(getComputedStyle(box).minHeight))
  await expect(slot).toContainText('Unfinished payment, nothing was charged')
  expect((await slot.boundingBox())?.height).toBe(before)
})

test('the purchase works by keyboard alone', async ({ page, shop }) => {
  const visitor = newVisitor()
  await shop.open('/courses')
  await tabTo('Cloud Architecture on AWS')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/courses/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Cloud Architecture on AWS' })).toBeFocused()
  await tabTo('Enroll Now')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  const radio = page.getByRole('radio', { disabled: false }).first()
  while (!(await radio.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await tabTo('Enroll')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/razarpayment/*')
  const popup = page.getByRole('dialog')
  await popup.waitFor()
  for (const [label, value] of [
    [/name/i, visitor.name],
    [/phone/i, visitor.phone],
    [/email/i, visitor.email],
  ] as const) {
    const field = popup.getByLabel(label)
    while (!(await field.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await shop.sheet.getByLabel('Card number').waitFor()
  await shop.sheet.getByLabel('Card number').focus()
  for (const value of ['4100280000001007', '1230', '123', 'Asha Patil']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await shop.sheet.getByRole('button', { name: /^Pay ₹/ }).focus()
  await page.keyboard.press('Enter')
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()

  async function tabTo(name: string) {
    for (let step = 0; step < 200; step += 1) {
      await page.keyboard.press('Tab')
      const text = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
      if (text === name) return
    }
    throw new Error(`${name} can not be reached by keyboard`)
  }
})

test('a dismissed checkout with an unknown status reports no payment', async ({ page, shop }) => {
  await openPayment(page, shop)
  await expect(shop.sheet.getByLabel('Card number')).toBeVisible()
  await page.route('**/api/payment/status/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'We could not check', detail: 'We could not check', code: 'unavailable' } }),
  )
  await shop.dismissSheet()
  await expect(page.getByText('We could not reach the server to check whether a payment was made.').first()).toBeVisible()
  await expect(page.getByText('Payment received')).toBeHidden()
})
