import type { Locator, Page, Route } from '@playwright/test'
import { busy, busyTrying } from '#contract/messages.ts'
import { busyTries } from '#contract/rules.ts'
import { expect, test } from './shop.ts'
import { asha, forgive, noticeIn, storeSession, pretendSession, problem, reply, storedIn } from './stand-in.ts'

const phoneMessage = 'Phone number must be exactly 10 digits.'
const taken = 'An account with this email or phone number already exists. Please use a different email or phone number.'

const lost = (route: Route) => route.abort()

async function openLogin(page: Page, open: (path: string) => Promise<void>): Promise<Locator> {
  await open('/login')
  return page.getByRole('form', { name: 'Log in' })
}

async function fillRegistration(form: Locator): Promise<void> {
  await form.getByLabel('Full name').fill(asha.full_name)
  await form.getByLabel('Phone number').fill('+91 98765 43210')
  await form.getByLabel('Email').fill(asha.email)
}

test('a form that tries again says so until it ends', async ({ page, shop, consoleErrors }) => {
  await page.clock.install()
  await shop.open('/register')
  const form = page.getByRole('form', { name: 'Create a free account' })
  await fillRegistration(form)
  const calls: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/register/', async (route) => {
    calls.push(route.request().method())
    if (calls.length === busyTries) await held
    await route.fulfill({ status: 503, headers: { 'retry-after': '4' }, json: { ...problem(busy), code: 'busy' } })
  })
  await form.getByRole('button', { name: 'Create account' }).click()
  const words = form.getByRole('status').filter({ hasText: busyTrying })
  await expect(words).toBeVisible()
  while (calls.length < busyTries) {
    await page.clock.runFor(1000)
    await expect(words).toBeVisible()
  }
  release()
  await expect(noticeIn(page)).toContainText(busy)
  await expect(words).toHaveCount(0)
  await page.clock.runFor(60_000)
  await expect(noticeIn(page)).toContainText(busy)
  expect(calls).toHaveLength(busyTries)
  forgive(consoleErrors, /503/)
})

test('a code page says that its code is late', async ({ page, shop }) => {
  await page.addInitScript((email) => localStorage.setItem('emailForOtp', email), asha.email)
  await page.route('**/api/auth/code-delay/', reply(200, { late: true }))
  await shop.open('/verify-otp')
  await expect(page.getByText(`Your code is late. It is on its way to ${asha.email}`)).toBeVisible()
  await expect(page.getByText('Our e-mails are late at the moment.')).toBeVisible()
  await expect(page.getByText('We e-mailed a code to')).toHaveCount(0)
})

test.describe('login', () => {
  test('requires an email, sends once and continues to the code [TXT-016 TXT-037]', async ({ page, shop }) => {
    const form = await openLogin(page, (path) => shop.open(path))
    const email = form.getByLabel('Email')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveAttribute('required', '')
    await expect(form.getByRole('textbox')).toHaveCount(1)
    await form.getByRole('button', { name: 'Send OTP' }).click()
    await expect(shop.toast('Email is required.')).toBeVisible()
    await expect(email).toHaveAccessibleDescription('Email is required.')
    await expect(email).toBeFocused()
    // Private addresses are accepted here.
    const bodies: unknown[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login/', async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await reply(200, { message: '' })(route)
    })
    await email.fill('asha@gmail.com')
    await pressTwice(form.getByRole('button', { name: 'Send OTP' }))
    await expect(form.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(shop.toast('OTP was successfully sent to your email.')).toBeVisible()
    await page.waitForURL('**/verify-otp')
    expect(bodies).toEqual([{ email: 'asha@gmail.com' }])
    expect(await storedIn(page)).toEqual({ emailForOtp: 'asha@gmail.com' })
  })

  test('shows each error and preserves the value [TXT-055 TXT-056]', async ({ page, shop, consoleErrors }) => {
    const form = await openLogin(page, (path) => shop.open(path))
    await form.getByLabel('Email').fill(asha.email)
    const unable = 'Unable to send OTP. Please check your email and try again.'
    const unauthorised = 'Unauthorized. Please check your credentials.'
    // Each text differs from the one before, so that it is known to be new.
    for (const [what, answer, text] of [
      ['400', reply(400, problem('No.')), unable],
      ['401', reply(401, problem('No.')), unauthorised],
      ['500', reply(500, problem('No.')), unable],
      ['no answer', lost, `${unable} Your internet connection is gone. Please try again when it is back.`],
    ] as const) {
      await test.step(what, async () => {
        await shop.closeToasts()
        await page.route('**/api/auth/login/', answer)
        await form.getByRole('button', { name: 'Send OTP' }).click()
        await expect(shop.toast(text)).toBeVisible()
        await expect(form.getByRole('alert')).toContainText(text)
        await expect(form.getByLabel('Email')).toHaveValue(asha.email)
        await expect(page).toHaveURL(/\/login$/)
      })
    }
    forgive(consoleErrors, /status of 500|ERR_FAILED/)
  })
})

test.describe('registration', () => {
  test('requires valid fields, submits once, continues to the code [TXT-017 TXT-036]', async ({ page, shop }) => {
    await shop.open('/register')
    const form = page.getByRole('form', { name: 'Create a free account' })
    const phone = form.getByLabel('Phone number')
    await expect(phone).toHaveAttribute('title', 'Phone number must be 10 digits')
    const pattern = new RegExp(`^(?:${await phone.getAttribute('pattern')})$`, 'v')
    expect(['9876543210', '987654321', '98765432101', '98765x3210'].map((typed) => pattern.test(typed))).toEqual([
      true,
      false,
      false,
      false,
    ])
    for (const label of ['Full name', 'Phone number', 'Email'])
      await expect(form.getByLabel(label)).toHaveAttribute('required', '')
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url())
    })
    const send = form.getByRole('button', { name: 'Create account' })
    await send.click()
    await expect(shop.toast('Full name is required.')).toBeVisible()
    for (const [label, text] of [
      ['Full name', 'Full name is required.'],
      ['Phone number', phoneMessage],
      ['Email', 'Email is required.'],
    ] as const)
      await expect(form.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text))
    await form.getByLabel('Full name').fill(asha.full_name)
    await form.getByLabel('Email').fill('asha at home')
    await phone.fill('12345')
    await send.click()
    await expect(shop.toast(phoneMessage)).toBeVisible()
    await expect(form.getByText('Please enter a valid email address.')).toBeVisible()
    expect(calls).toEqual([])

    const bodies: unknown[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/register/', async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await reply(201, { message: '' })(route)
    })
    await fillRegistration(form)
    await expect(phone).toHaveValue('9876543210')
    await pressTwice(send)
    await expect(form.getByRole('button', { name: 'Creating your account…' })).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(shop.toast('Registration successful! Please verify OTP.')).toBeVisible()
    await page.waitForURL('**/verify-otp')
    expect(bodies).toEqual([{ full_name: asha.full_name, phone_number: '9876543210', email: asha.email, type: 'register' }])
    expect(await storedIn(page)).toEqual({ emailForOtp: asha.email, authFlow: 'register' })
  })

  test('shows each error and preserves the values [TXT-057 TXT-058 TXT-059]', async ({ page, shop, consoleErrors }) => {
    await shop.open('/register')
    const form = page.getByRole('form', { name: 'Create a free account' })
    await fillRegistration(form)
    const failed = 'Registration failed. Please try again.'
    for (const [what, answer, text] of [
      ['409', reply(409, problem('Taken', { email: ['This email is already registered.'] })), taken],
      ["the server's message", reply(400, problem('The list of names is closed.')), 'The list of names is closed.'],
      ['an answer without a message', reply(400, {}), failed],
      ['no answer', lost, `${failed} Your internet connection is gone. Please try again when it is back.`],
    ] as const) {
      await test.step(what, async () => {
        await page.route('**/api/auth/register/', answer)
        await form.getByRole('button', { name: 'Create account' }).click()
        await expect(shop.toast(text)).toBeVisible()
        await expect(form.getByRole('alert')).toContainText(text)
        await expect(form.getByLabel('Full name')).toHaveValue(asha.full_name)
        await expect(form.getByLabel('Phone number')).toHaveValue('9876543210')
        await expect(form.getByLabel('Email')).toHaveValue(asha.email)
        if (what === '409') await expect(form.getByText('This email is already registered.')).toBeVisible()
        expect(await storedIn(page)).toEqual({})
      })
    }
    forgive(consoleErrors, /ERR_FAILED/)
  })
})

test.describe('the code', () => {
  test('takes four to six digits and shows each error [SEC-006 TXT-038 TXT-060]', async ({ page, shop, consoleErrors }) => {
    await keepAddress(page)
    await shop.open('/verify-otp')
    const form = page.getByRole('form', { name: 'Verify OTP' })
    const otp = form.getByLabel('OTP')
    const verify = form.getByRole('button', { name: 'Verify OTP' })
    await expect(page.getByPlaceholder('Enter OTP')).toHaveCount(1)
    await expect(otp).toHaveAttribute('type', 'text')
    await expect(otp).toHaveAttribute('required', '')
    await expect(otp).toHaveAttribute('maxlength', '6')
    const pattern = new RegExp(`^(?:${await otp.getAttribute('pattern')})$`, 'v')
    expect(['123', '1234', '12345', '123456', '1234567', '12a4'].map((typed) => pattern.test(typed))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ])
    await otp.fill('123')
    await verify.click()
    await expect(shop.toast('Enter the 4 to 6 digit OTP.')).toBeVisible()
    await expect(otp).toHaveAccessibleDescription('Enter the 4 to 6 digit OTP.')
    await otp.fill('123456')
    for (const [answer, text] of [
      [reply(400, { detail: 'The detail comes first.', message: 'Not this.' }), 'The detail comes first.'],
      [reply(400, { message: 'Then the message.' }), 'Then the message.'],
      [reply(400, {}), 'Invalid OTP. Please try again.'],
      [lost, 'Your internet connection is gone. Please try again when it is back.'],
    ] as const) {
      await test.step(text, async () => {
        await page.route('**/api/auth/verify-otp/**', answer)
        await verify.click()
        await expect(shop.toast(text)).toBeVisible()
        await expect(otp).toHaveAccessibleDescription(text)
        await expect(otp).toHaveValue('123456')
      })
    }
    await test.step('five wrong codes', async () => {
      const words = 'Invalid or expired OTP.'
      await page.route('**/api/auth/verify-otp/**', reply(400, { ...problem(words), code: 'invalid_code' }))
      await verify.click()
      await expect(otp).toHaveAccessibleDescription(words)
      await expect(form.getByRole('alert')).toHaveCount(0)
      await page.route('**/api/auth/verify-otp/**', reply(400, { ...problem(words), code: 'too_many_guesses' }))
      await verify.click()
      await expect(form.getByRole('alert')).toContainText('Please wait 15 minutes before you enter another one.')
      await expect(form.getByRole('link', { name: 'Ask us for help' })).toHaveAttribute('href', '/contact')
      await expect(otp).toHaveAccessibleDescription(words)
    })
    forgive(consoleErrors, /ERR_FAILED|status of 400/)
  })

  test('signs in, stores the session, loads the courses and goes home [TXT-018]', async ({ page, shop }) => {
    await keepAddress(page)
    let calls = 0
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/verify-otp/**', async (route) => {
      calls += 1
      expect(new URL(route.request().url()).searchParams.get('email')).toBe(asha.email)
      expect(route.request().postDataJSON()).toEqual({ otp: '1234' })
      await held
      await reply(200, { access: 'access-new', refresh: 'refresh-new', user: asha })(route)
    })
    const courses = page.waitForRequest('**/api/enrolled-courses/')
    await page.route('**/api/enrolled-courses/', reply(200, { 'enrolled courses': [] }))
    await shop.open('/verify-otp')
    await page.getByPlaceholder('Enter OTP').fill('1234')
    await pressTwice(page.getByRole('button', { name: 'Verify OTP' }))
    await expect(page.getByRole('button', { name: 'Checking…' })).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(shop.toast('OTP verified successfully!')).toBeVisible()
    await page.waitForURL('**/home')
    expect((await courses).headers()['authorization']).toBe('Bearer access-new')
    await expect(page.getByRole('banner').getByRole('button', { name: asha.full_name })).toBeVisible()
    const { user, ...tokens } = await storedIn(page)
    expect(tokens).toEqual({ accessToken: 'access-new', refreshToken: 'refresh-new' })
    expect(JSON.parse(user ?? '')).toEqual(asha)
    expect(calls).toBe(1)
  })

  test('requires an address, and a signed-in student may stay [TXT-019]', async ({ page, shop }) => {
    await page.goto('/verify-otp')
    await page.waitForURL('**/login')
    await pretendSession(page)
    await shop.open('/verify-otp')
    await expect(page.getByRole('main').getByText(asha.email)).toBeVisible()
    await expect(page).toHaveURL(/\/verify-otp$/)
  })
})

const keepAddress = async (page: Page) => {
  await storeSession(page)
  await page.evaluate((email) => {
    localStorage.clear()
    localStorage.setItem('emailForOtp', email)
    localStorage.setItem('authFlow', 'register')
  }, asha.email)
}

/** Clicks twice in one task, before React can render. */
async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
