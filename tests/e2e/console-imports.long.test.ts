import { makeWorkbook, type MadeCell } from '#tests/school/make-workbook.ts'
import { findOpenBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { addCourse, asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1440, height: 900 } })

interface Named {
  title: string
  first_day: string
  words: string
}
/** What people write of a batch. */
async function namesOf(batchId: number): Promise<Named> {
  const [found] = await asStaff<Named>(
    `select c.title, to_char(b.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as first_day,
       to_char(b.starts_at at time zone 'Asia/Kolkata', 'FMDD Mon YYYY') as words
     from batches b join courses c on c.id = b.course_id where b.id = $1`,
    [batchId],
  )
  if (!found) throw new Error(`there is no batch ${batchId}`)
  return found
}

test('a messy workbook of forty lines is mapped, repaired and run', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { batchId } = await findOpenBatch(page.request)
  const { title, words } = await namesOf(batchId)
  const word = `messy${Date.now()}`
  const meant: MadeCell[] = [batchId, `${title}, ${words}`, `Batch ${batchId}`, { xml: `<c r="@"><v>${batchId}.0</v></c>` }]
  const student = (n: number): MadeCell[] => [
    { day: 46_353 + n / 100, format: 22 },
    n % 3 === 0 ? `\u00A0Student ${n}\u200B ` : `Student ${n}`,
    `S${n}-${word}@Example.com${n % 4 === 0 ? ' ' : ''}`,
    n % 2 === 0 ? 8_038_000_000 + n : `'80380 ${String(n).padStart(5, '0')}`,
    meant[n % meant.length] ?? null,
    'M',
  ]
  const rows = Array.from({ length: 40 }, (_, index) => student(index))
  rows[4] = [null, 'Shortened', `short-${word}@example.com`, '8.038E+09', batchId]
  rows[9] = [null, '', 'not an address', null, batchId]
  rows[20] = [null, 'Evening', `evening-${word}@example.com`, null, 'the evening one']
  const file = makeWorkbook(
    { rows: [['Notes of the office']], isHidden: true },
    {
      rows: [
        ['Answers of November'],
        [],
        ['Timestamp', 'Your full name', 'Email Address', 'Reach me on', 'Which batch?', 'Shirt'],
        ...rows,
      ],
    },
  )
  await enterAs(page, 'support')
  await page.goto('/console/imports/new')

  await test.step('columns are guessed, and one is chosen by hand', async () => {
    await page.getByLabel('File of students').setInputFiles({
      name: `${word}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: file,
    })
    const columns = page.getByRole('list', { name: 'Columns of the file' })
    await expect(columns.getByRole('listitem')).toHaveCount(6)
    await expect(page.getByRole('status').filter({ hasText: '40 lines below the first' })).toBeVisible()
    await expect(columns.getByLabel('Your full name')).toHaveValue('name')
    await expect(columns.getByLabel('Email Address')).toHaveValue('email')
    await expect(columns.getByLabel('Which batch?')).toHaveValue('batch')
    await expect(columns.getByLabel('Timestamp')).toHaveValue('')
    await columns.getByLabel('Reach me on').selectOption('E-mail')
    await expect(page.getByText('Two columns are “E-mail”.')).toBeVisible()
    await columns.getByLabel('Reach me on').selectOption('Phone')
    // Who takes no payments is not asked about them.
    await expect(page.getByText('Paid already')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByLabel('Reason').fill('Scholarships')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word}.xlsx`)
  })

  const table = page.getByRole('table', { name: 'Lines of the file' })
  await test.step('every problem of a line stands at its field', async () => {
    await expect(page.getByRole('button', { name: 'Left out 3' })).toBeVisible()
    await page.getByRole('button', { name: 'Left out 3' }).click()
    await expect(table.getByRole('row')).toHaveCount(4)
    await expect(table.getByLabel('Name of line 13')).toHaveAccessibleDescription(
      'The name is missing or longer than 120 characters. Only a student who has an account needs none.',
    )
    await expect(table.getByLabel('E-mail of line 13')).toHaveAccessibleDescription('This is not an e-mail address.')
    await expect(table.getByLabel('Phone of line 8')).toHaveAccessibleDescription(/Excel has shortened this number/)
    await expect(table.getByLabel('Batch of line 24')).toHaveAccessibleDescription(/No batch has this number/)
    await expectAccessible(page)
  })

  await test.step('lines are repaired and checked again', async () => {
    await table.getByLabel('Phone of line 8').fill('8038006639')
    await table.getByLabel('Name of line 13').fill('Nisha Shah')
    await table.getByLabel('Batch of line 24').fill(`${title}, ${words}`)
    await expect(page.getByRole('region', { name: 'Repaired lines' })).toContainText('3 lines changed')
    await expect(page.getByRole('button', { name: /^Make / })).toBeDisabled()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('button', { name: 'Left out 1' })).toBeVisible()
    await table.getByLabel('E-mail of line 13').fill(`nisha-${word}@example.com`)
    await table.getByLabel('E-mail of line 13').press('Enter')
    await expect(page.getByText('Every line can be imported now.')).toBeVisible()
    await page.getByRole('button', { name: 'All lines 40' }).click()
  })

  await test.step('the run does what the check has shown', async () => {
    await page.getByRole('button', { name: 'Make 40 accounts and 40 enrolments' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make 40 accounts and 40 enrolments' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
    const made = await asStaff(
      `select u.full_name, u.phone from users u join enrolments e on e.user_id = u.id where u.email like $1 and e.batch_id = $2`,
      [`%${word}@example.com`, batchId],
    )
    expect(made).toHaveLength(40)
    expect(made).toContainEqual({ full_name: 'Student 3', phone: '8038000003' })
    expect(made).toContainEqual({ full_name: 'Shortened', phone: '8038006639' })
  })

  await test.step('the next file of these headings is understood', async () => {
    await page.goto('/console/imports/new')
    await page
      .getByRole('textbox', { name: 'Table' })
      .fill('Reach me on,Email Address,Your full name,Which batch?,Timestamp,Shirt\n1,a@example.com,A,,,M')
    await expect(page.getByText('Somebody chose these for an earlier file')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Columns of the file' }).getByLabel('Reach me on')).toHaveValue('phone')
  })
})

test('a paid batch of twenty is brought over', async ({ page, shop }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { batchId } = await findOpenBatch(page.request)
  const [price] = await asStaff<{ rupees: number; today: string }>(
    `select (c.amount_paise / 100)::int as rupees, to_char(app_now() at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as today
     from batches b join courses c on c.id = b.course_id where b.id = $1`,
    [batchId],
  )
  if (!price) throw new Error(`there is no batch ${batchId}`)
  const word = `paid${Date.now()}`
  const lines = Array.from({ length: 20 }, (_, n) =>
    [
      `Payer ${n}`,
      `p${n}-${word}@example.com`,
      n === 7 ? '' : `${word}UTR${n}`,
      n === 3 ? 'cheque' : '',
      `₹${price.rupees}`,
    ].join('\t'),
  )
  lines[3] = lines[3]?.replace(`${word}UTR3`, `HDFC 00${String(Date.now()).slice(-4)}`) ?? ''
  await enterAs(page, 'owner')
  await page.goto('/console/imports/new')

  await test.step('a choice for all lines says how they were paid', async () => {
    await page
      .getByRole('textbox', { name: 'Table' })
      .fill(['Student', 'Email', 'UTR no.', 'Mode', 'Fee paid'].join('\t') + `\n${lines.join('\n')}`)
    const columns = page.getByRole('list', { name: 'Columns of the file' })
    await expect(columns.getByLabel('UTR no.')).toHaveValue('')
    await page.getByText('Paid already', { exact: true }).click()
    await expect(columns.getByLabel('UTR no.')).toHaveValue('reference')
    await expect(columns.getByLabel('Fee paid')).toHaveValue('amount')
    await page.getByLabel('Batch of all lines').fill(String(batchId))
    await page.getByRole('option', { name: new RegExp(`Batch ${batchId},`) }).click()
    await page.getByLabel('Paid by').click()
    await page.getByRole('option', { name: 'UPI' }).click()
    await page.getByLabel('Received on').fill(price.today)
    await page.getByLabel('Reason').fill('The running batch of the old register')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pasted table')
  })

  const table = page.getByRole('table', { name: 'Lines of the file' })
  await test.step('a payment without a reference is repaired', async () => {
    await expect(table.getByLabel('Reference of line 9')).toHaveAccessibleDescription(/The reference is missing/)
    await expect(table.getByRole('row', { name: /Payer 3/ })).toContainText('The cheque enrols when it clears.')
    await expectAccessible(page)
    await table.getByLabel('Reference of line 9').fill(`${word}UTR7`)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('Every line can be imported now.')).toBeVisible()
  })

  await test.step('the run records each payment with a receipt', async () => {
    const act = 'Make 20 accounts, 19 enrolments and 20 payments'
    await page.getByRole('button', { name: act }).click()
    await expect(page.getByRole('dialog', { name: 'Run Pasted table?' })).toContainText(
      '19 receipts go out by mail, and 1 payment waits for a second person or the bank.',
    )
    await page.getByRole('dialog', { name: 'Run Pasted table?' }).getByRole('button', { name: act }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
    await expect(page.getByText('This import can not be undone as a whole')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await shop.mail(`p0-${word}@example.com`, /^Receipt /)
  })
})

test('a list above the limit waits for a second person', async ({ page }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { courseId, batchId } = await addCourse('10 days')
  await asStaff('update courses set price_paise = 6000000 where id = $1', [courseId])
  const word = `limit${Date.now()}`
  const text = `name,email,batch\nAsha,asha-${word}@example.com,${batchId}\nRavi,ravi-${word}@example.com,${batchId}`
  await enterAs(page, 'support')
  await page.goto('/console/imports/new')
  await page.getByLabel('Table', { exact: true }).fill(text)
  await page.getByLabel('Reason').fill('Scholarships of the college')
  await page.getByRole('button', { name: 'Check the file' }).click()

  await test.step('who checked it asks', async () => {
    await expect(page.getByText(/^2 students would get more than ₹50,000, which one person may give/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask a second person' }).click()
    await expect(page.getByText(/^A mail is on its way to /)).toBeVisible()
    await expect(page.getByText(/^It waits for .+ A mail is on its way\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Make / })).toHaveCount(0)
    await expectAccessible(page)
  })

  const path = new URL(page.url()).pathname
  await test.step('a second person declines, and it is asked for again', async () => {
    await enterAs(page, 'owner')
    await page.goto('/console')
    await page.getByRole('link', { name: /Lists to decide/ }).click()
    await expect(page.getByRole('table', { name: 'Imports' })).toContainText('Waiting')
    await page.goto(path)
    await expect(page.getByText(/asks you to run this list\. It gives places worth ₹1,20,000 without a payment\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('dialog').getByLabel('Why').fill('Ravi is not at the college.')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText(/has declined to run it: Ravi is not at the college\.$/)).toBeVisible()
    await enterAs(page, 'support')
    await page.goto(path)
    await page.getByRole('button', { name: 'Ask a second person' }).click()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  })

  await test.step('the second person runs it', async () => {
    await enterAs(page, 'owner')
    await page.goto(path)
    await page.getByRole('button', { name: 'Make 2 accounts and 2 enrolments' }).click()
    await expect(page.getByRole('dialog')).toContainText(
      'It gives places worth ₹1,20,000 without a payment. No mail is sent yet.',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Make 2 accounts and 2 enrolments' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
    await expect(page.getByText(/, run by /)).toBeVisible()
    const made = await asStaff('select 1 from users u join enrolments e on e.user_id = u.id where u.email like $1', [
      `%${word}@example.com`,
    ])
    expect(made).toHaveLength(2)
  })
})
