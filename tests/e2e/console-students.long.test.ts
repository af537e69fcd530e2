import { readFileSync } from 'node:fs'
import { buyBatch, findOpenBatch } from './buy-batch.ts'
import { enterAs, expectAccessible, watchPolicy } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a student is found by payment, changed on proof and disabled', async ({ page, shop, consoleErrors }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const student = await shop.knownStudent()
  const { paymentId, course } = await buyBatch(page.request, student)
  await enterAs(page, 'support')
  await page.goto('/console/students')

  await test.step('the search finds who paid, by keyboard', async () => {
    await expect(page.getByRole('table', { name: 'Students' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(paymentId)
    await expect(page.getByRole('option', { name: student.email })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(student.name)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    for (const part of ['Enrolments', 'Payments', 'Documents', 'Devices', 'Mails', 'Notes']) {
      await expect(page.getByRole('region', { name: part })).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText(paymentId)
    await expect(page.getByRole('region', { name: 'Enrolments' }).getByRole('link', { name: course })).toBeVisible()
    // The role does not read the log.
    await expect(page.getByRole('region', { name: 'Changes by staff' })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('a note is written by keyboard', async () => {
    await page.keyboard.press('c')
    await page.keyboard.type('Prefers calls after six.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Prefers calls after six.')
    await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  const moved = `moved-${student.email}`
  await test.step('an e-mail changes on proof, and nothing typed is lost', async () => {
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Change e-mail or phone' })
    await dialog.getByLabel('E-mail').fill(moved)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByText('Please write what proof you have seen.')).toBeVisible()
    await dialog.getByLabel('Proof').fill('Read out the receipt number on the phone.')
    // Somebody else changes the name meanwhile.
    await asStaff('update users set full_name = $2 where email = $1', [student.email, 'Asha Changed'])
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Somebody else has changed this student.')
    await expect(dialog.getByLabel('Proof')).toHaveValue('Read out the receipt number on the phone.')
    forgive(consoleErrors, /status of 412/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByText('Asha Changed is changed, and logged out everywhere.')).toBeVisible()
    await expect(page.getByText(moved)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Logged in nowhere.')
    expect((await shop.mail(student.email, /was changed/)).text).toMatch(/because you\s+asked us to/)
    await shop.mail(moved, /has this e-mail address now/)
  })

  await test.step('a student is disabled, and enabled by undo', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disable Asha Changed' })
    await dialog.getByLabel('Reason').fill('Shares the account with an office.')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Disabled')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Active')
  })

  await test.step('the data is saved as a file', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save the student’s data' }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click()
    const saved = JSON.parse(readFileSync(await (await waiting).path(), 'utf8')) as { parts: { profile: object[] } }
    expect(saved.parts.profile).toMatchObject([{ email: moved }])
  })

  await test.step('an erasure names its consequence in figures', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase Asha Changed' })
    await expect(dialog).toContainText(
      /3 notes and 0 devices are deleted\. 1 enrolment ends\. 1 payment of ₹[\d,]+ and the documents stay/,
    )
    await dialog.getByRole('textbox').fill('ERASE')
    await dialog.getByRole('button', { name: 'Erase the account' }).click()
    await expect(dialog.getByRole('alert')).toContainText('the change can still be undone')
    await dialog.getByRole('button', { name: 'Keep the account' }).click()
  })
})

test('a file of students is checked, run, invited and undone', async ({ page, shop }) => {
  test.slow()
  await watchPolicy(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { batchId } = await findOpenBatch(page.request)
  const word = `import${Date.now()}`
  const lines = [
    'Full Name;E-mail;Mobile;Batch',
    `Nisha Shah;nisha-${word}@example.com;;${batchId}`,
    `Omkar Joshi;omkar-${word}@example.com;;`,
    'Pooja;no address;;',
  ]
  await enterAs(page, 'support')
  await page.goto('/console/imports/new')

  await test.step('a file that is no table is refused beside its field', async () => {
    await page.getByRole('textbox', { name: 'Table' }).fill('first,second\n1,2')
    await page.getByLabel('Reason').fill('Scholarships')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('No column of the first line is the name.').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a chosen file is checked line by line', async () => {
    await page.getByLabel('File of students').setInputFiles({
      name: `${word}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
    })
    await expect(page.getByRole('status').filter({ hasText: '3 lines below the first' })).toBeVisible()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word}.csv`)
    await expect(page.getByText('“Full Name”')).toBeVisible()
    const table = page.getByRole('table', { name: 'Lines of the file' })
    await expect(table.getByRole('row')).toHaveCount(4)
    await expect(table.getByRole('row', { name: /Pooja/ })).toContainText('This is not an e-mail address.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Left out 1' }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Problems' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect(readFileSync(await (await waiting).path(), 'utf8')).toContain('4,Pooja,no address,,,This is not an e-mail address.')
  })

  await test.step('a run asks in figures and does what was checked', async () => {
    await page.getByRole('button', { name: 'Make 2 accounts and 1 enrolment' }).click()
    const dialog = page.getByRole('dialog', { name: `Run ${word}.csv?` })
    await expect(dialog).toContainText('1 line is left out. No mail is sent yet.')
    await dialog.getByRole('button', { name: 'Make 2 accounts and 1 enrolment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
  })

  await test.step('invitations are counted and sent', async () => {
    await page.getByRole('button', { name: 'Send 2 invitations' }).click()
    await page.getByRole('dialog', { name: 'Invite 2 students?' }).getByRole('button', { name: 'Send 2 invitations' }).click()
    await expect(page.getByText('2 invitations are on the way.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
    await shop.mail(`nisha-${word}@example.com`, /^Your place in/)
  })

  await test.step('an undo removes what nobody has used', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Undone')
    await page.getByRole('button', { name: /^All lines/ }).click()
    await expect(page.getByRole('row', { name: /Nisha/ })).toContainText('Account removed')
    await expect(page.getByText('New account')).toHaveCount(0)
    expect(await asStaff('select 1 from users where email like $1', [`%${word}%`])).toEqual([])
  })
})

test('a refused address is shown to staff and to its student', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const student = await shop.signUp()
  await asStaff(
    `insert into bouncing_addresses (address, since, refused_at, reply) values ($1, app_now(), app_now(), '550 Unknown')`,
    [student.email],
  )
  await shop.open('/profile')
  await expect(page.getByRole('region', { name: 'Our mails do not reach you' })).toContainText(student.email)
  await enterAs(page, 'support')
  await page.goto(`/console/students?q=${student.email}`)
  await expect(page.getByRole('row', { name: student.name })).toContainText('Mail refused')
  await page.getByRole('link', { name: student.name }).click()
  await expect(page.getByText('The mail server refuses this address.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mail again' }).click()
  await expect(page.getByText('The mail server refuses this address.')).toHaveCount(0)
})
