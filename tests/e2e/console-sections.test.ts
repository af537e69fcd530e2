import type { Locator, Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { buyBatch } from './buy-batch.ts'
import { enterAs, watchPolicy } from './console-staff.ts'
import { addCourse, addInstructor, asStaff, certify, enrol } from './reach-school.ts'
import { expect, newVisitor, test } from './shop.ts'

// One short story for each section of the console: a list, a record, and what is done with it most.
test.use({ viewport: { width: 1440, height: 900 } })

/** Opens a page of the console in a session of a role. */
async function open(page: Page, role: Role, path: string, email?: string): Promise<void> {
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, role, email)
  await page.goto(`/console${path}`)
}

/** Searches a list for its only record with these words. Returns the record's row. */
async function find(page: Page, title: string, words: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: `Search ${title.toLowerCase()}` }).fill(words)
  const rows = page.getByRole('table', { name: title }).getByRole('row')
  await expect(rows).toHaveCount(2)
  return rows.nth(1)
}

const unique = (word: string): string => `${word} ${Date.now()}`

/** A draft with a title of its own, and one batch. */
async function addNamedCourse(
  ...batch: Parameters<typeof addCourse>
): Promise<{ courseId: number; batchId: number; title: string }> {
  const made = await addCourse(...batch)
  const title = `Stories ${made.courseId}`
  await asStaff('update courses set title = $2 where id = $1', [made.courseId, title])
  return { ...made, title }
}

test('today leads to a lead, which gets an owner', async ({ page }) => {
  const name = unique('Yamini')
  await asStaff(
    `insert into enquiries (kind, name, email, phone, company_name, message, consent_version, consented_at, created_at)
     values ('hire', $1, 'yamini@example.org', '9876543210', 'Tarang', 'Two testers', '1', app_now(), app_now())`,
    [name],
  )
  await open(page, 'support', '/today')
  await page
    .getByRole('region', { name: 'What waits' })
    .getByRole('link', { name: /^Leads to answer/ })
    .click()
  const row = await find(page, 'Leads', name)
  await row.getByRole('link', { name }).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('Two testers')).toBeVisible()
  await panel.getByRole('button', { name: /^Assign to me/ }).click()
  const [member] = await asStaff<{ name: string }>(`select name from staff where 'support' = any (roles) order by id limit 1`)
  await expect(panel).toContainText(member!.name)
  // The panel takes the place of some columns.
  await page.keyboard.press('Escape')
  await expect(row).toContainText(member!.name)
})

test('an instructor finds a batch and says what to prepare', async ({ page }) => {
  const { id: instructor_id, email } = await addInstructor('Nila Rao')
  const { title } = await addNamedCourse('40 minutes', { instructor_id })
  await open(page, 'instructor', '/own-batches', email)
  await page.getByRole('table', { name: 'My batches' }).getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: /Class 1 of 28/ }).click()
  await page.getByLabel('What to prepare').fill('Read about plans.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is saved\. Students see it in their room\./)).toBeVisible()
})

test('a course is found, renamed and listed with its new title', async ({ page }) => {
  const { title } = await addNamedCourse('20 days')
  await open(page, 'content', '/courses')
  await (await find(page, 'Courses', title)).getByRole('link', { name: title }).click()
  await page.getByRole('complementary', { name: title }).getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).first().fill(`${title} renamed`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${title} renamed is saved.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Courses' }).click()
  await expect(page.getByRole('table', { name: 'Courses' }).getByRole('link', { name: `${title} renamed` })).toBeVisible()
})

test('a walk-in is enrolled and listed with the payment', async ({ page }) => {
  const { title } = await addNamedCourse('10 days')
  const walkIn = { ...newVisitor(), name: unique('Bala') }
  const reference = `UTR${Date.now()}`
  await open(page, 'finance', '/batches')
  await (await find(page, 'Batches', title)).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Take a payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take a payment' })
  await dialog.getByText('New student').click()
  await dialog.getByLabel('Full name').fill(walkIn.name)
  await dialog.getByLabel('E-mail').fill(walkIn.email)
  await dialog.getByLabel('Phone').fill(walkIn.phone)
  await dialog.getByRole('combobox', { name: 'Paid by' }).click()
  await page.getByRole('option', { name: 'UPI', exact: true }).click()
  await dialog.getByLabel('Reference').fill(reference)
  await dialog.getByRole('button', { name: 'Record ₹1,000 and enrol' }).click()
  await expect(page.getByText(`${walkIn.name} is enrolled. The receipt is on its way.`)).toBeVisible()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Offline payments' }).click()
  await expect(await find(page, 'Offline payments', reference)).toContainText(walkIn.name)
})

test('links are pinned, and a folded group shows what waits', async ({ page }) => {
  await asStaff(
    `insert into enquiries (kind, name, email, phone, company_name, message, consent_version, consented_at, created_at)
     values ('hire', $1, 'folded@example.org', '9876543210', 'Tarang', 'A tester', '1', app_now(), app_now())`,
    [unique('Folded')],
  )
  await open(page, 'owner', '/today')
  const navigation = page.getByRole('navigation', { name: 'Console' })
  const payments = navigation.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Payments', exact: true }) })
  await payments.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(navigation.getByRole('link').first()).toHaveText('Payments')
  await navigation.getByRole('button', { name: 'People' }).click()
  await expect(navigation.getByRole('link', { name: 'Students' })).toBeHidden()
  await expect(navigation.getByRole('link', { name: /^Leads \d+\+? waiting$/ })).toBeVisible()
  await page.reload()
  await expect(navigation.getByRole('link').first()).toHaveText('Payments')
  await expect(navigation.getByRole('link', { name: 'Students' })).toBeHidden()
  await navigation.getByRole('button', { name: 'People' }).click()
  await payments.getByRole('button', { name: 'Unpin' }).click()
  await expect(navigation.getByRole('link', { name: 'Students' })).toBeVisible()
  await expect(navigation.getByRole('link').first()).toHaveText('Today')
})

test('an online payment is found and its student is asked about', async ({ page, request, shop }) => {
  const student = await shop.signUp()
  const { paymentId } = await buyBatch(request, student)
  const [place] = await asStaff<{ id: string }>(
    `select e.id from enrolments e join payments p on p.id = e.payment_id where p.provider_payment_id = $1`,
    [paymentId],
  )
  const asked = await request.post('/api/payment/requests/', {
    headers: { authorization: `Bearer ${student.access}` },
    data: { kind: 'refund', enrolment_id: Number(place?.id), reason: 'My plans have changed.' },
  })
  expect(asked.status()).toBe(201)
  await open(page, 'finance', '/payments')
  await (await find(page, 'Payments', paymentId)).getByRole('link').first().click()
  await expect(page.getByRole('complementary', { name: student.name }).getByText(/^Receipt .* issued$/)).toBeVisible()
  await page.goto('/console/requests?status=open')
  const row = await find(page, 'Requests', student.email)
  await row.getByRole('link').first().click()
  await page
    .getByRole('complementary', { name: student.name })
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = page.getByRole('dialog', { name: `Decline the request of ${student.name}?` })
  await dialog.getByLabel('Reason').fill('The batch has begun.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`The request of ${student.name} is declined.`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a certificate is found and revoked', async ({ page, shop }) => {
  const student = await shop.knownStudent()
  const { batchId, title } = await addNamedCourse('20 days')
  await enrol(student.email, batchId)
  await certify(student.email, batchId)
  await open(page, 'owner', '/certificates')
  const row = await find(page, 'Certificates', title)
  await expect(row).toContainText('Valid')
  await row.getByRole('link').first().click()
  await page.getByRole('complementary').getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: /^Revoke the certificate of / })
  await dialog.getByLabel('Reason, for staff').fill('Issued by mistake.')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
})

test('a message is kept as a draft, then removed', async ({ page }) => {
  const { batchId } = await addNamedCourse('20 days')
  const subject = unique('Bring a slow query')
  await open(page, 'support', `/messages/new?batch=${batchId}`)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text').fill('We read plans on Monday.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft is saved. Nobody has got it yet.')).toBeVisible()
  await page.goto('/console/messages')
  const row = await find(page, 'Messages', subject)
  await row.getByRole('link', { name: subject }).click()
  const panel = page.getByRole('complementary', { name: subject })
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('a testimonial is published', async ({ page }) => {
  const name = unique('Meera')
  await asStaff(
    `insert into testimonials (name, role, course, quote, consent, completed_on, consented_on, publication)
     values ($1, 'Tester', 'Databases', 'I learned a lot.', true, '2026-03-01', '2026-03-02', 'draft')`,
    [name],
  )
  await open(page, 'content', '/testimonials')
  const row = await find(page, 'Testimonials', name)
  await row.getByRole('link', { name }).click()
  await page.getByRole('complementary', { name }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`${name} is on the site.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Published')
  // Other tests read the home page.
  await asStaff('delete from testimonials where name = $1', [name])
})

test('a member of staff is invited, and the audit says so', async ({ page }) => {
  const email = `staff-${Date.now()}@school.example`
  await open(page, 'owner', '/staff/new')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible()
  await page.goto('/console/staff')
  await expect(await find(page, 'Staff', email)).toContainText('Invited')
  const [member] = await asStaff<{ id: number }>('select id from staff where email = $1', [email])
  await page.goto(`/console/audit?subject=staff&subject_id=${member?.id}`)
  await expect(page.getByRole('table', { name: 'Audit' }).getByRole('row')).toHaveCount(2)
})

test('a section far down the list is in sight', async ({ page }) => {
  await open(page, 'owner', '/coupons')
  const current = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Coupons' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(current).toBeInViewport({ ratio: 0.9 })
})
