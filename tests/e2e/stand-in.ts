import type { Page, Route } from '@playwright/test'

/** Answers that no test could make the real server give: the pages are tried against them. */
export const reply =
  (status: number, body: unknown = {}) =>
  (route: Route): Promise<void> =>
    typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/plain', body })
      : route.fulfill({ status, json: body as object })

/** The body of every error of this server. */
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

/** A session that only this browser believes in, with the answers its student would get. */
export async function pretendSession(page: Page): Promise<void> {
  await page.route('**/api/auth/profile/', reply(200, profileOfAsha))
  await page.route('**/api/auth/sessions/', reply(200, { sessions: [] }))
  await page.route('**/api/enrolled-courses/', reply(200, { 'enrolled courses': [] }))
  await keepSession(page)
}

/** What a browser keeps of a session, before any page has read it. */
export async function keepSession(page: Page, kept: Record<string, string> = {}): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    { accessToken: 'access-of-asha', refreshToken: 'refresh-of-asha', user: JSON.stringify(asha), ...kept },
  )
}

export const storedIn = (page: Page) => page.evaluate((): Record<string, string> => ({ ...localStorage }))

/** Errors that the browser itself reports of failures that were made here. */
export function forgive(consoleErrors: string[], pattern: RegExp): void {
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !pattern.test(text)))
}

/** What stands in the page itself; toasts are alerts as well. */
export const noticeIn = (page: Page) => page.locator('main [role=alert]:not(.Toastify__toast)')
