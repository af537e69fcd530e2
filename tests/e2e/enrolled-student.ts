import type { Browser, Page } from '@playwright/test'
import { asStaff, enrol } from './reach-school.ts'
import { test as base, newVisitor, Shop } from './shop.ts'

/** A student with one paid enrolment and two enrolments by staff, one of them with recordings. */
export interface EnrolledStudent {
  email: string
  /** The purchase, with checkout's answer. */
  paid: { batchId: number; courseId: number; answer: Record<string, string> }
  /** Signs a page in with fresh tokens. */
  enter: (page: Page) => Promise<void>
}

/** Demo batches of one course; the first has recordings. */
export const recorded = { courseId: 1, batchId: 103 }
const second = 101

export async function enrolStudent(browser: Browser): Promise<EnrolledStudent> {
  const baseURL = process.env.BASE_URL ?? ''
  const context = await browser.newContext({ baseURL, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  const page = await context.newPage()
  const shop = new Shop(page)
  const visitor = newVisitor()
  await shop.register(visitor)
  await page.waitForURL('**/home')
  await shop.chooseBatch()
  const batchId = Number(new URL(page.url()).pathname.split('/').at(-1))
  const verified = page.waitForRequest(`**/api/payment/payment-verify/${batchId}/`)
  await shop.payByCard()
  const answer = (await verified).postDataJSON() as Record<string, string>
  await page.getByText(/^pay_\w+$/).waitFor()
  const stored = await page.evaluate(() => ({
    access: localStorage.getItem('accessToken') ?? '',
    refresh: localStorage.getItem('refreshToken') ?? '',
    user: localStorage.getItem('user') ?? '',
  }))
  await context.close()
  await enrol(visitor.email, recorded.batchId)
  await enrol(visitor.email, second)
  const [batch] = await asStaff<{ course_id: number }>('select course_id from batches where id = $1', [batchId])
  return {
    email: visitor.email,
    paid: { batchId, courseId: batch?.course_id ?? 0, answer },
    async enter(other) {
      const renewed = await other.request.post('/api/token/refresh/', { data: { refresh: stored.refresh } })
      if (!renewed.ok()) throw new Error(`the session of the student has ended: ${renewed.status()}`)
      Object.assign(stored, await renewed.json())
      await other.addInitScript(({ access, refresh, user }) => {
        // Once per tab, so that the page's own changes to the session stay.
        if (sessionStorage.getItem('entered')) return
        sessionStorage.setItem('entered', 'yes')
        localStorage.setItem('accessToken', access)
        localStorage.setItem('refreshToken', refresh)
        localStorage.setItem('user', user)
      }, stored)
    },
  }
}

export const test = base.extend<object, { student: EnrolledStudent }>({
  student: [async ({ browser }, use) => use(await enrolStudent(browser)), { scope: 'worker' }],
})
