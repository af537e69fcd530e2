import type { Browser, Page } from '@playwright/test'
import type { Course } from '#contract/catalog/catalog.ts'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { buyBatch } from './buy-batch.ts'
import { certify, enrol } from './reach-school.ts'
import { test as base, Shop } from './shop.ts'

/** A student with one paid enrolment and two enrolments by staff, one of them with recordings. */
export interface EnrolledStudent {
  email: string
  /** The purchase, with checkout's answer. */
  paid: { batchId: number; courseId: number; answer: Record<string, string> }
  /** The next class of the purchase. */
  nextSessionId: number
  /** The class of the demo that takes guests. */
  trialSessionId: number
  /** Of the certificate of the batch with recordings. */
  certificateCode: string
  /** Signs a page in with fresh tokens. */
  enter: (page: Page) => Promise<void>
}

/** Demo batches of one course; the first has recordings. */
export const recorded = { courseId: 1, batchId: 103 }
const second = 101

export async function enrolStudent(browser: Browser): Promise<EnrolledStudent> {
  const baseURL = process.env.BASE_URL ?? ''
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const student = await new Shop(page).knownStudent()
  const { batchId, courseId, answer } = await buyBatch(page.request, student)
  const courses = await page.request.get('/api/enrolled-courses/', { headers: { authorization: `Bearer ${student.access}` } })
  const { 'enrolled courses': enrolled } = (await courses.json()) as { 'enrolled courses': EnrolledCourse[] }
  const nextSessionId = enrolled[0]?.enrolled_batches[0]?.next_class?.session_id ?? 0
  const { trial } = (await (await page.request.get(`/api/courses/${recorded.courseId}/`)).json()) as Course
  await context.close()
  const stored = { access: student.access, refresh: student.refresh, user: JSON.stringify(student.user) }
  await enrol(student.email, recorded.batchId)
  await enrol(student.email, second)
  const certificateCode = await certify(student.email, recorded.batchId)
  return {
    email: student.email,
    paid: { batchId, courseId, answer },
    nextSessionId,
    trialSessionId: trial?.session_id ?? 0,
    certificateCode,
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
