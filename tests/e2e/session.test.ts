import type { Page, Route } from '@playwright/test'
import { expect, test } from './shop.ts'
import { asha, forgive, storeSession, noticeIn, pretendSession, problem, profileOfAsha, reply, storedIn } from './stand-in.ts'

const userButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: asha.full_name })
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })

test('loads profile and courses in parallel and stores the user [TXT-001]', async ({ page, shop }) => {
  await storeSession(page, { user: '{}' })
  const asked: string[] = []
  const { promise: both, resolve: goOn } = Promise.withResolvers<void>()
  for (const [path, body] of [
    ['/api/auth/profile/', profileOfAsha],
    ['/api/enrolled-courses/', { 'enrolled courses': [] }],
  ] as const) {
    await page.route(`**${path}`, async (route) => {
      expect(route.request().headers()['authorization']).toBe('Bearer access-of-asha')
      asked.push(path)
      if (asked.length === 2) goOn()
      // Neither request is answered before both have arrived.
      await both
      await route.fulfill({ json: body })
    })
  }
  await shop.open('/home')
  await expect(userButton(page)).toBeVisible()
  expect(asked.toSorted()).toEqual(['/api/auth/profile/', '/api/enrolled-courses/'])
  await expect.poll(async () => JSON.parse((await storedIn(page))['user'] ?? '')).toEqual(asha)
})

test('without a token restores the cached user without requests [TXT-002]', async ({ page, shop }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  await page.goto('/favicon.svg')
  for (const [fields, shown] of [
    [{ full_name: 'Asha Patil', name: 'Asha', first_name: 'A' }, 'Asha Patil'],
    [{ full_name: '', name: 'Asha', first_name: 'A' }, 'Asha'],
    [{ first_name: 'Asha P' }, 'Asha P'],
  ] as const) {
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify({ ...fields, email: asha.email }))
    await shop.open('/home')
    await expect(page.getByRole('banner').getByRole('button', { name: shown, exact: true })).toBeVisible()
  }
  expect(calls).toEqual([])
})

test('a missing profile clears the user silently [SEC-024 TXT-003]', async ({ page, shop }) => {
  for (const answer of [reply(200, { student: null }), reply(404, problem('No such student.'))]) {
    await pretendSession(page)
    await page.route('**/api/auth/profile/', answer)
    await shop.open('/home')
    await expect(userButton(page)).toBeHidden()
    await expect.poll(async () => 'user' in (await storedIn(page))).toBe(false)
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    // All parts of the page agree, although a token is still stored.
    await expect(loginLink(page)).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: 'Register Now' })).toBeVisible()
    await shop.open('/login')
    await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible()
    await expect(loginLink(page)).toBeVisible()
  }
})

test('courses that fail to load show an error and a retry [TXT-048]', async ({ page, shop }) => {
  await pretendSession(page)
  await page.route('**/api/enrolled-courses/', reply(400, problem('No.')))
  await shop.open('/enrolled-courses')
  await expect(shop.toast('Failed to fetch enrolled courses')).toBeVisible()
  await expect(noticeIn(page)).toContainText('Failed to fetch enrolled courses')
  await page.route('**/api/enrolled-courses/', reply(200, { 'enrolled courses': [] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No enrolled courses found.')).toBeVisible()
})

test('profile and courses that both fail show one error [TXT-049]', async ({ page, shop }) => {
  await pretendSession(page)
  await page.route('**/api/auth/profile/', reply(503, problem('Away')))
  await page.route('**/api/enrolled-courses/', reply(503, problem('Away')))
  await shop.open('/home')
  await expect(shop.toast('Authentication error')).toBeVisible()
  await expect(page.locator('.Toastify__toast')).toHaveCount(1)
})

test('a lost connection is named before the authentication error', async ({ page, shop, consoleErrors }) => {
  await pretendSession(page)
  await page.route('**/api/**', (route) => route.abort())
  await shop.open('/home')
  await expect(shop.toast(/^Your internet connection is gone\..*\(Authentication error\)/)).toBeVisible()
  forgive(consoleErrors, /ERR_FAILED/)
})

test('a 401 refreshes the token once and repeats the request [TXT-004]', async ({ page, shop }) => {
  await pretendSession(page)
  const sent: string[] = []
  await page.route('**/api/payment/payment-details/', async (route) => {
    const bearer = route.request().headers()['authorization'] ?? ''
    sent.push(bearer)
    await (bearer === 'Bearer access-renewed' ? reply(200, []) : reply(401, problem('Expired')))(route)
  })
  const refreshes: unknown[] = []
  await page.route('**/api/token/refresh/', async (route) => {
    refreshes.push(route.request().postDataJSON())
    await reply(200, { access: 'access-renewed' })(route)
  })
  await shop.open('/my-payments')
  await expect(page.getByText('No payments found.')).toBeVisible()
  expect(refreshes).toEqual([{ refresh: 'refresh-of-asha' }])
  expect(sent).toEqual(['Bearer access-of-asha', 'Bearer access-renewed'])
  // A response with `access` only leaves the refresh token unchanged.
  expect(await storedIn(page)).toMatchObject({ accessToken: 'access-renewed', refreshToken: 'refresh-of-asha' })
})

test('a request refused after its refresh is not refreshed again [TXT-005]', async ({ page, shop }) => {
  await pretendSession(page)
  let refreshes = 0
  await page.route('**/api/payment/payment-details/', reply(401, problem('Expired')))
  await page.route('**/api/token/refresh/', async (route) => {
    refreshes += 1
    await reply(200, { access: `access-${refreshes}` })(route)
  })
  await shop.open('/my-payments')
  await expect(page.getByText('Unable to load your payment history.')).toBeVisible()
  expect(refreshes).toBe(1)
})

test('a refused refresh clears the session and redirects to login [TXT-006]', async ({ page, shop }) => {
  await pretendSession(page)
  await storeSession(page, { emailForOtp: asha.email, authFlow: 'register' })
  await page.route('**/api/payment/payment-details/', reply(401, problem('Expired')))
  await page.route('**/api/token/refresh/', reply(401, problem('Expired')))
  await page.goto('/my-payments')
  await page.waitForURL('**/login?returnTo=%2Fmy-payments')
  await shop.hydrated()
  expect(await storedIn(page)).toEqual({})
  await expect(loginLink(page)).toBeVisible()
})

test('requests carry the token of a session, but no cookie', async ({ page, shop, context, baseURL }) => {
  await context.addCookies([{ name: 'tracking', value: 'yes', url: baseURL ?? '' }])
  await pretendSession(page)
  const asked = page.waitForRequest('**/api/auth/profile/')
  await shop.open('/home')
  const headers = await (await asked).allHeaders()
  expect(headers['authorization']).toBe('Bearer access-of-asha')
  expect(headers['cookie']).toBeUndefined()
  await page.evaluate(() => localStorage.clear())
  await shop.open('/hirepage')
  const form = page.getByRole('form', { name: 'Hire tech talent' })
  await form.getByLabel('Name', { exact: true }).fill('Kiran Rao')
  await form.getByLabel('Company name').fill('Tarang Systems')
  await form.getByLabel('Work email').fill('kiran@tarang.example')
  await form.getByLabel('Phone number').fill('9876543210')
  await form.getByLabel('Requirements').fill('Two developers')
  const sent = page.waitForRequest('**/api/hire/')
  await page.route('**/api/hire/', reply(200, { message: '' }))
  await form.getByRole('button', { name: 'Send your requirements' }).click()
  expect((await (await sent).allHeaders())['authorization']).toBeUndefined()
})

test('a logout whose request fails still clears the session [SEC-024 TXT-007 TXT-050]', async ({ page, shop, consoleErrors }) => {
  for (const [what, answer, text] of [
    ['fails', reply(500, problem('Out of order')), 'Out of order'],
    ['fails without a message', reply(500, {}), 'Logout failed'],
    ['is blocked', (route: Route) => route.abort(), 'Logout failed. Your internet connection is gone.'],
  ] as const) {
    await test.step(what, async () => {
      await pretendSession(page)
      await page.route('**/api/auth/logout/', answer)
      await shop.open('/contact')
      await page.evaluate(() => sessionStorage.setItem('kept', 'something'))
      const called = page.waitForRequest('**/api/auth/logout/')
      await userButton(page).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      expect((await called).postDataJSON()).toEqual({ refresh: 'refresh-of-asha' })
      await expect(shop.toast('Logged out successfully')).toBeVisible()
      await page.waitForURL('**/home')
      await expect(shop.toast(text)).toBeVisible()
      await expect(shop.toast('Logged out successfully')).toBeVisible()
      expect(await storedIn(page)).toEqual({})
      expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBeNull()
      await expect(loginLink(page)).toBeVisible()
    })
  }
  forgive(consoleErrors, /status of 500|ERR_FAILED/)
})

test('a profile that arrives after logout is not stored [TXT-007]', async ({ page, shop }) => {
  const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
  await pretendSession(page)
  await page.route('**/api/auth/logout/', reply(200, { message: '' }))
  await page.route('**/api/auth/profile/', async (route) => {
    await left
    await reply(200, profileOfAsha)(route)
  })
  await page.clock.install()
  await shop.open('/contact')
  await userButton(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(shop.toast('Logged out successfully')).toBeVisible()
  const answered = page.waitForResponse('**/api/auth/profile/')
  goOn()
  await (await answered).finished()
  await expect(loginLink(page)).toBeVisible()
  expect(await storedIn(page)).toEqual({})
})

test('a logout whose code fails to load can be retried [TXT-051]', async ({ page, shop, consoleErrors }) => {
  await pretendSession(page)
  await page.route('**/api/auth/logout/', reply(200, { message: '' }))
  await shop.open('/contact')
  await page.route('**/assets/log-out-*.js', (route) => route.abort())
  await userButton(page).click()
  const button = page.getByRole('button', { name: 'Logout' })
  await button.click()
  await expect(shop.toast('Logout failed')).toBeVisible()
  await page.unroute('**/assets/log-out-*.js')
  await expect(button).toBeVisible()
  forgive(consoleErrors, /ERR_FAILED|preload|dynamically imported/)
})

test("a failed logout everywhere shows the server's message or a default [TXT-052]", async ({ page, shop, consoleErrors }) => {
  await pretendSession(page)
  await shop.open('/profile')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  const dialog = page.getByRole('dialog')
  for (const [body, words] of [
    [{ detail: 'The detail comes first.', message: 'Not this.' }, 'The detail comes first.'],
    [{ message: 'Then the message.' }, 'Then the message.'],
    [{}, 'Logout failed'],
  ] as const) {
    await page.route('**/api/auth/sessions/end-all/', reply(500, body))
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(shop.toast(words)).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText(words)
  }
  expect((await storedIn(page))['accessToken']).toBe('access-of-asha')
  forgive(consoleErrors, /status of 500/)
})

test('enrolled courses require login and fill one to three columns', async ({ page, shop }) => {
  await page.goto('/enrolled-courses/')
  await page.waitForURL('**/login?returnTo=%2Fenrolled-courses')
  await pretendSession(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const courses = (await (await page.request.get('/api/courses/')).json()) as object[]
  await page.route('**/api/enrolled-courses/', async (route) => {
    await held
    await reply(200, {
      'enrolled courses': courses.slice(0, 3).map((course) => ({ ...course, enrolled_batches: [], batch_id: 1 })),
    })(route)
  })
  await shop.open('/enrolled-courses')
  await expect(page.getByRole('heading', { level: 2, name: 'Enrolled Courses' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  release()
  const cards = page.getByRole('region', { name: 'Enrolled Courses' }).getByRole('listitem')
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(cards.nth(2)).toBeVisible()
    const lefts = await cards.evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().left)))
    expect(new Set(lefts).size).toBe(columns)
  }
})
