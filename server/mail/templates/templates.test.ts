import { expect, it } from 'vitest'
import { getSiteSettings, type SiteSettings, siteSettings } from '#contract/content.ts'
import { renderTemplate } from './index.tsx'
import type { MailProps } from './props.ts'

const site: SiteSettings = siteSettings.parse(getSiteSettings.example.answer)
const hostile = '<script>alert(1)</script>"\r\nBcc: all@example.org\u202e'

const receipt: MailProps['receipt'] = {
  name: 'Meera Nair',
  serial: 'KS/2627/000012',
  courseTitle: 'Cloud Architecture',
  batchType: 'Weekday evenings',
  startsAt: '2026-11-28T18:45:00.000Z',
  timeText: '12:15 AM – 2:15 AM IST',
  amountPaise: 12_345_600,
  paymentId: 'pay_QX81nfA0aPz7Kd',
  roomUrl: 'https://school.example/enrolled-courses/7',
}
const enquiry: MailProps['enquiry-received'] = {
  id: 12,
  kind: 'professor',
  name: 'Dr. Iyer',
  email: 'iyer+lab@college.example',
  phone: '9876543210',
  department: 'Physics',
  institution: 'Sahyadri College',
  url: 'https://college.example/paper',
  message: 'First line\nSecond line',
}

it('has the code in the subject, says when it expires, and holds no link', async () => {
  const mail = await renderTemplate('sign-in-code', { name: 'Meera Nair', code: '482915', minutes: 10 }, site)
  expect(mail.subject).toBe('482915 is your Karyashala code')
  expect(mail.text).toContain('482915')
  expect(mail.text.replaceAll('\n', ' ')).toContain('expires 10 minutes after')
  // The document type names a DTD of the W3C, which nobody can click.
  const visible = mail.html.replace(/<!DOCTYPE[^>]*>/, '') + mail.text
  expect(visible).not.toMatch(/https?:|<a\b|href|src=|<img/i)
})

it('keeps the code out of the preview line', async () => {
  const mail = await renderTemplate('sign-in-code', { name: 'Meera Nair', code: '482915', minutes: 10 }, site)
  const preview = /<div[^>]*data-skip-in-text[^>]*>([^<]*)/.exec(mail.html)?.[1]
  expect(preview).toContain('for the next')
  expect(preview).not.toContain('482915')
  expect(mail.html.match(/482915/g)).toHaveLength(1)
})

it.each(['Visit evil.example now', 'http://evil.example', 'evil.example', '₹5000 free', hostile])(
  'does not repeat %j to an address as if it were a name',
  async (name) => {
    for (const mail of [
      await renderTemplate('sign-in-code', { name, code: '482915', minutes: 10 }, site),
      await renderTemplate('enquiry-thanks', { name, kind: 'hire' }, site),
    ]) {
      expect(mail.html + mail.text).not.toMatch(/evil|5000 free|alert/)
      expect(mail.text).toContain('Hello')
    }
  },
)

it.each([
  ['मीरा नायर', 'Hello मीरा,'],
  ["D'Souza", "Hello D'Souza,"],
  ['Meera Nair', 'Hello Meera,'],
  ['', 'Hello,'],
])('greets %j by the given name', async (name, greeted) => {
  expect((await renderTemplate('enquiry-thanks', { name, kind: 'student' }, site)).text).toContain(greeted)
})

it('tells an unknown address how to register', async () => {
  const registerUrl = 'https://school.example/register'
  const mail = await renderTemplate('no-account-yet', { registerUrl }, site)
  expect(mail.html).toContain(`href="${registerUrl}"`)
  expect(mail.text).toContain(registerUrl)
})

it('shows on a receipt the amount in Indian figures, the day in India and where to go', async () => {
  const mail = await renderTemplate('receipt', receipt, site)
  expect(mail.subject).toBe('Receipt KS/2627/000012: Cloud Architecture')
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('₹1,23,456.00')
    // A quarter past midnight in India is still the day before in UTC.
    expect(part).toContain('Sunday, 29 November 2026, 12:15 AM IST')
    expect(part).toContain('pay_QX81nfA0aPz7Kd')
    expect(part).toContain('KS/2627/000012')
    expect(part).toContain(receipt.roomUrl)
    expect(part).toContain('What happens next')
    expect(part).not.toContain('GSTIN')
  }
  const taxed = await renderTemplate('receipt', receipt, { ...site, gstin: '27ABCDE1234F1Z5' })
  expect(taxed.text).toMatch(/GSTIN: +27ABCDE1234F1Z5/)
})

it('gives the school all that a sender wrote, and a reply that reaches them', async () => {
  const mail = await renderTemplate('enquiry-received', enquiry, site)
  expect(mail.subject).toBe('Research request from a professor no. 12: Dr. Iyer')
  for (const value of [enquiry.name, enquiry.email, enquiry.phone, enquiry.department, enquiry.institution, enquiry.url]) {
    expect(mail.text).toContain(value)
    expect(mail.html).toContain(value)
  }
  expect(mail.text).toContain('> First line\n> Second line')
  expect(mail.html).toContain('href="mailto:iyer%2Blab@college.example?subject=')
  expect(mail.html).not.toContain('href="https://college.example')
})

it('leaves out what a sender was not asked for', async () => {
  const { id, name, email, phone } = enquiry
  const mail = await renderTemplate('enquiry-received', { id, kind: 'callback', name, email, phone, course_name: 'DevOps' }, site)
  expect(mail.text).toMatch(/Course: +DevOps/)
  expect(mail.text).not.toMatch(/Company|Institution|Message/)
})

it('escapes markup and drops line breaks and turned text of hostile fields', async () => {
  const fields = Object.fromEntries(
    ['name', 'course_name', 'company_name', 'department', 'institution', 'url', 'message'].map((field) => [field, hostile]),
  )
  const mails = [
    await renderTemplate('enquiry-received', { ...enquiry, ...fields, email: 'a"><script>@x.example' }, site),
    await renderTemplate(
      'receipt',
      { ...receipt, name: hostile, courseTitle: hostile, batchType: hostile, timeText: hostile },
      site,
    ),
  ]
  for (const mail of mails) {
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/)
    expect(mail.html).not.toContain('<script')
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.text).not.toMatch(/^Bcc:/m)
  }
})

it('promises a reply within 24 hours on business days', async () => {
  for (const kind of ['callback', 'hire', 'professor', 'student'] as const) {
    const { text } = await renderTemplate('enquiry-thanks', { name: 'Meera', kind }, site)
    expect(text.replaceAll('\n', ' ')).toContain('within 24 hours on business days')
  }
})

it('writes to a school that has not said who it is yet without empty lines for it', async () => {
  const blank = { ...site, phone_display: '', email: '', address: [], support_hours: '' }
  const { text } = await renderTemplate('enquiry-thanks', { name: 'Meera', kind: 'hire' }, blank)
  expect(text).toMatch(/--\nKaryashala Learning LLP\n$/)
  expect(text).not.toContain('We are here')
})

it('refuses a template that does not exist and props that are not its own', async () => {
  await expect(renderTemplate('toString', {}, site)).rejects.toThrow('There is no mail template "toString".')
  await expect(renderTemplate('receipt', { ...receipt, startsAt: 'soon' }, site)).rejects.toThrow('startsAt')
  await expect(renderTemplate('sign-in-code', {}, site)).rejects.toThrow('code')
})

it('puts the code of a change or an erasure into the subject, and no link beside it', async () => {
  const props = { name: 'Meera Nair', code: '482915', minutes: 10 }
  for (const template of ['change-code', 'erase-code']) {
    const mail = await renderTemplate(template, props, site)
    expect(mail.subject).toMatch(/^482915 /)
    expect(mail.text.replaceAll('\n', ' ')).toContain('expires 10 minutes after')
    expect(mail.html.replace(/<!DOCTYPE[^>]*>/, '') + mail.text).not.toMatch(/https?:|<a\b|href/i)
  }
})

it('tells the address of before what was changed and how to undo it, without the new address in full', async () => {
  const undoUrl = 'https://school.example/undo-change#Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I'
  const both = await renderTemplate(
    'change-made',
    { name: 'Meera', newEmail: 'm•••@example.com', phoneChanged: true, undoUrl, days: 7 },
    site,
  )
  expect(both.subject).toBe('The email and phone number of your Karyashala account were changed')
  expect(both.text).toContain(undoUrl)
  expect(both.html).toContain(`href="${undoUrl}"`)
  expect(both.text.replaceAll('\n', ' ')).toContain('within 7 days')
  const phone = await renderTemplate('change-made', { name: 'Meera', phoneChanged: true, undoUrl, days: 7 }, site)
  expect(phone.subject).toBe('The phone number of your Karyashala account was changed')
  const asked = await renderTemplate(
    'change-asked',
    { name: 'Meera', newEmail: 'm•••@example.com', profileUrl: 'https://school.example/profile' },
    site,
  )
  expect(asked.text).toContain('Nothing has changed yet')
})
