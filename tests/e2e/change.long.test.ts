import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'
import { asha, forgive, noticeIn, pretendSession, problem, profileOfAsha, reply } from './stand-in.ts'

const card = (page: Page) => page.getByRole('form', { name: 'Personal Information' })

/** Sets the answer to a change of the profile. Reading the profile is unchanged. */
const answerChange = (page: Page, status: number, body: object) =>
  page.route('**/api/auth/profile/', (route) =>
    (route.request().method() === 'POST' ? reply(status, body) : reply(200, profileOfAsha))(route),
  )

test('a refused change and code show each error [TXT-046 TXT-063 TXT-064 TXT-065 TXT-066 TXT-067 TXT-068]', async ({
  page,
  shop,
}) => {
  await pretendSession(page)
  await shop.open('/profile')
  await page.getByRole('button', { name: 'Edit phone' }).click()
  const phone = card(page).getByLabel('Phone')
  await phone.fill('9123456780')
  const update = card(page).getByRole('button', { name: 'Update' })
  for (const [what, body, text] of [
    ['the first email error', { email: ['First email.', 'Second.'], message: 'Not this.' }, 'First email.'],
    ['the first phone error', { phone: ['First phone.', 'Second.'] }, 'First phone.'],
    ['the message', { message: 'Only tomorrow.' }, 'Only tomorrow.'],
    ['a default error', {}, 'Error updating profile.'],
  ] as const) {
    await test.step(what, async () => {
      await answerChange(page, 400, body)
      await update.click()
      await expect(shop.toast(text)).toBeVisible()
      if ('phone' in body) await expect(phone).toHaveAccessibleDescription(new RegExp(text))
      else await expect(card(page).getByRole('alert')).toContainText(text)
      await expect(phone).toHaveValue('9123456780')
    })
  }

  await answerChange(page, 200, { message: '', email: asha.email })
  await update.click()
  await expect(shop.toast('OTP sent to your email. Please verify.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Enter the OTP' })
  await dialog.getByLabel('OTP').fill('1234')
  for (const [what, body, text] of [
    ['the detail', { detail: 'The detail comes first.', message: 'Not this.' }, 'The detail comes first.'],
    ['the message of a code', { message: 'Then the message.' }, 'Then the message.'],
    ['a default message', {}, 'Invalid or expired OTP.'],
  ] as const) {
    await test.step(what, async () => {
      await page.route('**/api/auth/update-verify/**', reply(400, body))
      await dialog.getByRole('button', { name: 'Verify OTP' }).click()
      await expect(shop.toast(text)).toBeVisible()
      await expect(dialog.getByLabel('OTP')).toHaveAccessibleDescription(text)
      await expect(dialog.getByLabel('OTP')).toHaveValue('1234')
    })
  }
})

test('sends a change and its code once each', async ({ page, shop }) => {
  await pretendSession(page)
  const calls: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/profile/', async (route) => {
    if (route.request().method() !== 'POST') return reply(200, profileOfAsha)(route)
    calls.push('change')
    expect(route.request().postDataJSON()).toEqual({
      user: { first_name: asha.full_name, email: asha.email },
      student: { phone: '9123456780' },
    })
    await held
    return reply(200, { message: '', email: asha.email })(route)
  })
  await page.route('**/api/auth/update-verify/**', async (route) => {
    calls.push('code')
    expect(new URL(route.request().url()).searchParams.get('email')).toBe(asha.email)
    await reply(200, { message: '' })(route)
  })
  await shop.open('/profile')
  await page.getByRole('button', { name: 'Edit phone' }).click()
  await card(page).getByLabel('Phone').fill('91234 56780')
  for (const name of ['Update', 'Verify OTP']) {
    if (name === 'Verify OTP') await page.getByPlaceholder('Enter OTP').fill('1234')
    await page.getByRole('button', { name }).evaluate((element: HTMLElement) => {
      element.click()
      element.click()
    })
    if (name === 'Update') {
      await expect(card(page).getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true')
      release()
    }
  }
  await expect(shop.toast('Profile updated successfully!')).toBeVisible()
  expect(calls).toEqual(['change', 'code'])
})

test('a profile without a student shows a login link [TXT-069]', async ({ page, shop, consoleErrors }) => {
  await pretendSession(page)
  await page.route('**/api/auth/profile/', reply(200, { student: null }))
  await shop.open('/profile')
  await expect(noticeIn(page)).toContainText('Your profile could not be loaded.')
  await page.route('**/api/auth/profile/', reply(404, problem('No such student.')))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(noticeIn(page)).toContainText('No such student.')
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login?returnTo=%2Fprofile')
  forgive(consoleErrors, /ERR_FAILED/)
})
