import { enterAs, watchPolicy } from './console-staff.ts'
import { recorded } from './enrolled-student.ts'
import { asStaff } from './reach-school.ts'
import { expect, newVisitor, test } from './shop.ts'
import { forgive } from './stand-in.ts'
import { expectNoViolations } from './violations-of.ts'

test('a guest takes a seat, joins and gives it back', async ({ page, shop, consoleErrors }) => {
  const guest = newVisitor()
  await shop.open(`/courses/${recorded.courseId}`)
  await page.getByRole('link', { name: /^Sit in on a class: \w{3} \d/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sit in on a class' })).toBeVisible()
  await page.getByLabel('Name').fill(guest.name)
  await page.getByLabel('Email').fill(guest.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  const otp = await shop.codeFor(guest.email)

  await test.step('a wrong code is refused, and what was typed stays', async () => {
    await page.getByPlaceholder('Enter OTP').fill(otp === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Take the seat' }).click()
    await expect(page.getByText('Invalid or expired OTP.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(guest.email)
    // The code of a minute ago still works.
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByPlaceholder('Enter OTP')).toBeVisible()
    forgive(consoleErrors, /status of 429/)
  })
  await page.getByPlaceholder('Enter OTP').fill(otp)
  await page.getByRole('button', { name: 'Take the seat' }).click()
  await expect(page.getByRole('heading', { name: 'Your seat is kept.' })).toBeFocused()
  const { text } = await shop.mail(guest.email, /^Your seat on /)
  const [link = ''] = /\S+\/join\/\d+#\S+/.exec(text) ?? []
  const { hash, pathname } = new URL(link)

  await test.step('the page of the class opens with the link alone', async () => {
    await page.getByRole('link', { name: 'Open your class' }).click()
    await expect(page.getByRole('heading', { name: /^Your classroom opens on/ })).toBeVisible()
    expect(new URL(page.url()).hash).toBe(hash)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^class-\d+\.ics$/)
    await page.getByRole('button', { name: 'Add to calendar' }).click()
  })

  await test.step('in time it leads to the classroom', async () => {
    await page.route('**/api/classes/*/join/', async (route) => {
      expect(route.request().headers()['authorization']).toBe(`Guest ${hash.slice(1)}`)
      if (route.request().method() === 'POST') return route.fulfill({ json: { url: 'https://classroom.example/room' } })
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...((await response.json()) as object), state: 'open' } })
    })
    await page.route('https://classroom.example/**', (route) => route.fulfill({ body: 'The classroom' }))
    await page.reload()
    await page.waitForURL('https://classroom.example/room')
    await page.unroute('**/api/classes/*/join/')
  })

  await test.step('staff see the guest as a lead', async () => {
    await page.goto('about:blank')
    await watchPolicy(page)
    await enterAs(page, 'owner')
    const id = pathname.split('/').at(-1)
    await page.goto(`/console/batches/${recorded.batchId}?class=${id}`)
    const guests = page.getByRole('region', { name: 'Guests' })
    await expect(guests).toContainText(/\d+ of 12 seats for guests are taken\./)
    await guests.getByRole('button', { name: 'Change seats' }).click()
    const dialog = page.getByRole('dialog', { name: 'Seats for guests' })
    await dialog.getByRole('spinbutton').fill('501')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('A class takes 500 guests at most.')).toBeVisible()
    await dialog.getByRole('spinbutton').fill('20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(guests).toContainText('of 20 seats')
    await expectNoViolations(page)
    const [lead] = await asStaff<{ id: number }>(
      `select l.id::int from leads l join enquiries e on e.id = l.enquiry_id where e.email = $1`,
      [guest.email],
    )
    await guests.locator(`a[href$="/leads/${lead?.id}"]`).click()
    await expect(page.getByText('Took a seat as a guest')).toBeVisible()
  })

  await test.step('the seat is given back once', async () => {
    await page.goto(pathname + hash)
    await page.getByRole('button', { name: 'Give the seat back' }).click()
    await page.getByRole('button', { name: 'Yes, give the seat back' }).click()
    await expect(page.getByRole('heading', { name: 'Your seat is free again' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This link opens no class' })).toBeVisible()
  })
})
