import { readCalendarFeed } from '#contract/classes/calendar-feeds.ts'
import { readStudentToday } from '#contract/enrolment/enrolment.ts'
import type { Page, Route } from '@playwright/test'

declare global {
  interface Window {
    /** The options that the page gave to checkout, see `standInCheckout`. */
    opened?: { handler: (answer: object) => void; modal: { ondismiss: () => void } }
  }
}

/** Answers a request with a response the real server cannot be made to give. */
export const reply =
  (status: number, body: unknown = {}) =>
  (route: Route): Promise<void> =>
    typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/plain', body })
      : route.fulfill({ status, json: body as object })

/** The body of an error response. */
export const problem = (message: string, fields: Record<string, string[]> = {}) => ({
  ...fields,
  message,
  detail: message,
  code: 'invalid',
})

export const asha = { full_name: 'Asha Patil', email: 'asha@example.com' }
export const profileOfAsha = {
  student: { user: { first_name: asha.full_name, email: asha.email, verified: true }, phone: '9876543210' },
}

/** Sets up a session in the browser only, with the answers of its requests. */
export async function pretendSession(page: Page): Promise<void> {
  await page.route('**/api/auth/profile/', reply(200, profileOfAsha))
  await page.route('**/api/auth/sessions/', reply(200, { sessions: [] }))
  await page.route('**/api/enrolled-courses/', reply(200, { 'enrolled courses': [] }))
  const nothing = {
    ...(readStudentToday.example.answer as object),
    classes: [],
    recordings: [],
    unfinished_payments: [],
    waits: [],
  }
  await page.route('**/api/today/', reply(200, nothing))
  await page.route(
    '**/api/mail-preferences/',
    reply(200, { reminder_day: true, reminder_soon: true, absence: true, review: true, answer: true, unfinished: false }),
  )
  await page.route('**/api/own-certificates/', reply(200, []))
  await page.route('**/api/work/', reply(200, { now: new Date().toISOString(), items: [] }))
  await page.route('**/api/calendar-feed/', reply(200, readCalendarFeed.example.answer))
  await storeSession(page)
}

/** Stores a session in the browser before any page has loaded. */
export async function storeSession(page: Page, values: Record<string, string> = {}): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    { accessToken: 'access-of-asha', refreshToken: 'refresh-of-asha', user: JSON.stringify(asha), ...values },
  )
}

export const storedIn = (page: Page) => page.evaluate((): Record<string, string> => ({ ...localStorage }))

/** Removes the browser's messages about failures that the test causes. */
export function forgive(consoleErrors: string[], pattern: RegExp): void {
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !pattern.test(text)))
}

/** The notices of the page itself; toasts are alerts as well. */
export const noticeIn = (page: Page) => page.locator('main [role=alert]:not(.Toastify__toast)')

/** Replaces the provider's script. It stores the options and calls no handler by itself. The session is a stand-in too. */
export async function standInCheckout(page: Page): Promise<void> {
  await page.route('**/api/payment/buyer/', reply(200, { state_code: '27', company_name: null, gstin: null, address: null }))
  await page.route('**/checkout.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.Razorpay = class { constructor(options) { this.options = options } open() { window.opened = this.options } }',
    }),
  )
}
