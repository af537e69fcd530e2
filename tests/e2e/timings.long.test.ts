import type { Locator, Page } from '@playwright/test'
import { timings } from '#contract/rules.ts'
import { expect, test } from './shop.ts'
import { asha, pretendSession, problem, profileOfAsha, reply, standInCheckout } from './stand-in.ts'

const began = new Date('2026-11-02T10:00:00+05:30')

/** Stops the page's clock; only `runFor` moves it. */
async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(began.getTime() + 3_600_000))
}

/** Resolves when the page's pending tasks have run. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        let rounds = 20
        port1.onmessage = () => {
          if (rounds-- > 0) port2.postMessage('')
          else resolve()
        }
        port2.postMessage('')
      }),
  )

declare global {
  interface Window {
    /** The navigations away from the page. */
    ways: string[]
  }
}

/** Records every navigation away from the page. The `navigate` event fires before anything is loaded. */
async function watchLeaving(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const ways: string[] = []
    window.ways = ways
    window.navigation.addEventListener('navigate', (event) => {
      if (event.navigationType === 'reload' || !event.destination.sameDocument)
        ways.push(`${event.navigationType} ${new URL(event.destination.url).pathname}`)
      // Prevented, so that the page stays available.
      event.preventDefault()
    })
  })
  return async () => {
    await settled(page)
    return page.evaluate(() => window.ways)
  }
}

test('the timings match the specification [TXT-114]', () => {
  expect(timings).toMatchObject({
    formToast: 3000,
    accountToast: 5000,
    logoutRedirect: 800,
    profileReload: 1200,
    cancelReload: 100,
    typing: 50,
    deleting: 25,
    headlineHold: 1000,
    headlineSwitch: 300,
  })
})

test('logout goes home after 800 ms [TXT-012]', async ({ page, shop }) => {
  await page.clock.install({ time: began })
  await pretendSession(page)
  await page.route('**/api/auth/logout/', reply(200, { message: '' }))
  await shop.open('/contact')
  await page.getByRole('banner').getByRole('button', { name: asha.full_name }).click()
  await holdClock(page)
  const ways = await watchLeaving(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(shop.toast('Logged out successfully')).toBeVisible()
  await page.clock.runFor(799)
  expect(await ways()).toEqual([])
  await page.clock.runFor(1)
  expect(await ways()).toEqual(['push /home'])
})

test('a changed profile reloads after 1200 ms [TXT-013]', async ({ page, shop }) => {
  await page.clock.install({ time: began })
  await pretendSession(page)
  await shop.open('/profile')
  await page.getByRole('button', { name: 'Edit phone' }).click()
  await page.getByLabel('Phone').fill('9123456780')
  await page.route('**/api/auth/profile/', (route) =>
    reply(200, route.request().method() === 'POST' ? { message: '', email: asha.email } : profileOfAsha)(route),
  )
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(shop.toast('OTP sent to your email. Please verify.')).toBeVisible()
  await page.route('**/api/auth/update-verify/**', reply(200, { message: '' }))
  await page.getByPlaceholder('Enter OTP').fill('1234')
  await holdClock(page)
  const ways = await watchLeaving(page)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(shop.toast('Profile updated successfully!')).toBeVisible()
  await page.clock.runFor(1199)
  expect(await ways()).toEqual([])
  await page.clock.runFor(1)
  expect(await ways()).toEqual(['reload /profile'])
})

test('a cancelled payment goes home and reloads after 100 ms [TXT-014]', async ({ page, shop }) => {
  await page.clock.install({ time: began })
  await pretendSession(page)
  await standInCheckout(page)
  await page.route(
    '**/api/payment/start-payment/7/',
    reply(200, { razorpay_key_id: 'rzp_test', amount: 1, order_id: 'order_1', course_name: 'Cloud', phone: '9876543210' }),
  )
  await page.route('**/api/payment/status/7/', reply(200, { status: 'open', message: '' }))
  await shop.open('/razarpayment/7')
  await page.waitForFunction(() => 'opened' in window)
  await holdClock(page)
  // `replaceState` fires the event too and must not be prevented.
  await page.evaluate(() => {
    const ways: string[] = []
    window.ways = ways
    window.navigation.addEventListener('navigate', (event) => {
      if (event.navigationType !== 'reload') return
      ways.push(`reload ${location.pathname}`)
      event.preventDefault()
    })
  })
  const ways = async () => {
    await settled(page)
    return page.evaluate(() => window.ways)
  }
  await page.evaluate(() => window.opened?.modal.ondismiss())
  await expect(shop.toast('Payment cancelled by user')).toBeVisible()
  await expect(shop.toast('Payment cancelled by user')).toHaveClass(/Toastify__toast--info/)
  await expect(page).toHaveURL(/\/home$/)
  await page.clock.runFor(99)
  expect(await ways()).toEqual([])
  await page.clock.runFor(1)
  expect(await ways()).toEqual(['reload /home'])
})

test('the headline is typed, held, deleted and switched as specified [TXT-015]', async ({ page, shop }) => {
  await page.clock.install({ time: began })
  await shop.open('/home')
  const main = page.getByRole('main')
  const whole = (await main.locator('[data-typing-headline] .sr-only').innerText()).split('. ')
  expect(whole).toHaveLength(3)
  const typed = main.getByTestId('typed')
  const state = async () => {
    await settled(page)
    return [
      await typed.textContent(),
      await main.locator('[data-headline=slogan]:not([aria-hidden=true])').first().textContent(),
    ] as const
  }
  const text = async () => (await state())[0] ?? ''
  await expect(main.getByRole('button', { name: 'Pause the changing headline' })).toBeVisible()
  // Every step starts from the stopped clock.
  await holdClock(page)
  const step = async (milliseconds: number) => {
    const before = await text()
    await page.clock.runFor(milliseconds - 1)
    expect(await text()).toBe(before)
    await page.clock.runFor(1)
    return text()
  }
  // Advances to the end of the current headline. Stopping the clock has run one step of an unknown time.
  let shown = await text()
  while (shown === '') {
    await page.clock.runFor(25)
    shown = await text()
  }
  const first = whole.findIndex((headline) => headline.startsWith(shown))
  while ((await text()) !== '') await page.clock.runFor(25)

  const slogan = (await state())[1]
  const below = () => main.getByRole('link', { name: 'Explore courses' }).boundingBox()
  const place = await below()
  await page.clock.runFor(299)
  expect(await state()).toEqual(['', slogan])
  await page.clock.runFor(1)
  const [empty, nextSlogan] = await state()
  expect(empty).toBe('')
  expect(nextSlogan).not.toBe(slogan)
  const next = whole[(first + 1) % whole.length] ?? ''
  for (let length = 1; length <= next.length; length += 1) expect(await step(50)).toBe(next.slice(0, length))
  // After the hold the first letter is deleted.
  await page.clock.runFor(1000)
  expect(await text()).toBe(next)
  // The layout has not shifted.
  expect(await below()).toEqual(place)
  for (let length = next.length - 1; length >= 0; length -= 1) expect(await step(25)).toBe(next.slice(0, length))
})

test('the headline can be paused and respects reduced motion', async ({ page, shop }) => {
  await shop.open('/home')
  const typed = page.getByTestId('typed')
  await page.getByRole('button', { name: 'Pause the changing headline' }).click()
  const whole = await typed.textContent()
  expect(await page.locator('[data-typing-headline] .sr-only').textContent()).toContain(whole)
  await expect(page.getByRole('button', { name: 'Play the changing headline' })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install({ time: began })
  await shop.open('/home')
  await holdClock(page)
  const still = await typed.textContent()
  await page.clock.runFor(5000)
  await settled(page)
  expect(await typed.textContent()).toBe(still)
})

test.describe('toasts', () => {
  /** The progress bar, whose animation closes the toast at its end. */
  const bar = (toast: Locator) => toast.locator('.Toastify__progress-bar--animated')
  const countdown = (toast: Locator) =>
    bar(toast).evaluate((element) => {
      const [animation] = element.getAnimations()
      return [animation?.effect?.getTiming().duration, animation?.playState]
    })
  const finish = (toast: Locator) => bar(toast).evaluate((element) => element.getAnimations()[0]?.finish())

  async function sayOnForm(page: Page, open: (path: string) => Promise<void>): Promise<Locator> {
    await open('/hirepage')
    await page.getByRole('button', { name: 'Send your requirements' }).click()
    return page.locator('.Toastify__toast', { hasText: 'Name is required.' })
  }
  async function sayOnLogin(page: Page, open: (path: string) => Promise<void>): Promise<Locator> {
    await page.route('**/api/auth/login/', reply(401, problem('No.')))
    await open('/login')
    await page.getByLabel('Email').fill(asha.email)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    return page.locator('.Toastify__toast', { hasText: 'Unauthorized. Please check your credentials.' })
  }

  test('of forms close after 3000 ms at the bottom right [TXT-109]', async ({ page, shop }) => {
    const toast = await sayOnForm(page, (path) => shop.open(path))
    await expect.poll(() => countdown(toast)).toEqual([3000, 'running'])
    await expect(page.locator('.Toastify__toast-container--bottom-right').filter({ has: toast })).toBeVisible()
    await expectCorner(toast, { right: true, bottom: true })
    await finish(toast)
    await expect(toast).toBeHidden()
  })

  test('of accounts close after 5000 ms at the top right [TXT-110]', async ({ page, shop }) => {
    const toast = await sayOnLogin(page, (path) => shop.open(path))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
    await expect(page.locator('.Toastify__toast-container--top-right').filter({ has: toast })).toBeVisible()
    await expectCorner(toast, { right: true, bottom: false })
    await finish(toast)
    await expect(toast).toBeHidden()
  })

  test('of accounts pause on hover and without window focus [TXT-112]', async ({ page, shop }) => {
    const toast = await sayOnLogin(page, (path) => shop.open(path))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
    await toast.hover()
    await expect.poll(() => countdown(toast)).toEqual([5000, 'paused'])
    await page.mouse.move(0, 0)
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'paused'])
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
  })

  test('of accounts are focused by Alt+T [TXT-113]', async ({ page, shop }) => {
    const toast = await sayOnLogin(page, (path) => shop.open(path))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
    await page.keyboard.press('Alt+t')
    await expect(page.locator(':focus')).toHaveText(/Unauthorized/)
  })

  test('of accounts are dismissed by a touch swipe over 80 percent [TXT-111]', async ({ page, shop }) => {
    const toast = await sayOnLogin(page, (path) => shop.open(path))
    await expect.poll(() => countdown(toast)).toEqual([5000, 'running'])
    await drag(toast, 'mouse', 0.95)
    await expect(toast).toBeVisible()
    await drag(toast, 'touch', 0.78)
    await expect(toast).toBeVisible()
    await drag(toast, 'touch', 0.82)
    await expect(toast).toBeHidden()
  })

  async function expectCorner(toast: Locator, at: { right: boolean; bottom: boolean }): Promise<void> {
    const place = () =>
      toast.evaluate((element) => {
        const box = element.getBoundingClientRect()
        return [
          innerWidth - box.right < box.left,
          innerHeight - box.bottom < box.top,
          box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
        ]
      })
    // The toast animates into place.
    await expect.poll(place).toEqual([at.right, at.bottom, true])
  }

  const drag = (toast: Locator, pointerType: 'mouse' | 'touch', share: number) =>
    toast.evaluate(
      (element, [type, part]) => {
        const box = element.getBoundingClientRect()
        const at = (name: string, x: number) =>
          element.dispatchEvent(
            new PointerEvent(name, { bubbles: true, pointerType: type, clientX: x, clientY: box.top + 5, isPrimary: true }),
          )
        const width = (element as HTMLElement).offsetWidth
        at('pointerdown', box.left + 2)
        at('pointermove', box.left + 2 + width * part)
        at('pointerup', box.left + 2 + width * part)
      },
      [pointerType, share] as const,
    )
})
