import type { Page } from '@playwright/test'
import type { SignedIn } from '#contract/people/accounts.ts'
import { buyBatch, openPaid } from './buy-batch.ts'
import { expect, newVisitor, type Shop, type Student, test, type Visitor } from './shop.ts'
import { forgive } from './stand-in.ts'

/** Opens the profile of a new student. */
async function enterProfile(page: Page, shop: Shop): Promise<Student> {
  const student = await shop.signUp()
  await shop.open('/profile')
  await expect(page.getByText('Active now')).toBeVisible()
  return student
}

/** Signs a student in on another device, through the API. */
async function signInApart(page: Page, shop: Shop, visitor: Visitor): Promise<SignedIn> {
  const headers = { 'x-forwarded-for': '198.51.100.9' }
  const asked = await page.request.post('/api/auth/login/', { headers, data: { email: visitor.email } })
  expect(asked.ok()).toBe(true)
  const verified = await page.request.post(`/api/auth/verify-otp/?email=${encodeURIComponent(visitor.email)}`, {
    headers: { ...headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    data: { otp: await shop.codeFor(visitor.email) },
  })
  expect(verified.ok()).toBe(true)
  return (await verified.json()) as SignedIn
}

const card = (page: Page) => page.getByRole('form', { name: 'Personal Information' })
const otpDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter the OTP' })

test('an email change is confirmed by code and can be undone [TXT-020]', async ({ page, shop, consoleErrors }) => {
  const student = await enterProfile(page, shop)
  const email = newVisitor().email
  await expect(page.getByText('AP', { exact: true }).last()).toBeVisible()
  await expect(card(page).getByText(student.name)).toBeVisible()
  await expect(card(page).getByRole('button', { name: /name/i })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit email' }).click()
  await expect(card(page).getByLabel('Email')).toBeFocused()
  await card(page).getByLabel('Email').fill(email)
  const update = card(page).getByRole('button', { name: 'Update' })
  await update.click()
  await expect(shop.toast('OTP sent to your email. Please verify.')).toBeVisible()
  const dialog = otpDialog(page)
  await expect(dialog.getByText(email)).toBeVisible()
  await expect(dialog.getByLabel('OTP')).toBeFocused()
  await expect(dialog.getByRole('button', { name: /^Resend OTP in/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(update).toBeFocused()
  await update.click()
  await page.getByRole('button', { name: 'Enter the code you have' }).click()
  // The second request came too early and got a 429.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('status of 429')])

  await dialog.getByLabel('OTP').fill('000')
  await dialog.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(dialog.getByText('Enter the 4 to 6 digit OTP.')).toBeVisible()
  const otp = await shop.codeFor(email)
  await dialog.getByLabel('OTP').fill(otp === '123456' ? '654321' : '123456')
  await dialog.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(shop.toast('Invalid or expired OTP.')).toBeVisible()
  await expect(dialog.getByText('Invalid or expired OTP.')).toBeVisible()
  await dialog.getByLabel('OTP').fill(otp)
  const reloaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(shop.toast('Profile updated successfully!')).toBeVisible()
  await reloaded
  await expect(card(page).getByText(email)).toBeVisible()

  const notice = await shop.mail(student.email, /was changed/)
  const link = /https?:\/\/\S+\/undo-change#[\w-]{43}/.exec(notice.text)?.[0] ?? ''
  await page.goto('/home')
  await page.goto(`/undo-change${new URL(link).hash}`)
  await shop.hydrated()
  // Opening the link changes nothing.
  expect((await page.request.get('/api/auth/profile/', { headers: await bearer(page) })).status()).toBe(200)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.locator('main').getByText('The change was undone.')).toBeVisible()
  await expect(page.locator('main').getByText(student.email)).toBeVisible()
  await expect(page).toHaveURL(/\/undo-change$/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await page.locator('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(student.email)
})

async function bearer(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` }
}

test('phone editing strips the prefix, skips unchanged values and can cancel [TXT-021]', async ({ page, shop }) => {
  const student = await enterProfile(page, shop)
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/auth/profile/')) calls += 1
  })
  await page.getByRole('button', { name: 'Edit phone' }).click()
  const phone = card(page).getByLabel('Phone')
  await phone.fill(`+91 ${student.phone.slice(0, 5)} ${student.phone.slice(5)}`)
  await expect(phone).toHaveValue(student.phone)
  await card(page).getByRole('button', { name: 'Update' }).click()
  await expect(shop.toast('No changes detected.')).toBeVisible()
  await expect(card(page).getByText('No changes detected.')).toBeVisible()
  await phone.fill('12345')
  await card(page).getByRole('button', { name: 'Update' }).click()
  await expect(card(page).getByText('Phone number must be exactly 10 digits.')).toBeVisible()
  expect(calls).toBe(0)
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByText(student.phone)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit phone' })).toBeFocused()

  const next = newVisitor().phone
  await page.getByRole('button', { name: 'Edit phone' }).click()
  await expect(phone).toHaveValue(student.phone)
  await phone.fill(next)
  await card(page).getByRole('button', { name: 'Update' }).click()
  const dialog = otpDialog(page)
  await expect(dialog.getByText(student.email)).toBeVisible()
  const otp = await shop.codeFor(student.email)
  await dialog.getByLabel('OTP').evaluate((input, text) => {
    const data = new DataTransfer()
    data.setData('text', `Your code: ${text.slice(0, 3)} ${text.slice(3)}`)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, otp)
  await expect(dialog.getByLabel('OTP')).toHaveValue(otp)
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await reloaded
  await expect(card(page).getByText(next)).toBeVisible()
})

test('a refused or unanswered change shows each reason [SEC-023 SEC-024 TXT-045]', async ({ page, shop, consoleErrors }) => {
  const student = await enterProfile(page, shop)
  const other = await shop.knownStudent()
  expect(student.email).not.toBe(other.email)
  const [email, phone] = [card(page).getByLabel('Email'), card(page).getByLabel('Phone')]
  const update = card(page).getByRole('button', { name: 'Update' })

  await test.step('a taken email appears beside its field', async () => {
    await page.getByRole('button', { name: 'Edit email' }).click()
    await email.fill(other.email)
    await update.click()
    await expect(shop.toast('This email is already registered.')).toBeVisible()
    await expect(email).toHaveAccessibleDescription(/This email is already registered\./)
  })
  await test.step('a taken email and a taken phone are reported together', async () => {
    await page.getByRole('button', { name: 'Edit phone' }).click()
    await phone.fill(other.phone)
    await update.click()
    await expect(shop.toast('This email is already registered. This phone number is already registered.')).toBeVisible()
    await expect(email).toHaveAccessibleDescription(/This email is already registered\./)
    await expect(phone).toHaveAccessibleDescription(/This phone number is already registered\./)
  })
  await test.step('a change without an answer shows a general error', async () => {
    await email.fill(newVisitor().email)
    await phone.fill(newVisitor().phone)
    await page.route('**/api/auth/profile/', (route) => route.abort())
    await update.click()
    await expect(shop.toast('Error updating profile.')).toBeVisible()
    await expect(card(page).getByText('Error updating profile.')).toBeVisible()
    await page.unroute('**/api/auth/profile/')
    await shop.closeToasts()
  })
  await test.step('a code without an answer is not reported as invalid', async () => {
    await update.click()
    await page.route('**/api/auth/update-verify/**', (route) => route.abort())
    await otpDialog(page).getByLabel('OTP').fill('123456')
    await otpDialog(page).getByRole('button', { name: 'Verify OTP' }).click()
    const gone = 'Your internet connection is gone. Please try again when it is back.'
    await expect(shop.toast(gone)).toBeVisible()
    await expect(otpDialog(page).getByLabel('OTP')).toHaveAccessibleDescription(gone)
    await expect(page.getByText(/Invalid/)).toHaveCount(0)
  })
  forgive(consoleErrors, /status of 409/)
})

test.afterEach(({ consoleErrors }) => {
  // The browser logs the requests that these tests block.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes('net::ERR_FAILED')))
})

test('a profile without session or student shows a login link [TXT-062]', async ({ page, shop }) => {
  await test.step('without a session it makes no API calls', async () => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
    await shop.open('/profile')
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
    expect(asked).toEqual([])
  })
  await test.step('a student who is not found', async () => {
    await shop.signUp()
    await page.route('**/api/auth/profile/', (route) =>
      route.fulfill({ status: 404, json: { message: 'No such student.', detail: 'No such student.', code: 'not_found' } }),
    )
    await shop.open('/profile')
    await expect(page.locator('main').getByText('No such student.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login?returnTo=%2Fprofile')
  })
})

test('asks for a phone number after another account has verified it [SEC-021]', async ({ page, shop, consoleErrors }) => {
  const slow = newVisitor()
  const quick = { ...newVisitor(), phone: slow.phone }
  const registered = await page.request.post('/api/auth/register/', {
    headers: { 'x-forwarded-for': '198.51.100.9' },
    data: { full_name: slow.name, phone_number: slow.phone, email: slow.email, type: 'register' },
  })
  expect(registered.ok()).toBe(true)
  await shop.knownStudent(quick)
  const verified = await page.request.post(`/api/auth/verify-otp/?email=${encodeURIComponent(slow.email)}`, {
    data: { otp: await shop.codeFor(slow.email) },
  })
  const signedIn = (await verified.json()) as SignedIn
  await shop.enter(signedIn)
  const asked = page.getByRole('region', { name: 'We need your phone number' })
  for (const path of ['/profile', '/enrolled-courses']) {
    await shop.open(path)
    await expect(asked).toBeVisible()
  }
  // Buying is possible without it; the success page asks again.
  await openPaid(shop, await buyBatch(page.request, signedIn))
  const phone = asked.getByRole('textbox', { name: 'Phone number' })
  await phone.fill(quick.phone)
  await asked.getByRole('button', { name: 'Send OTP' }).click()
  await expect(phone).toHaveAccessibleDescription(/This phone number is already registered\./)
  const own = newVisitor().phone
  await phone.fill(own)
  await asked.getByRole('button', { name: 'Send OTP' }).click()
  await otpDialog(page)
    .getByLabel('OTP')
    .fill(await shop.codeFor(slow.email))
  await otpDialog(page).getByRole('button', { name: 'Verify OTP' }).click()
  await expect(shop.toast('Profile updated successfully!')).toBeVisible()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'You are enrolled' })).toBeVisible()
  await shop.open('/profile')
  await expect(card(page).getByText(own)).toBeVisible()
  await expect(asked).toHaveCount(0)
  forgive(consoleErrors, /status of 409/)
})

test('reminders are switched off in the profile and by a link', async ({ page, shop }) => {
  const { access } = await shop.signUp()
  await shop.open('/profile')
  const soon = page.getByRole('switch', { name: /Reminder before class/ })
  await expect(soon).toBeChecked()
  await soon.click()
  await expect(soon).not.toBeChecked()
  await page.reload()
  await expect(soon).not.toBeChecked()
  await expect(page.getByRole('switch', { name: /Reminder a day before/ })).toBeChecked()
  const chosen = await page.request.get('/api/mail-preferences/', { headers: { authorization: `Bearer ${access}` } })
  expect(await chosen.json()).toEqual({
    reminder_day: true,
    reminder_soon: false,
    absence: true,
    review: true,
    answer: true,
    unfinished: false,
  })
  await page.goto('/unsubscribe#reminder_day.7.mK3vXw0b2Jq8y5T1nR4cLg')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('This link is not valid.')).toBeVisible()
})

test('lists another device, logs it out, then logs out all devices', async ({ page, shop }) => {
  const student = await enterProfile(page, shop)
  const other = await signInApart(page, shop, student)
  await page.reload()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  await expect(devices.getByRole('listitem').last()).toContainText('Firefox on Linux')
  await expect(devices.getByRole('listitem').last()).toContainText(/Last seen .*IST/)
  await devices.getByRole('button', { name: 'Log out Firefox on Linux' }).click()
  await expect(shop.toast('Logged out there.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const refused = await page.request.get('/api/auth/profile/', { headers: { authorization: `Bearer ${other.access}` } })
  expect(refused.status()).toBe(401)

  await devices.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(shop.toast('Logged out successfully')).toBeVisible()
  await page.waitForURL('**/home')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const out = await page.request.get('/api/auth/profile/', { headers: { authorization: `Bearer ${student.access}` } })
  expect(out.status()).toBe(401)
})

test("downloads the student's data", async ({ page, shop }) => {
  const student = await enterProfile(page, shop)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const stream = await file.createReadStream()
  const text = (await stream.toArray()).join('')
  expect(JSON.parse(text)).toMatchObject({ parts: { profile: [{ email: student.email, full_name: student.name }] } })
})

test("an erased account's address can register again", async ({ page, shop }) => {
  const student = await enterProfile(page, shop)
  await page.getByRole('button', { name: 'Erase your account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account' })
  await expect(dialog.getByLabel('Type ERASE to confirm')).toBeFocused()
  await dialog.getByRole('button', { name: 'Send OTP' }).click()
  await expect(dialog.getByText('Type ERASE to confirm.')).toBeVisible()
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await dialog.getByRole('button', { name: 'Send OTP' }).click()
  await expect(dialog.getByLabel('OTP')).toBeFocused()
  await dialog.getByLabel('OTP').fill(await shop.codeFor(student.email))
  await dialog.getByRole('button', { name: 'Erase my account' }).click()
  await expect(shop.toast('Your account and your data have been erased.')).toBeVisible()
  await page.waitForURL('**/home')
  await shop.mail(student.email, /has been erased/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await shop.knownStudent({ name: student.name, phone: student.phone, email: student.email })
})

test('two tabs with an expired token make one refresh', async ({ page, shop, context }) => {
  await enterProfile(page, shop)
  const second = await context.newPage()
  await second.goto('/contact')
  let refreshes = 0
  let refused = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/api/token/refresh/')) refreshes += 1
    if (response.status() === 401) refused += 1
  })
  await page.evaluate(() => localStorage.setItem('accessToken', 'run.out.token'))
  await Promise.all([page.reload(), second.goto('/profile')])
  for (const tab of [page, second]) await expect(tab.getByText('Active now')).toBeVisible()
  expect(refused).toBeGreaterThan(1)
  expect(refreshes).toBe(1)
})

test('a refresh lost on the network logs nobody out', async ({ page, shop }) => {
  const student = await shop.signUp()
  await page.evaluate(() => localStorage.setItem('accessToken', 'run.out.token'))
  await page.route('**/api/token/refresh/', (route) => route.abort())
  await shop.open('/my-payments')
  await expect(page.getByText('Unable to load your payment history.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBeNull()
  await page.unroute('**/api/token/refresh/')
  await shop.open('/profile')
  await expect(card(page).getByText(student.email)).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
})

test('the profile fits 320 px, also while editing', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enterProfile(page, shop)
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.getByRole('button', { name: 'Edit email' }).click()
  await page.getByRole('button', { name: 'Edit phone' }).click()
  expect(await sideways()).toBe(0)
})
