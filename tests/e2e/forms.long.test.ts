import type { Locator, Page } from '@playwright/test'
import { privateMailHosts } from '#contract/rules.ts'
import { expect, newVisitor, type Shop, test } from './shop.ts'
import { forgive } from './stand-in.ts'

const phoneMessage = 'Phone number must be exactly 10 digits.'
const school = 'hello@karyashala.example'

interface Enquiry {
  title: string
  open: (page: Page, shop: Shop) => Promise<Locator>
  call: string
  button: string
  /** The typed values by label, in form order. */
  typed: Record<string, string>
  required: string[]
  /** The error for a private address; undefined when any address is accepted. */
  official?: string
  sent: string
  failed: string
  subject: RegExp
  autocomplete?: string[]
}

const research = {
  typed: {
    Name: 'Nandini Joshi',
    'Phone number': '+91 98765 43210',
    'Institutional email': '',
    Department: 'Computer Science',
    Institution: 'Institute of Applied Computing',
    'Profile or institution URL': 'https://institute.example/joshi',
    Message: 'How live classes hold attention.\nWe have two semesters of data.',
  },
  required: [
    'Name is required.',
    phoneMessage,
    'Email is required.',
    'Department is required.',
    'Institution is required.',
    'Profile or institution URL is required.',
    'Please write a message.',
  ],
  button: 'Send your proposal',
  official: 'Please use your official/institutional email, not a private one.',
  sent: 'Your research request has been submitted successfully!',
  failed: 'Submission failed. Please try again.',
}

const enquiries: Enquiry[] = [
  {
    title: 'callback',
    open: async (page, shop) => {
      await shop.open('/courses/2')
      return page.getByRole('form', { name: 'Request a callback' })
    },
    call: '/api/course-enquiry/',
    button: 'Request a callback',
    typed: { Name: 'Ravi Deshmukh', Email: '', 'Phone number': '+91-98765-43210' },
    required: ['Name is required.', 'Email is required.', phoneMessage],
    sent: 'Your Enquiry Form has been submitted successfully.',
    failed: 'Something went wrong.',
    subject: /^Callback request no\./,
  },
  {
    title: 'hiring',
    open: async (page, shop) => {
      await shop.open('/hirepage')
      return page.getByRole('form', { name: 'Hire tech talent' })
    },
    call: '/api/hire/',
    button: 'Send your requirements',
    typed: {
      Name: 'Kiran Rao',
      'Company name': 'Tarang Systems',
      'Work email': '',
      'Phone number': '098765 43210',
      Requirements: 'Two backend developers from January.\nPune or remote.',
    },
    required: [
      'Name is required.',
      'Company name is required.',
      'Email is required.',
      phoneMessage,
      'Please tell us what you need.',
    ],
    official: 'Please use your official/company email, not a private one.',
    sent: 'Your request has been submitted successfully!',
    failed: 'Failed to submit your request. Please try again.',
    subject: /^Hiring request no\./,
    autocomplete: ['name', 'organization', 'email', 'tel-national'],
  },
  {
    ...research,
    title: 'research of a professor, in the dialog',
    open: async (page, shop) => {
      await shop.open('/researchpage')
      await page.getByRole('button', { name: "I'm a Professor" }).click()
      return page.getByRole('dialog', { name: 'Propose research' })
    },
    call: '/api/professor/',
    subject: /^Research request from a professor no\./,
  },
  {
    ...research,
    title: 'research of a student, on its own page',
    open: async (page, shop) => {
      await shop.open('/researchform')
      const form = page.getByRole('form', { name: 'Research together' })
      await form.getByLabel("I'm a Student").check()
      return form
    },
    call: '/api/student-research/',
    subject: /^Research request from a student no\./,
    autocomplete: ['name', 'tel-national', 'email', 'organization', 'url'],
  },
]

async function fill(form: Locator, typed: Record<string, string>, email: string): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text || email)
}

for (const enquiry of enquiries) {
  const { title, open, call, button, typed, required, official, sent, failed, subject, autocomplete } = enquiry
  const mailLabel = Object.keys(typed).find((label) => typed[label] === '') ?? ''

  test(`${title}: shows invalid fields and sends no request [TXT-039 TXT-040 TXT-041 TXT-042 TXT-043]`, async ({
    page,
    shop,
  }) => {
    let called = false
    await page.route(`**${call}`, async (route) => {
      called = true
      await route.abort()
    })
    const form = await open(page, shop)
    await test.step('fields are marked required, and the email is typed email', async () => {
      for (const [label, text] of Object.entries(typed)) {
        await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('required', '')
        if (text === '') await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('type', 'email')
      }
      const tokens = await form
        .locator('[autocomplete]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
      if (autocomplete) expect(tokens).toEqual(autocomplete)
    })
    const send = form.getByRole('button', { name: button })
    await send.click()
    // Checked first, because the toast closes after three seconds.
    await expect(shop.toast(required[0] ?? '')).toBeVisible()
    for (const message of required) await expect(form.getByText(message, { exact: true })).toBeVisible()
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(form.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Name is required.')

    await fill(form, typed, 'not an address')
    await send.click()
    await expect(form.getByText('Please enter a valid email address.')).toBeVisible()
    for (const host of official ? privateMailHosts : []) {
      await form.getByLabel(mailLabel).fill(`someone@${host.toUpperCase()}`)
      await send.click()
      if (host === privateMailHosts[0]) await expect(shop.toast(official ?? '')).toBeVisible()
      await expect(form.getByText(official ?? '')).toBeVisible()
    }
    await form.getByLabel(mailLabel).fill('someone@institute.example')
    await form.getByLabel('Phone number').fill('12345')
    await send.click()
    await expect(form.getByText(phoneMessage)).toBeVisible()
    expect(called).toBe(false)
  })

  test(`${title}: a failed submit can be repeated [TXT-093 TXT-094 TXT-095 TXT-096 TXT-097 TXT-098]`, async ({
    page,
    shop,
    consoleErrors,
  }) => {
    const email = newVisitor().email
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const form = await open(page, shop)
    const failure = form.getByRole('alert').filter({ hasText: failed })
    await fill(form, typed, email)
    await expect(form.getByLabel('Phone number')).toHaveValue('9876543210')
    const preserved = async () => {
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue(typed['Name'] ?? '')
      await expect(form.getByLabel(mailLabel)).toHaveValue(email)
    }
    await test.step('only the declared status counts as success', async () => {
      await page.route(`**${call}`, (route) => route.fulfill({ status: 202, json: { message: 'Later' } }))
      await form.getByRole('button', { name: button }).click()
      await expect(failure).toBeVisible()
      await preserved()
      await shop.closeToasts()
    })
    await test.step('an error of the server', async () => {
      await page.route(`**${call}`, async (route) => {
        await held
        await route.fulfill({ status: 500, json: { message: 'Internal', detail: 'Internal', code: 'internal' } })
      })
      await form.getByRole('button', { name: button }).click()
      await expect(form.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-disabled', 'true')
      await expect(failure).toBeHidden()
      release()
      await expect(shop.toast(failed)).toBeVisible()
      await expect(failure).toBeVisible()
      await preserved()
    })
    await test.step('an error of a field', async () => {
      await page.route(`**${call}`, (route) =>
        route.fulfill({
          status: 400,
          json: { message: 'No', detail: 'No', code: 'invalid', email: ['This address is not known.'] },
        }),
      )
      await form.getByRole('button', { name: button }).click()
      await expect(form.getByText('This address is not known.')).toBeVisible()
      await preserved()
    })
    await test.step('a submit reaches the school once and empties the form', async () => {
      await page.unroute(`**${call}`)
      const calls: unknown[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(call)) calls.push(request.postDataJSON())
      })
      // Two clicks in one task, before React can render.
      await form.getByRole('button', { name: button }).evaluate((element: HTMLElement) => {
        element.click()
        element.click()
      })
      await expect(shop.toast(sent)).toBeVisible()
      await expect(form.getByRole('status').filter({ hasText: sent })).toBeVisible()
      for (const label of Object.keys(typed)) await expect(form.getByLabel(label, { exact: true })).toHaveValue('')
      expect(calls).toHaveLength(1)
      expect(calls[0]).toMatchObject({ email, phone: '9876543210' })
      const thanks = await shop.mail(email, /has your request/)
      expect(thanks.text.replaceAll('\n', ' ')).toContain('within 24 hours on business days')
      const received = await shop.mail(school, subject)
      expect(received.text).toContain('9876543210')
    })
    forgive(consoleErrors, /status of 500/)
  })
}

test('a form submitted offline preserves its values and can be resubmitted', async ({ page, shop, context, consoleErrors }) => {
  const hiring = enquiries.find(({ title }) => title === 'hiring')
  if (!hiring) throw new Error('no form for hiring')
  const form = await hiring.open(page, shop)
  const email = newVisitor().email
  await fill(form, hiring.typed, email)
  await context.setOffline(true)
  await form.getByRole('button', { name: hiring.button }).click()
  await expect(form.getByRole('alert').filter({ hasText: hiring.failed })).toBeVisible()
  await expect(form.getByLabel('Work email')).toHaveValue(email)
  await expect(form.getByLabel('Requirements')).toHaveValue(hiring.typed['Requirements'] ?? '')
  await context.setOffline(false)
  await form.getByRole('button', { name: hiring.button }).click()
  await expect(shop.toast(hiring.sent)).toBeVisible()
  // The browser logs the failed requests.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !/ERR_|preload|dynamically/.test(text)))
})

test('an invalid web address shows the expected format', async ({ page, shop }) => {
  await shop.open('/researchform')
  const form = page.getByRole('form', { name: 'Research together' })
  await fill(form, { ...research.typed, 'Profile or institution URL': 'institute.example/joshi' }, newVisitor().email)
  await form.getByRole('button', { name: research.button }).click()
  const text = 'Please enter a full web address that starts with https://.'
  await expect(shop.toast(text)).toBeVisible()
  await expect(form.getByLabel('Profile or institution URL')).toHaveAccessibleDescription(text)
})

test('the research dialog restores values and updates the applicant', async ({ page, shop }) => {
  await shop.open('/researchpage')
  const professor = page.getByRole('button', { name: "I'm a Professor" })
  await professor.click()
  const dialog = page.getByRole('dialog', { name: 'Propose research' })
  await expect(dialog.getByLabel("I'm a Professor")).toBeChecked()
  await dialog.getByLabel('Message').fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(professor).toBeFocused()
  await page.getByRole('button', { name: "I'm a Student" }).click()
  await expect(dialog.getByLabel("I'm a Student")).toBeChecked()
  await expect(dialog.getByLabel('Message')).toHaveValue('Half a thought')
})

test('input and clicks before hydration are preserved', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/researchform', { waitUntil: 'domcontentloaded' })
  const form = page.getByRole('form', { name: 'Research together' })
  await form.getByLabel("I'm a Student").check()
  await form.getByLabel('Name', { exact: true }).fill('Typed early')
  await form.getByRole('button', { name: 'Send your proposal' }).click()
  release()
  await expect(form.getByText('Please write a message.')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Typed early')
  await expect(form.getByLabel("I'm a Student")).toBeChecked()
  await expect(page).toHaveURL(/\/researchform$/)
})

test('normalises a phone number early, after autofill and while editing', async ({ page }) => {
  for (const [path, name] of [
    ['/register', 'Create a free account'],
    ['/courses/2', 'Request a callback'],
    ['/hirepage', 'Hire tech talent'],
  ] as const) {
    await test.step(path, async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const form = page.getByRole('form', { name })
      const phone = form.getByLabel('Phone number')
      await phone.fill('+91 98765 43210')
      release()
      await expect(phone).toHaveValue('9876543210')
      await phone.evaluate((input: HTMLInputElement) => {
        input.value = '+91 98765 43219'
      })
      await form.locator('[type=submit]').click()
      await expect(form.getByText(/^(?:Full name|Name) is required\.$/)).toBeVisible()
      await expect(phone).toHaveValue('9876543219')
      await expect(form.getByText(phoneMessage)).toBeHidden()
    })
  }
  await test.step('editing inside the number preserves the caret', async () => {
    const phone = page.getByLabel('Phone number')
    await phone.fill('9876543210')
    await phone.press('Home')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace', '-', '1', '2']) await phone.press(key)
    // The eleventh digit is refused, because it would cut the last one.
    await expect(phone).toHaveValue('9816543210')
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
  })
})
