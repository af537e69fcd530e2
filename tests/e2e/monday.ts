import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readDay } from '#console/kit/dates/day-text.ts'
import { addDays, today } from '#ui/days.ts'
import { expect, type Shop, test } from './shop.ts'

interface Monday {
  page: Page
  shop: Shop
  /** The course with its two batches. The weekend one has a student who paid online. */
  course: string
  student: { name: string; email: string }
}

/** Does one task from the first page on, and compares its presses of the mouse with the budget. */
async function task(page: Page, title: string, budget: number, work: () => Promise<void>): Promise<void> {
  await test.step(title, async () => {
    await page.goto('/console/today')
    await expect(page.getByRole('region', { name: 'What waits' })).toBeVisible()
    await page.evaluate(() => {
      document.documentElement.dataset['presses'] = '0'
      addEventListener(
        'pointerdown',
        () => {
          const { dataset } = document.documentElement
          dataset['presses'] = String(Number(dataset['presses']) + 1)
        },
        true,
      )
    })
    await work()
    const presses = await page.evaluate(() => Number(document.documentElement.dataset['presses']))
    expect(presses, `presses for: ${title}`).toBeGreaterThan(0)
    expect(presses, `presses for: ${title}`).toBeLessThanOrEqual(budget)
  })
}

/** The Monday of an institute: batches, a class, a message, a lead, money, students, the month's file, and the log of all of it. */
export async function monday({ page, shop, course, student }: Monday): Promise<void> {
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: new RegExp(`^${name}( \\d+\\+? waiting)?$`) })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const notice = (text: string | RegExp) => page.getByText(text).first()
  const openBatch = async (clock: string) => {
    await link('Batches').click()
    await page
      .getByRole('row', { name: new RegExp(clock) })
      .getByRole('link')
      .first()
      .click()
  }

  await task(page, 'duplicate a batch', 4, async () => {
    await openBatch('10:00')
    await button('Duplicate').click()
    const asked = dialog(/^Duplicate batch/)
    await expect(asked.getByText(/^16 classes, /)).toBeVisible()
    await asked.getByRole('button', { name: 'Create draft' }).click()
    await expect(notice(/is created as a draft\./)).toBeVisible()
  })

  await task(page, 'move a class', 5, async () => {
    await openBatch('7:30')
    await page.getByRole('button', { name: /^Class 2 of 16/ }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Move' }).click()
    const asked = dialog('Move class 2 of 16')
    const day = asked.getByLabel('Day')
    await day.fill(addDays(readDay(await day.inputValue()) ?? '', 1))
    await expect(asked.getByText('Nobody is enrolled yet.')).toBeVisible()
    await asked.getByRole('button', { name: 'Move class' }).click()
    await expect(notice(/^The class is moved to /)).toBeVisible()
  })

  await task(page, 'message a batch', 8, async () => {
    await openBatch('10:00')
    await button('Students').click()
    await page.getByRole('link', { name: 'Message the batch' }).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Bring your laptop on Sunday')
    await page.getByRole('textbox', { name: 'Text' }).fill('We install PostgreSQL together in the first class.')
    await button('Save draft').click()
    const send = button('Send to 1 student')
    await send.click()
    await dialog('Send to 1 student?').getByRole('button', { name: 'Send to 1 student' }).click()
    await expect(notice('1 of 1 mail sent')).toBeVisible()
    expect((await shop.mail(student.email, /^Bring your laptop/)).text).toContain('PostgreSQL')
  })

  const asker = { name: 'Farhan Qureshi', email: `farhan.${Date.now()}@example.com` }
  const data = { name: asker.name, email: asker.email, phone: '9000000104', course_name: course }
  expect((await page.request.post('/api/course-enquiry/', { data })).status()).toBe(201)
  await task(page, 'answer a lead', 2, async () => {
    await page
      .getByRole('region', { name: /^Leads/ })
      .getByRole('link', { name: asker.name })
      .click()
    await page.getByRole('textbox', { name: 'Answer' }).fill('The next batch begins soon. May I call you at six?')
    await page.keyboard.press('Control+Enter')
    await expect(notice(`The answer to ${asker.name} is on its way.`)).toBeVisible()
    expect((await shop.mail(asker.email, /^(?!.*has your request)/)).text).toContain('May I call you at six?')
  })

  const payer = { name: 'Kavya Nair', email: `kavya.${Date.now()}@example.com`, phone: '9000000201' }
  await task(page, 'take a bank transfer and enrol', 9, async () => {
    await link('Payments').click()
    await button('Take a payment').click()
    const asked = dialog('Take a payment')
    await asked.getByText('New student').click()
    await asked.getByLabel('Full name').fill(payer.name)
    await asked.getByLabel('E-mail').fill(payer.email)
    await asked.getByLabel('Phone').fill(payer.phone)
    await asked.getByLabel('Batch').fill(course)
    await page.getByRole('option', { name: /Weekday evening/ }).click()
    await asked.getByLabel('Paid by').click()
    await page.getByRole('option', { name: 'Bank transfer' }).click()
    await asked.getByLabel('Reference').fill('UTR-552-118')
    await asked.getByRole('button', { name: 'Record ₹36,000 and enrol' }).click()
    await expect(notice(`${payer.name} is enrolled. The receipt is on its way.`)).toBeVisible()
    await shop.mail(payer.email, /^Receipt /)
  })

  const names = ['Anil', 'Bina', 'Chetan', 'Divya', 'Eklavya']
  await task(page, 'import five students', 7, async () => {
    await link('Imports').click()
    await page.getByRole('link', { name: 'Import students' }).first().click()
    const lines = names.map((name) => `${name} Shinde,${name.toLowerCase()}.${Date.now()}@example.com,,`)
    await page.getByRole('textbox', { name: 'Table' }).fill(['name,email,phone,batch', ...lines].join('\n'))
    await page.getByLabel('Reason').fill('Scholarships of the city')
    await button('Check the file').click()
    await button('Make 5 accounts').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make 5 accounts' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
  })

  await task(page, 'refund a student', 5, async () => {
    await link('Payments').click()
    await page.getByRole('row', { name: student.name }).getByRole('link').first().click()
    await page.getByRole('complementary').getByRole('button', { name: 'Refund' }).click()
    const asked = dialog(`Refund ${student.name}`)
    await asked.getByLabel('Reason').fill('Moves to another city.')
    await asked.getByRole('button', { name: 'Refund ₹36,000 and end access' }).click()
    await expect(notice(`₹36,000 goes back to ${student.name}.`)).toBeVisible()
    await shop.mail(student.email, /refund/i)
  })

  await task(page, 'transfer a student', 6, async () => {
    await openBatch('7:30')
    await button('Students').click()
    await button(`Move ${payer.name}`).click()
    const asked = dialog(`Move ${payer.name}`)
    await asked.getByRole('radio').first().check()
    await asked.getByLabel('Reason').fill('As you asked on the phone.')
    await asked.getByRole('button', { name: /^Move/ }).last().click()
    await expect(asked).toHaveCount(0)
    await shop.mail(payer.email, /^You have moved/)
  })

  await task(page, "download the month's payments", 5, async () => {
    await link('Payments').click()
    await button('Filter').click()
    await page.getByRole('menuitem', { name: 'From day' }).click()
    await page.getByRole('textbox', { name: 'From day is' }).fill(`${today().slice(0, 8)}01`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=/)
    await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(3)
    const waiting = page.waitForEvent('download')
    await button('Export').click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = readFileSync(await (await waiting).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(3)
    expect(file.split('\n')[0]).toMatch(/,amount,.*,refunded,/)
    for (const { email } of [student, payer]) expect(file).toContain(email)
  })

  await task(page, 'read all of it in the log', 1, async () => {
    await link('Audit').click()
    const table = page.getByRole('table', { name: 'Audit' })
    await expect(table.getByRole('row').nth(10)).toBeVisible()
  })
  // The table draws the rows in sight, so each kind is read by its filter.
  const day = String.raw`\d{1,2} [A-Z][a-z]{2} \d{4}`
  for (const [subject, sentence] of [
    ['batches', new RegExp(`^Added batch “${course}, from ${day}”`)],
    ['class_sessions', new RegExp(`^Moved class 2 from ${day}, 7:30 PM IST to ${day}, 7:30 PM IST, ${course}`)],
    ['messages', /^Sent message “Bring your laptop on Sunday” to 1 student/],
    ['lead_messages', `Answered lead “${asker.name}”`],
    ['offline_payments', `Took ₹36,000 from ${payer.name} by bank transfer, UTR-552-118`],
    ['student_imports', /^Imported the students of “/],
    ['refunds', `Decided a refund of ₹36,000 to ${student.name}`],
    ['enrolment_moves', new RegExp(`^Moved ${payer.name} from the batch of ${day} to that of ${day}, ${course}`)],
  ] as const) {
    await page.goto(`/console/audit?subject=${subject}`)
    const found = page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1)
    await expect(found).toContainText('Meera Kulkarni')
    await expect(found.getByRole('cell').first().or(found.getByRole('rowheader')).first()).toContainText(sentence)
  }

  await task(page, 'read what happened with a payment', 4, async () => {
    await link('Payments').click()
    await page.getByRole('row', { name: student.name }).getByRole('link').first().click()
    await page.getByRole('complementary').getByRole('link', { name: 'See the log' }).click()
    await expect(page.getByRole('button', { name: `Payment: ${student.name}, ₹36,000` })).toBeVisible()
    const found = page.getByRole('table', { name: 'Audit' }).getByRole('row', { name: /^Decided a refund/ })
    await found.getByRole('link').click()
    const panel = page.getByRole('complementary', { name: `Meera Kulkarni decided a refund of ₹36,000 to ${student.name}` })
    await expect(panel.getByText('Moves to another city.').first()).toBeVisible()
  })

  await task(page, 'read what happened with a student', 4, async () => {
    await link('Students').click()
    await page.getByRole('row', { name: payer.name }).getByRole('link').first().click()
    const changes = page.getByRole('region', { name: 'Changes by staff' })
    await expect(changes).toContainText(new RegExp(`Moved ${payer.name} from the batch of ${day} to that of ${day}, ${course}`))
    await expect(changes).toContainText('Reason: As you asked on the phone.')
    await page.getByRole('link', { name: 'See the log' }).click()
    await expect(page.getByRole('button', { name: `Student: ${payer.name}` })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Audit' }).getByRole('row', { name: /^Took ₹36,000/ })).toBeVisible()
  })
}
