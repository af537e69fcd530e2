import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { DemoStudent } from '#contract/page-rendering.ts'
import { enterAs } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { expect, Shop, test as base } from './shop.ts'

/** The demo of `npm start`, with its past. */
const test = base.extend<object, { school: DemoSchool }>({
  school: [
    async ({ browser: _browser }, use) => {
      const school = await openDemoSchool({ hasPast: true })
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
  shop: async ({ page, school }, use) => use(new Shop(page, school.inboxUrl)),
})

function studentOf({ dataDir }: DemoSchool, situation: string): DemoStudent {
  const students = JSON.parse(readFileSync(join(dataDir, 'demo-students.json'), 'utf8')) as DemoStudent[]
  const found = students.find((one) => one.situation === situation)
  if (!found) throw new Error(`nobody is ${situation}`)
  return found
}

/** Signs in with one press of the sign-in page and the code of the inbox. */
async function signIn(shop: Shop, school: DemoSchool, situation: string): Promise<void> {
  const { page } = shop
  const { name, email } = studentOf(school, situation)
  await shop.open('/login')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page.getByRole('link', { name: 'inbox of the demo' })).toHaveAttribute('href', school.inboxUrl)
  await page.getByPlaceholder('Enter OTP').fill(await shop.codeFor(email))
  await page.getByRole('button', { name: /verify/i }).click()
  await page.waitForURL('**/home')
}

/** The courses of a student below Today, where a class that runs now has links of its own. */
const courses = (page: Page) => page.getByRole('region', { name: 'Enrolled Courses' })

test('a student in class today has classes, recordings, work and questions', async ({ page, shop, school }) => {
  await signIn(shop, school, 'in class today')
  await shop.open('/enrolled-courses')
  await courses(page)
    .getByRole('link', { name: /Full Stack Web Development/ })
    .first()
    .click()
  const room = page.getByRole('main')
  await expect(room.getByRole('heading', { name: 'Due' })).toBeVisible()
  const views = room.getByRole('navigation', { name: 'Room' })
  await views.getByRole('link', { name: 'Classes' }).click()
  await expect(room).toContainText(/Recordings\s*[1-9]/)
  await views.getByRole('link', { name: 'Questions' }).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /answer/i })
      .first(),
  ).toBeVisible()
})

test('a finished student has a certificate, a new one a receipt', async ({ page, shop, school, browser }) => {
  await signIn(shop, school, 'finished, certified')
  await shop.open('/enrolled-courses')
  await courses(page)
    .getByRole('link', { name: /Applied ML with Python/ })
    .first()
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Certificate/ })
    .click()
  await expect(page.getByRole('link', { name: /download/i }).first()).toBeVisible()
  const context = await browser.newContext({ baseURL: school.url })
  const other = new Shop(await context.newPage(), school.inboxUrl)
  await signIn(other, school, 'just bought')
  await other.open('/my-payments')
  await expect(other.page.getByRole('main')).toContainText('₹36,000')
  await context.close()
})

/** Lists of the console, each with what one of its records says. */
const lists: Record<string, RegExp> = {
  '/console/payments': /₹/,
  '/console/documents': /KS\//,
  '/console/refunds': /₹/,
  '/console/approvals': /To decide/,
  '/console/disputes': /₹/,
  '/console/requests': /Cancel|Refund|batch/i,
  '/console/offline-payments': /Cheque/,
  '/console/imports': /vidarbha-college/,
  '/console/messages': /budget alarm/,
}

test('no screen of money is empty', async ({ page, school }) => {
  await enterAs(page, 'owner', 'owner@karyashala.example', school)
  for (const [path, text] of Object.entries(lists)) {
    await test.step(path, async () => {
      await page.goto(path)
      // The first row has the names of the columns.
      const records = page.getByRole('table').getByRole('row').filter({ hasText: text })
      await expect(records.first()).toBeVisible()
    })
  }
  await page.goto('/console/figures')
  await expect(page.getByRole('main')).toContainText(/₹\d+,\d\d,\d{3}/)
})
