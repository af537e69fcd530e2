import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { buyBatch } from '#tests/e2e/buy-batch.ts'
import { demoStaff, signInAs } from '#tests/e2e/console-staff.ts'
import { asStaff } from '#tests/e2e/reach-school.ts'
import { expect, newVisitor, type Shop, test } from '#tests/e2e/shop.ts'

const folder = join(import.meta.dirname, '..', '..', 'screenshots')
const widths = [360, 768, 1440] as const

/** A page, or what somebody does on it first. */
type Shown = string | { path: string; act: (page: Page) => Promise<void> }

const chooseFromBatch = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const openFirst = async (page: Page) => {
  await page.locator('a[data-row]').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** Sells places and asks for a refund, because the demo has no payment; a bank disputes one. */
async function sell(shop: Shop, request: APIRequestContext): Promise<void> {
  for (const name of ['Sneha Subramanian', 'Imran Shaikh', 'Priyadarshini Venkataraman Iyer']) {
    const student = await shop.knownStudent({ ...newVisitor(), name })
    const { paymentId } = await buyBatch(request, student)
    const [sold] = await asStaff<{ payment: number; enrolment: number }>(
      `select p.id as payment, e.id as enrolment from payments p join enrolments e on e.payment_id = p.id
       where p.provider_payment_id = $1`,
      [paymentId],
    )
    if (name.startsWith('Imran'))
      await request.post('/api/payment/requests/', {
        headers: { authorization: `Bearer ${student.access}` },
        data: { kind: 'refund', enrolment_id: Number(sold?.enrolment), reason: 'My office has moved me to another city.' },
      })
    if (name.startsWith('Sneha'))
      await asStaff(
        `insert into disputes (provider_dispute_id, payment_id, status, phase, reason_code, amount_paise, amount_deducted_paise, respond_by,
           reported_at, created_at, updated_at)
         select 'disp_' || id, id, 'open', 'chargeback', 'goods_or_services_not_received', amount_paise, 0,
           app_now() + interval '6 days', app_now(), app_now(), app_now() from payments where id = $1`,
        [sold?.payment],
      )
  }
}

/** The pages of the console by role, because a role signs in once. */
const pages: Partial<Record<Role, Record<string, Shown>>> = {
  instructor: {
    'instructor today': '/console/today',
    'own week': '/console/week',
    'own batches': '/console/own-batches',
    'own batch': '/console/own-batches/103',
    'own recordings': '/console/class-recordings',
    'work to review': '/console/submissions?state=waiting&sort=submitted_at',
    'review of work': { path: '/console/submissions?state=waiting&sort=submitted_at', act: openFirst },
    'own students': '/console/own-batches/103?view=students',
    'own class': { path: '/console/own-batches/103', act: (page) => page.locator('[data-class]').first().click() },
    classroom: '/console/join/1',
    'message of an instructor': '/console/messages/new?batch=103',
  },
  content: {
    courses: '/console/courses',
    course: '/console/courses/1',
    'course editor': '/console/courses/1/edit',
    instructors: '/console/instructors',
    instructor: '/console/instructors/1',
    'instructor editor': '/console/instructors/1/edit',
    media: '/console/media',
    companies: '/console/companies',
    company: '/console/companies/1',
    'company editor': '/console/companies/1/edit',
    'new company': '/console/companies/new',
    week: '/console/week',
    'day by instructor': '/console/week?view=day',
    'free times': '/console/week?free=1&minutes=90',
    batches: '/console/batches',
    batch: '/console/batches/101',
    'classes as a list': '/console/batches/101?view=list',
    'batch editor': '/console/batches/101/edit',
    class: { path: '/console/batches/101', act: (page) => page.locator('[data-class]').first().click() },
    'duplicate batch': {
      path: '/console/batches/101',
      act: (page) => page.getByRole('button', { name: 'Duplicate' }).click(),
    },
    'paste topics': { path: '/console/batches/101', act: chooseFromBatch('Paste topics') },
    search: { path: '/console/courses', act: (page) => page.keyboard.press('Control+k') },
    keys: { path: '/console/courses', act: (page) => page.keyboard.press('?') },
    'no match': '/console/companies?city=Nowhere',
    errors: {
      path: '/console/companies/new',
      act: (page) => page.getByRole('button', { name: 'Create company' }).click(),
    },
    holidays: '/console/holidays',
    attendance: '/console/attendance',
    'attendance of a batch': '/console/attendance/125',
    blog: '/console/blogs',
    article: '/console/blogs/1',
    'article editor': '/console/blogs/1/edit',
    services: '/console/services',
    'service editor': '/console/services/1/edit',
    resources: '/console/resources',
    projects: '/console/projects',
    'code reviews': '/console/code-reviews',
    'code review': '/console/code-reviews/1',
    'code review editor': '/console/code-reviews/1/edit',
    testimonials: '/console/testimonials',
    testimonial: '/console/testimonials/1',
    policies: '/console/policies',
    policy: '/console/policies/1',
    'new policy': '/console/policies/new?policy=6',
  },
  owner: {
    'owner today': '/console/today',
    payments: '/console/payments',
    payment: { path: '/console/payments', act: openFirst },
    orders: '/console/orders',
    requests: '/console/requests',
    request: { path: '/console/requests', act: openFirst },
    documents: '/console/documents',
    document: { path: '/console/documents', act: openFirst },
    review: '/console/review',
    disputes: '/console/disputes',
    'no dispute': '/console/disputes?status=lost',
    lead: { path: '/console/leads?state=todo', act: openFirst },
    'course review': { path: '/console/reviews?state=waiting', act: openFirst },
    question: { path: '/console/questions?state=waiting', act: openFirst },
    'cancel batch': { path: '/console/batches/101', act: chooseFromBatch('Cancel the batch') },
    'students of a batch': '/console/batches/101?view=students',
    'move a student': {
      path: '/console/batches/101?view=students',
      act: (page) =>
        page
          .getByRole('button', { name: /^Move / })
          .first()
          .click(),
    },
    'take a payment': {
      path: '/console/batches/101',
      act: async (page) => {
        await page.getByRole('button', { name: 'Take a payment' }).click()
        await expect(page.getByText('To receive')).toBeVisible()
      },
    },
    'enrol without payment': { path: '/console/batches/101', act: chooseFromBatch('Enrol without payment') },
    approvals: '/console/approvals',
    'offline payments': '/console/offline-payments',
    refunds: '/console/refunds',
    messages: '/console/messages',
    'new message': '/console/messages/new?batch=101',
    figures: '/console/figures',
    leads: '/console/leads?state=todo',
    questions: '/console/questions?state=waiting',
    'course reviews': '/console/reviews?state=waiting',
    'new lead': '/console/leads/new',
    students: '/console/students',
    student: '/console/students/1',
    'change of address': {
      path: '/console/students/1',
      act: (page) => page.getByRole('button', { name: 'Change e-mail or phone' }).click(),
    },
    'new student': '/console/students/new',
    imports: '/console/imports',
    'import students': '/console/imports/new',
    'reply templates': '/console/reply-templates',
    settings: '/console/settings/school',
    brand: '/console/settings/brand',
    'settings of the home page': '/console/settings/home-page',
    staff: '/console/staff',
    'invite staff': '/console/staff/new',
    audit: '/console/audit',
    'audit entry': { path: '/console/audit', act: openFirst },
    account: '/console/account',
  },
}

for (const [role, shown] of Object.entries(pages)) {
  test(`the console of the role ${role}`, async ({ page, request, shop }) => {
    test.slow()
    if (role === 'owner') await sell(shop, request)
    const take = async (name: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.evaluate(painted)
          await page.screenshot({ path: join(folder, `console-${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`) })
        }
      }
    }
    await page.goto('/console')
    await expect(page.getByLabel('E-mail')).toBeVisible()
    if (role === 'content') await take('sign in')
    await signInAs(shop, demoStaff(role as Role))
    for (const [name, one] of Object.entries(shown)) {
      const { path, act } = typeof one === 'string' ? { path: one, act: undefined } : one
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true], [role=status][aria-label=Loading]')).toHaveCount(0)
      await act?.(page)
      await take(name)
    }
  })
}

async function painted(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done))
}
