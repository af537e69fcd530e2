import type { Page, Route } from '@playwright/test'
import { type BatchOfCourse, readBatch } from '#contract/catalog/catalog.ts'
import { listPurchases, type Purchase } from '#contract/money/payments.ts'
import { readRoom, type Room } from '#contract/classes/classes.ts'
import { expect, newVisitor, test } from './shop.ts'
import { asha, forgive, noticeIn, pretendSession, problem, reply, storedIn, standInCheckout } from './stand-in.ts'

const order = {
  razorpay_key_id: 'rzp_test_stand_in',
  amount: 1499.99,
  order_id: 'order_StandIn1',
  course_name: 'Cloud Architecture on AWS',
  phone: '9876543210',
  email: asha.email,
  name: asha.full_name,
}
const paid = { razorpay_payment_id: 'pay_StandIn1', razorpay_order_id: order.order_id, razorpay_signature: 'signed' }
const enrolled = {
  status: 'enrolled',
  message: '',
  course_id: 1,
  course_name: order.course_name,
  payment_id: paid.razorpay_payment_id,
  order_id: order.order_id,
  amount: 123_456.5,
}
const { course, batch } = readBatch.example.answer as BatchOfCourse
/** Batch 7 in this state. */
const listed = (state: { status: string; can_enroll: boolean; seats_left: number | null }) =>
  reply(200, { course, batch: { ...batch, id: 7, ...state } })
const batchCall = '**/api/batches/7/'
const startCall = '**/api/payment/start-payment/7/'
const verifyCall = '**/api/payment/payment-verify/7/'

/** The room and the purchase of batch 7. */
async function standInPurchase(page: Page): Promise<void> {
  const room = readRoom.example.answer as Room
  const purchases = listPurchases.example.answer as Purchase[]
  await page.route(
    '**/api/enrolled-courses/1/',
    reply(200, { ...room, batches: room.batches.map((one) => ({ ...one, batch_id: 7 })) }),
  )
  await page.route(
    '**/api/payment/purchases/1/',
    reply(
      200,
      purchases.map((one) => ({ ...one, batch_id: 7 })),
    ),
  )
}

const optionsOf = (page: Page) =>
  page
    .waitForFunction(() => window.opened && JSON.stringify(window.opened))
    .then(async (handle) => JSON.parse(String(await handle.jsonValue())) as Record<string, unknown>)

const pay = (page: Page) => page.evaluate((answer) => window.opened?.handler(answer), paid)

test.beforeEach(({ page }) => standInCheckout(page))

test('payment starts with the stored token and opens checkout in paise [TXT-022]', async ({ page }) => {
  await pretendSession(page)
  const asked = page.waitForRequest(startCall)
  await page.route(startCall, reply(200, order))
  await page.goto('/razarpayment/7')
  const request = await asked
  expect(request.headers()['authorization']).toBe('Bearer access-of-asha')
  expect(request.postData()).toBeNull()
  expect(await optionsOf(page)).toMatchObject({
    key: order.razorpay_key_id,
    amount: 149_999,
    currency: 'INR',
    name: 'Karyashala',
    description: order.course_name,
    order_id: order.order_id,
    prefill: { contact: '9876543210', email: asha.email, name: asha.full_name },
    theme: { color: '#3399cc' },
  })
})

test('a verified payment shows its details and links to the courses [TXT-023]', async ({ page, shop }) => {
  await pretendSession(page)
  await page.route(startCall, reply(200, order))
  const verified = page.waitForRequest(verifyCall)
  await page.route(verifyCall, reply(200, enrolled))
  await standInPurchase(page)
  await page.goto('/razarpayment/7')
  await optionsOf(page)
  await pay(page)
  expect((await verified).postDataJSON()).toEqual(paid)
  await expect(shop.toast('Payment verified successfully!')).toBeVisible()
  const card = page.getByRole('region', { name: 'Payment details' })
  for (const [name, value] of [
    ['Course', order.course_name],
    ['Payment ID', paid.razorpay_payment_id],
    ['Order ID', order.order_id],
    ['Amount paid', '₹1,23,456.50'],
  ] as const) {
    await expect(card.getByRole('term').filter({ hasText: name })).toBeVisible()
    await expect(card.getByRole('definition').filter({ hasText: value })).toBeVisible()
  }
  await expect(card.getByRole('button', { name: /^Receipt/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First class Mon 7 Dec, 7:30 PM IST' })).toBeVisible()
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
    'href',
    /dates=20261207T140000Z%2F20261207T153000Z/,
  )
  await expect(page.getByRole('link', { name: 'Go to the course room' })).toHaveAttribute('href', '/enrolled-courses/1')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.evaluate(() => ((window as { before?: boolean }).before = true))
  await card.getByRole('button', { name: 'My Courses' }).click()
  await page.waitForURL('**/enrolled-courses')
  // A full load has cleared the window property.
  expect(await page.evaluate(() => 'before' in window)).toBe(false)
})

test('a payment that does not start shows the reason [SEC-024 TXT-029 TXT-074 TXT-075 TXT-076 TXT-077]', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await pretendSession(page)
  for (const [what, answer, text] of [
    ['the message', reply(400, { message: 'This batch is full.', error: 'Not this.' }), 'This batch is full.'],
    ['the error field', reply(400, { error: 'Batch closed' }), 'Batch closed'],
    ['the raw body', reply(502, 'Upstream is down'), 'Upstream is down'],
    ['a lost connection', (route: Route) => route.abort(), 'Your internet connection is gone. Please try again when it is back.'],
    ['an incomplete order', reply(200, { course_name: order.course_name }), 'Order data is missing'],
  ] as const) {
    await test.step(what, async () => {
      await page.route(startCall, answer)
      await page.goto('/razarpayment/7')
      await expect(shop.toast(text)).toBeVisible()
      await expect(noticeIn(page)).toContainText(text)
    })
  }
  forgive(consoleErrors, /status of 502|ERR_FAILED/)
})

test('an earlier payment is shown as information and redirects home [TXT-026 TXT-027]', async ({ page, shop }) => {
  await pretendSession(page)
  for (const message of ['You have already paid for this batch.', 'Student is already enrolled.']) {
    await page.route(startCall, reply(400, { message }))
    await page.goto('/razarpayment/7')
    await expect(shop.toast('You have already enrolled in this batch.'), message).toHaveClass(/Toastify__toast--info/)
    await page.waitForURL('**/home')
  }
})

test('a checkout script that fails to load is reported and retried [TXT-028]', async ({ page, shop, consoleErrors }) => {
  await pretendSession(page)
  await page.route(startCall, reply(200, order))
  await page.route('**/checkout.js', (route) => route.abort())
  await page.goto('/razarpayment/7')
  const text = 'Failed to load Razorpay SDK. Please check your connection.'
  await expect(shop.toast(text)).toBeVisible()
  await expect(noticeIn(page)).toContainText(text)
  await standInCheckout(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await optionsOf(page)
  forgive(consoleErrors, /ERR_FAILED/)
})

test('a refusal mentions a possible payment unless the server excludes it', async ({ page }) => {
  await pretendSession(page)
  const words = 'This batch is full. Please choose another one.'
  await page.route(startCall, reply(409, problem(words)))
  await page.goto('/razarpayment/7')
  await expect(noticeIn(page)).toContainText(`${words}If you paid, it shows in your payment history.`)
  await page.route(startCall, reply(409, problem(`${words} No money was taken.`)))
  await page.reload()
  await expect(noticeIn(page)).toHaveText(`${words} No money was taken.`)
})

test('a batch that is not open links to others without registration', async ({ page, shop }) => {
  for (const [state, words] of [
    [{ status: 'Starts on 7 Dec 2026', can_enroll: false, seats_left: 0 }, 'This batch is full.'],
    [{ status: 'Batch already started', can_enroll: false, seats_left: 3 }, 'This batch has already started.'],
    [{ status: 'Cancelled', can_enroll: false, seats_left: 3 }, 'This batch has been cancelled.'],
  ] as const) {
    await test.step(words, async () => {
      await page.route(batchCall, listed(state))
      await page.goto('/razarpayment/7')
      await expect(page.locator('main').getByText(words)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Choose another batch' })).toHaveAttribute('href', /\/courses\/1\?tab=batches$/)
    })
  }
  await test.step('a batch that does not exist links to the new batches', async () => {
    await page.unroute(batchCall)
    await shop.open('/razarpayment/999999')
    await expect(page.locator('main').getByText('This batch does not exist, or it has ended.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'See new batches' }).click()
    await page.waitForURL('**/newbatches')
  })
})

test.describe('registration before a payment', () => {
  test.beforeEach(({ page }) => page.route(batchCall, listed({ status: 'Enrolment open', can_enroll: true, seats_left: null })))

  test('requires every field, submits once, and starts the payment again [TXT-024]', async ({ page, shop }) => {
    let starts = 0
    await page.route(startCall, async (route) => {
      starts += 1
      await (starts === 1 ? reply(401, problem('Log in.')) : reply(200, order))(route)
    })
    const bodies: unknown[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/register/', async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await reply(201, { message: '', access: 'access-new', refresh: 'refresh-new', user: asha })(route)
    })
    await page.route('**/api/enrolled-courses/', reply(200, { 'enrolled courses': [] }))
    await page.goto('/razarpayment/7')
    const popup = page.getByRole('dialog')
    const send = popup.getByRole('button', { name: 'Confirm & Pay' })
    await send.click()
    await expect(shop.toast('Full name is required.')).toBeVisible()
    for (const [label, text] of [
      ['Full name', 'Full name is required.'],
      ['Phone number', 'Phone number must be exactly 10 digits.'],
      ['Email', 'Email is required.'],
    ] as const) {
      await expect(popup.getByLabel(label)).toHaveAttribute('required', '')
      await expect(popup.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text))
    }
    await expect(popup.getByLabel('Email')).toHaveAttribute('type', 'email')
    await popup.getByLabel('Full name').fill(asha.full_name)
    await popup.getByLabel('Phone number').fill('0 98765-43210 and more')
    await expect(popup.getByLabel('Phone number')).toHaveValue('9876543210')
    await popup.getByLabel('Email').fill(asha.email)
    await send.evaluate((element: HTMLElement) => {
      element.click()
      element.click()
    })
    await expect(popup.getByRole('button', { name: 'Registering…' })).toHaveAttribute('aria-disabled', 'true')
    const again = page.waitForRequest(startCall)
    release()
    expect((await again).headers()['authorization']).toBe('Bearer access-new')
    await optionsOf(page)
    expect(bodies).toEqual([{ full_name: asha.full_name, phone_number: '9876543210', email: asha.email, type: 'enroll' }])
    expect(await storedIn(page)).toMatchObject({ accessToken: 'access-new', refreshToken: 'refresh-new' })
    expect(starts).toBe(2)
  })

  test('closing preserves values and page, Cancel goes home [TXT-025]', async ({ page }) => {
    await page.goto('/razarpayment/7')
    const popup = page.getByRole('dialog', { name: 'Your details' })
    const reopen = page.getByRole('button', { name: 'Enter your details' })
    await expect(popup.getByLabel('Full name')).toBeFocused()
    await popup.getByLabel('Full name').fill(asha.full_name)
    await popup.getByLabel('Phone number').fill('98765')
    await popup.getByLabel('Email').fill(asha.email)
    const ways: Record<string, () => Promise<void>> = {
      Escape: () => page.keyboard.press('Escape'),
      'its X': () => popup.getByRole('button', { name: 'Close' }).click(),
      'a press beside it': () => page.mouse.click(5, 5),
    }
    for (const [how, close] of Object.entries(ways)) {
      for (const again of ['once', 'twice']) {
        await test.step(`${how}, ${again}`, async () => {
          await close()
          await expect(popup).toHaveCount(0)
          await expect(page).toHaveURL(/\/razarpayment\/7$/)
          await expect(reopen).toBeFocused()
          await reopen.click()
          for (const [label, value] of [
            ['Full name', asha.full_name],
            ['Phone number', '98765'],
            ['Email', asha.email],
          ] as const)
            await expect(popup.getByLabel(label)).toHaveValue(value)
        })
      }
    }
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/home')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

    test('amount and button are in sight from the start', async ({ page }) => {
      await page.goto('/razarpayment/7')
      const popup = page.getByRole('dialog')
      const send = popup.getByRole('button', { name: 'Confirm & Pay' })
      const amount = popup.locator('p').filter({ hasText: /^₹[\d,]+$/ })
      const fields = [popup.getByLabel('Full name'), popup.getByLabel('Phone number'), popup.getByLabel('Email')]
      for (const field of fields) {
        await field.focus()
        await expect(field).toBeInViewport({ ratio: 1 })
        await expect(send).toBeInViewport({ ratio: 1 })
        await expect(amount).toBeInViewport({ ratio: 1 })
        const [input, bar] = [await field.boundingBox(), await send.boundingBox()]
        expect((input?.y ?? 0) + (input?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      }
    })

    test('an error that stands inline shows no toast', async ({ page, shop }) => {
      await page.goto('/razarpayment/7')
      const popup = page.getByRole('dialog')
      await popup.getByRole('button', { name: 'Confirm & Pay' }).tap()
      await expect(popup.getByLabel('Full name')).toHaveAccessibleDescription('Full name is required.')
      await expect(page.locator('.Toastify').first()).toBeAttached()
      // The toaster shows what waits for it within two frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
      )
      await expect(shop.toast('Full name is required.')).toHaveCount(0)
    })
  })

  test('accepts `token` in place of `access` [SEC-022]', async ({ page }) => {
    const visitor = newVisitor()
    await page.route('**/api/auth/register/', reply(201, { message: '', token: 'token-alone', refresh: 'refresh-new' }))
    await page.goto('/razarpayment/7')
    const popup = page.getByRole('dialog')
    await popup.getByLabel('Full name').fill(visitor.name)
    await popup.getByLabel('Phone number').fill(visitor.phone)
    await popup.getByLabel('Email').fill(visitor.email)
    const started = page.waitForRequest(
      (request) => request.url().includes('/payment/start-payment/') && 'authorization' in request.headers(),
    )
    await popup.getByRole('button', { name: 'Confirm & Pay' }).click()
    expect((await started).headers()['authorization']).toBe('Bearer token-alone')
    // The server knows no such token. The payment's redirect takes the place of the client's own.
    await expect(page).toHaveURL(/\/login\?returnTo=/)
  })

  test('stays open, shows each error and preserves values [TXT-078 TXT-079 TXT-080 TXT-081]', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    const visitor = newVisitor()
    await page.goto('/razarpayment/7')
    const popup = page.getByRole('dialog')
    const send = popup.getByRole('button', { name: 'Confirm & Pay' })
    await popup.getByLabel('Full name').fill(visitor.name)
    await popup.getByLabel('Phone number').fill(visitor.phone)
    await popup.getByLabel('Email').fill(visitor.email)
    await test.step('stays open while submitting', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/auth/register/', async (route) => {
        await held
        await reply(400, problem('Not now.'))(route)
      })
      await send.click()
      await expect(popup.getByRole('button', { name: 'Registering…' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(popup).toBeVisible()
      release()
      await expect(popup.getByRole('alert')).toContainText('Not now.')
      await expect(shop.toast('Not now.')).toBeVisible()
    })
    for (const [what, answer, text] of [
      ['a 500', reply(500, problem('Internal')), 'This phone number is already used. Please use another.'],
      ['words', reply(409, { message: 'Taken already.', email: ['Known here.'], full_name: ['Too odd.'] }), 'Taken already.'],
      ['fields alone', reply(400, { phone_number: ['Known here.', 'Not this.'] }), 'Registration failed. Please try again.'],
      ['nothing', (route: Route) => route.abort(), 'Something went wrong. Please try again.'],
    ] as const) {
      await test.step(`answered with ${what}`, async () => {
        await page.route('**/api/auth/register/', answer)
        await send.click()
        await expect(shop.toast(text)).toBeVisible()
        await expect(popup.getByRole('alert')).toContainText(text)
        for (const [label, value] of [
          ['Full name', visitor.name],
          ['Phone number', visitor.phone],
          ['Email', visitor.email],
        ] as const)
          await expect(popup.getByLabel(label)).toHaveValue(value)
        if (what === 'words') {
          await expect(popup.getByLabel('Email')).toHaveAccessibleDescription('Known here.')
          await expect(popup.getByLabel('Full name')).toHaveAccessibleDescription('Too odd.')
        }
        if (what === 'fields alone') await expect(popup.getByLabel('Phone number')).toHaveAccessibleDescription(/Known here\./)
      })
    }
    forgive(consoleErrors, /status of 500|ERR_FAILED/)
  })
})

test.describe('verification by URL', () => {
  const address = `/verify-payment/7?${new URLSearchParams(paid).toString()}`

  const statusCall = '**/api/payment/status/7/'

  test('reports success and redirects to the profile [TXT-030]', async ({ page, shop }) => {
    await pretendSession(page)
    await test.step('of a payment', async () => {
      const verified = page.waitForRequest(verifyCall)
      await page.route(verifyCall, reply(200, enrolled))
      await page.goto(address)
      expect((await verified).postDataJSON()).toEqual(paid)
      await expect(shop.toast('Payment verified successfully!')).toBeVisible()
      await page.waitForURL('**/profile')
      await expect(page.getByRole('form', { name: 'Personal Information' })).toBeVisible()
    })
    await test.step('of a declined payment that was captured', async () => {
      await page.route(statusCall, reply(200, enrolled))
      await page.goto('/verify-payment/7?outcome=failed')
      await expect(shop.toast('Payment verified successfully!')).toBeVisible()
      await page.waitForURL('**/profile')
    })
  })

  test('shows the reason in a toast and inline [TXT-082 TXT-083 TXT-084]', async ({ page, shop }) => {
    await pretendSession(page)
    for (const [what, answer, text] of [
      ['the message', reply(400, problem('The signature is wrong.')), 'The signature is wrong.'],
      ['the raw answer', reply(400, 'signature mismatch'), 'signature mismatch'],
      ['a default message', reply(400, {}), 'Payment verification failed'],
    ] as const) {
      await page.route(verifyCall, answer)
      await page.goto(address)
      await expect(shop.toast(text), what).toBeVisible()
      await expect(noticeIn(page), what).toContainText(text)
    }
  })

  test('of a declined payment shows an error and can be retried', async ({ page, shop }) => {
    await pretendSession(page)
    await page.route(statusCall, reply(200, { status: 'open', message: '' }))
    await page.route(startCall, reply(200, order))
    await page.goto('/verify-payment/7?outcome=failed')
    await expect(shop.toast('The payment did not go through.')).toBeVisible()
    await expect(noticeIn(page)).toContainText('The payment did not go through.If you paid, it shows in your payment history.')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForURL('**/razarpayment/7')
    await optionsOf(page)
  })

  test('requires every detail of the payment [TXT-024 TXT-031 TXT-032 TXT-033 TXT-087]', async ({ page, shop }) => {
    await pretendSession(page)
    for (const missing of Object.keys(paid)) {
      const query = new URLSearchParams(paid)
      query.delete(missing)
      await page.goto(`/verify-payment/7?${query.toString()}`)
      await expect(shop.toast('Missing payment details in URL.'), missing).toBeVisible()
      await expect(noticeIn(page), missing).toContainText('Missing payment details in URL.')
    }
  })
})

test.describe('payment history', () => {
  const historyCall = '**/api/payment/payment-details/'
  const row = {
    id: 1,
    course_title: order.course_name,
    instructor_name: 'Meera Kulkarni',
    payment_date: '2026-10-01T10:00:00+05:30',
    amount: 123_456.5,
    razorpay_payment_id: paid.razorpay_payment_id,
  }

  test('requires a token, accepts two formats, formats amounts [TXT-087 TXT-100]', async ({ page, shop }) => {
    await shop.open('/my-payments')
    await expect(noticeIn(page)).toContainText('Access token not found. Please log in.')
    await pretendSession(page)
    await page.route('**/api/payment/instalments/', reply(200, { items: [] }))
    for (const [what, answer] of [
      ['a list', reply(200, [row])],
      ['JSON text of a list', reply(200, JSON.stringify(JSON.stringify([row])))],
    ] as const) {
      await page.route(historyCall, answer)
      await shop.open('/my-payments')
      const found = page.getByRole('row').filter({ hasText: row.razorpay_payment_id })
      await expect(found, what).toContainText('₹1,23,456.50')
      await expect(found, what).toContainText(row.instructor_name)
    }
  })

  test('that fails to load shows an error and can be retried [TXT-085 TXT-086]', async ({ page, shop }) => {
    await pretendSession(page)
    await page.route('**/api/payment/instalments/', reply(200, { items: [] }))
    for (const [what, answer, text] of [
      ['fails to load', reply(404, problem('No.')), 'Unable to load your payment history.'],
      ['is not a list', reply(200, 'surely not JSON'), 'Server did not return valid JSON.'],
    ] as const) {
      await test.step(what, async () => {
        await page.route(historyCall, answer)
        await shop.open('/my-payments')
        await expect(shop.toast('Failed to load payment details.')).toBeVisible()
        await expect(noticeIn(page)).toContainText(text)
        await page.route(historyCall, reply(200, []))
        await page.getByRole('button', { name: 'Try Again' }).click()
        await expect(page.getByText('No payments found.')).toBeVisible()
      })
    }
  })
})
