import { expect, it } from 'vitest'
import { shadesOf } from '#contract/site/brand.ts'
import { readSiteSettings, type SiteSettings, siteSettings } from '#contract/site/content.ts'
import { isMailTemplate, type MailProps, mailTemplates } from './mail-templates.ts'
import { mailContext } from './mail-context.ts'
import { tradeWordsIn } from '#tests/security/trade-words.ts'
import { renderMail } from './render-mail.ts'

const site: SiteSettings = siteSettings.parse(readSiteSettings.example.answer)
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

const context = mailContext(
  { authSecrets: ['a secret of the tests that is long enough'], publicUrl: 'https://school.example' },
  new Date('2026-12-07T13:51:00Z'),
)
const code = { name: 'Meera Nair', code: '482915', minutes: 10 }
const seat = {
  name: 'Asha Patil',
  courseTitle: 'DevOps',
  label: 'Class 7 of 28: Reading a query plan',
  startsAt: '2026-12-07T14:00:00.000Z',
  endsAt: '2026-12-07T15:30:00.000Z',
  instructor: 'Meera Kulkarni',
  guestId: 31,
  sessionId: 2101,
}
const waited = {
  name: 'Asha Patil',
  courseTitle: 'DevOps',
  batchType: 'Weekend',
  startsAt: '2026-12-07T14:00:00.000Z',
  timeText: '7:30 PM – 9:00 PM IST',
}
/** Props of every mail; a mail without an entry does not compile. */
const examples: MailProps = {
  'sign-in-code': code,
  'change-code': code,
  'trial-code': { ...code, courseTitle: seat.courseTitle, label: seat.label, startsAt: seat.startsAt },
  'trial-seat': seat,
  'trial-reminder': seat,
  'trial-changed': { ...seat, change: 'moved', wasAt: '2026-12-05T14:00:00.000Z', reason: '' },
  'erase-code': code,
  'waitlist-joined': { ...waited, place: 3, link: 'https://school.example/waitlist/101#token' },
  'waitlist-offer': {
    ...waited,
    until: '2026-12-03T12:30:00.000Z',
    pricePaise: 3_600_000,
    link: 'https://school.example/waitlist/101#token',
  },
  'waitlist-lapsed': { ...waited, joinUrl: 'https://school.example/waitlist/101' },
  'waitlist-over': { ...waited, why: 'batch_started', words: '', courseUrl: 'https://school.example/courses/1?tab=batches' },
  'change-asked': { name: 'Meera', newEmail: 'm•••@example.com', profileUrl: 'https://school.example/profile' },
  'change-made': { name: 'Meera', phoneChanged: true, undoUrl: 'https://school.example/undo-change#x', days: 7 },
  'account-erased': {},
  'name-changed': {
    name: 'Meera Nair',
    newName: 'Meera Kulkarni',
    undoUrl: 'https://school.example/undo-change#token',
    days: 7,
  },
  'account-disabled': {},
  'address-added': { name: 'Meera', loginUrl: 'https://school.example/login' },
  'import-invitation': {
    name: 'Meera Nair',
    email: 'meera@example.com',
    isNew: true,
    courses: [{ title: 'Cloud Architecture', startsOn: '12 Dec 2026' }],
    loginUrl: 'https://school.example/login',
  },
  'staff-code': code,
  'no-staff-account': {},
  'staff-invitation': { name: '', role: 'support', link: 'https://school.example/console/invitation#x', hours: 24 },
  'staff-role-changed': {
    name: 'Meera Nair',
    email: 'meera@school.example',
    from: 'support',
    to: 'finance',
    by: 'owner@school.example',
  },
  'staff-factor-changed': { name: 'Meera Nair', change: 'passkey_added' },
  'staff-new-device': {
    name: 'Meera Nair',
    email: 'meera@school.example',
    device: 'Chrome on Windows',
    network: '203.0.113.0/24',
    own: false,
  },
  'batch-message': {
    name: 'Meera Nair',
    subject: 'No class on Friday',
    body: 'Friday is a holiday.\n\nSee https://school.example/holidays.',
    sender: 'Meera Kulkarni',
    course: 'DevOps',
    batchType: 'Weekday evenings',
    startsAt: '2026-12-07T14:00:00.000Z',
  },
  'classes-changed': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    batch: 'Weekday evenings',
    isShortNotice: true,
    isDeferred: false,
    classes: [
      {
        change: 'moved',
        label: 'Class 7 of 28: Reading a query plan',
        startsAt: '2026-12-08T14:00:00.000Z',
        endsAt: '2026-12-08T15:30:00.000Z',
        wasAt: '2026-12-07T14:00:00.000Z',
        wasUntil: '2026-12-07T16:00:00.000Z',
        reason: '',
        makesUpFor: null,
        madeUpAt: null,
        instructor: 'Meera Kulkarni',
        formerInstructor: null,
      },
    ],
    url: 'https://school.example/enrolled-courses/7',
    requestsUrl: 'https://school.example/my-payments',
  },
  'class-reminder': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    label: 'Class 7 of 28: Reading a query plan',
    startsAt: '2026-12-07T14:00:00.000Z',
    endsAt: '2026-12-07T15:30:00.000Z',
    instructor: 'Meera Kulkarni',
    prepare: 'Bring a slow query.',
    joinUrl: 'https://school.example/join/2101',
    userId: 7,
    kind: 'reminder_soon',
  },
  'work-reviewed': {
    name: 'Asha Patil',
    courseTitle: 'Full Stack Web Development',
    exercise: 'Make a slow query fast',
    outcome: 'again',
    workUrl: 'https://school.test/work/3',
    userId: 7,
  },
  'work-waits': {
    name: 'Meera Kulkarni',
    count: 3,
    oldestDays: 1,
    queueUrl: 'https://school.test/console/submissions?state=waiting',
  },
  'absence-notice': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    label: 'Class 7 of 28: Reading a query plan',
    startsAt: '2026-12-07T14:00:00.000Z',
    roomUrl: 'https://school.example/enrolled-courses/1',
    userId: 7,
  },
  'certificate-issued': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    issuedAt: '2026-12-07T14:00:00.000Z',
    verifyUrl: 'https://school.example/verify/4f1c9a0e7b2d48c5a6e3f0918d7c2b54',
    pdfUrl: 'https://school.example/api/certificates/4f1c9a0e7b2d48c5a6e3f0918d7c2b54/pdf/',
  },
  'question-answered': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    title: 'Why does the plan read the whole table?',
    by: 'Meera Kulkarni',
    questionUrl: 'https://school.example/questions/31',
    userId: 7,
  },
  'review-decided': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    reason: 'It names another student. Please leave the name out.',
    url: 'https://school.example/enrolled-courses/1',
  },
  'recording-ready': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    label: 'Class 7 of 28: Reading a query plan',
    startsAt: '2026-12-07T14:00:00.000Z',
    recordingUrl: 'https://school.example/enrolled-courses/1?batch=101#class-7',
  },
  'recording-failed': {
    name: 'Meera Kulkarni',
    courseTitle: 'Full Stack Web Development',
    label: 'Class 7 of 28: Reading a query plan',
    problem: 'This file is no video that we can read.',
    url: 'https://school.example/console/class-recordings',
  },
  'recordings-late': {
    name: 'Meera Kulkarni',
    count: 12,
    classes: [{ label: 'DevOps, Class 7 of 28', url: 'https://school.example/console/own-batches/101?class=7' }],
  },
  'backup-late': {
    name: 'Meera Kulkarni',
    made_at: '2026-11-28T21:00:00.000Z',
    problem: '/mnt/backups can not be written: the disk is full',
    is_set_up: true,
    url: 'https://school.example/console/backups',
  },
  'enrolment-moved': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    batch: 'Weekday evenings, from 7 December 2026',
    toBatch: 'Weekend, from 4 January 2027',
    reason: 'As we agreed on the phone.',
    isPaid: true,
  },
  'no-account-yet': { registerUrl: 'https://school.example/register' },
  receipt,
  'document-copy': {
    name: 'Asha Patil',
    serial: 'KS/2627/000012',
    courseTitle: 'Full Stack Web Development',
    amountPaise: 3_600_000,
    issuedAt: '2026-11-21T06:30:00.000Z',
    isReceipt: true,
    receiptId: 1,
  },
  refund: {
    name: 'Meera Nair',
    serial: 'KC/2627/000003',
    courseTitle: 'Cloud Architecture',
    amountPaise: 12_345_600,
    paymentId: 'pay_QX81nfA0aPz7Kd',
    receiptSerial: 'KS/2627/000012',
    endsAccess: true,
    noteId: 3,
    note: 'credit_note',
  },
  'payment-not-accepted': {
    name: 'Meera',
    state: 'returned',
    courseTitle: 'DevOps',
    amountPaise: 3_600_000,
    paid: { method: 'upi', reference: '632145879012' },
    paidBack: { method: 'bank_transfer', reference: 'HDFCN52026112400123' },
  },
  'payment-returned': { name: 'Meera', courseTitle: 'DevOps', amountPaise: 100, paymentId: 'pay_1', reason: 'batch full' },
  'request-received': {
    id: 4,
    kind: 'transfer',
    name: 'Meera Nair',
    email: 'meera@example.com',
    phone: '9876543210',
    courseTitle: 'DevOps',
    batch: 'Weekday evenings',
    toBatch: 'Weekend mornings',
    amountPaise: 0,
    paymentId: 'pay_1',
    reason: 'New working hours',
  },
  'request-state': {
    name: 'Meera',
    kind: 'refund',
    state: 'approved',
    courseTitle: 'DevOps',
    batch: 'Weekday evenings',
    toBatch: null,
    amountPaise: 100,
    endsAccess: true,
    answer: null,
  },
  'batch-cancelled': {
    name: 'Meera',
    courseTitle: 'DevOps',
    batch: 'Weekday evenings',
    reason: 'Too few students',
    outcome: 'moved',
    toBatch: 'Weekend mornings',
    amountPaise: null,
    isPaid: true,
  },
  'lead-reply': {
    subject: 'Recordings of DevOps',
    body: 'Dear Meera,\n\nevery class is recorded.\nThe recordings stay for a year.',
    staff: 'Asha Rao',
    earlier: [{ by: 'you', at: '2026-11-20T06:30:00.000Z', text: 'Are classes recorded?' }],
    thread: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
  },
  enrolled: {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    batchType: 'Weekday evening',
    startsAt: '2026-12-07T14:00:00.000Z',
    timeText: '7:30 PM – 9:00 PM IST',
    roomUrl: 'https://school.example/room/1',
  },
  scholarship: {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    batchType: 'Weekday evening',
    startsAt: '2026-12-07T14:00:00.000Z',
    timeText: '7:30 PM – 9:00 PM IST',
    pricePaise: 1_800_000,
    offerPaise: 3_600_000,
    validUntil: '2026-12-04',
    payUrl: 'https://school.example/razarpayment/101',
  },
  'instalment-reminder': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    number: 2,
    of: 3,
    amountPaise: 1_080_000,
    dueOn: '2026-12-31',
    when: 'late',
    pausesOn: '2027-01-11',
    endsOn: '2027-02-15',
    payUrl: 'https://school.example/razarpayment/101?part=8&offer=hbIhIEvq1Vmp9hDbpXkVqQ5xS6L1KFuzKHbFnYTdmYk',
  },
  'instalment-lapsed': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    number: 2,
    of: 3,
    amountPaise: 1_080_000,
    dueOn: '2026-12-31',
    coursesUrl: 'https://school.example/courses',
  },
  'unfinished-payment': {
    name: 'Meera Nair',
    courseTitle: 'DevOps',
    batchType: 'Weekday evening',
    startsAt: '2026-12-07T14:00:00.000Z',
    timeText: '7:30 PM – 9:00 PM IST',
    payUrl: 'https://school.example/razarpayment/101',
    userId: 7,
  },
  'payment-link': {
    name: null,
    courseTitle: 'DevOps',
    batchType: 'Weekday evening',
    startsAt: '2026-12-07T14:00:00.000Z',
    timeText: '7:30 PM – 9:00 PM IST',
    pricePaise: 3_000_000,
    offerPaise: 3_600_000,
    expiresAt: '2026-12-05T12:30:00.000Z',
    payUrl: 'https://school.example/razarpayment/101?offer=hbIhIEvq1Vmp9hDbpXkVqQ5xS6L1KFuzKHbFnYTdmYk',
  },
  'place-ended': { name: 'Meera Nair', courseTitle: 'DevOps' },
  'import-asked': {
    fileName: 'college.csv',
    enrolments: 12,
    givenPaise: 43_200_000,
    paidPaise: 0,
    name: 'Asha Rao',
    by: 'Kiran Shah',
    reason: 'Scholarships of the college.',
    link: 'https://school.example/console/imports/1',
  },
  'import-decided': {
    fileName: 'college.csv',
    enrolments: 12,
    givenPaise: 0,
    paidPaise: 43_200_000,
    name: 'Kiran Shah',
    isDone: false,
    by: 'Asha Rao',
    answer: 'Two of them are in no class.',
    link: 'https://school.example/console/imports/1',
  },
  'approval-asked': {
    name: 'Asha Rao',
    kind: 'refund',
    amountPaise: 6_000_000,
    student: 'Meera Nair',
    courseTitle: 'DevOps',
    by: 'Kiran Shah',
    reason: 'Moves abroad.',
    link: 'https://school.example/console/approvals/1',
  },
  'approval-decided': {
    name: 'Kiran Shah',
    kind: 'offline_payment',
    state: 'declined',
    amountPaise: 6_000_000,
    student: 'Meera Nair',
    by: 'Asha Rao',
    answer: 'The transfer has not arrived.',
    returnsMoney: true,
    link: 'https://school.example/console/approvals/1',
  },
  'enquiry-received': enquiry,
  'enquiry-thanks': { name: 'Meera', kind: 'hire' },
}

it.each(Object.keys(mailTemplates).filter(isMailTemplate))('renders the mail %s with all its values', async (template) => {
  const { subject, html, text } = await renderMail(template, examples[template], site, context)
  const { heading } = mailTemplates[template].compose(examples[template], site, context)
  expect(text.replaceAll('\n', ' ').toLowerCase()).toContain(heading.toLowerCase())
  expect(subject + html + text).not.toMatch(/\bundefined\b|\bNaN\b|\[object |Invalid Date/)
})

it('shows the code in the subject, its expiry and no link', async () => {
  const mail = await renderMail('sign-in-code', { name: 'Meera Nair', code: '482915', minutes: 10 }, site, context)
  expect(mail.subject).toBe('482915 is your Karyashala code')
  expect(mail.text).toContain('482915')
  expect(mail.text.replaceAll('\n', ' ')).toContain('expires 10 minutes after')
  // The doctype contains a URL of the W3C, which is no link.
  const visible = mail.html.replace(/<!DOCTYPE[^>]*>/, '') + mail.text
  expect(visible).not.toMatch(/https?:|<a\b|href|src=|<img/i)
})

it('shows the name, the logo and the colour of the school', async () => {
  const registerUrl = 'https://school.example/register'
  const plain = await renderMail('no-account-yet', { registerUrl }, site, context)
  expect(plain.html).not.toContain('<img')
  expect(plain.html).toContain('background-color:#0f5c5c')
  const accent = '#ffcc00'
  const school = { ...site, accent, wordmark: 'Vidya', mark: `media/library/${'a'.repeat(32)}-cm/960.webp` }
  const marked = await renderMail('no-account-yet', { registerUrl }, school, context)
  const { light, dark } = shadesOf(accent)
  expect(marked.html).toContain(`background-color:${light.accent}`)
  expect(marked.html).toContain(`.button{background-color:${dark.accent}!important`)
  expect(marked.html).not.toContain('#0f5c5c')
  expect(marked.html).toMatch(/>Vidya</)
  expect(marked.html).toMatch(/<img[^>]*src="https:\/\/school\.example\/media\/brand\/mark\.jpg\?v=\w+"/)
  const logo = await renderMail('no-account-yet', { registerUrl }, { ...school, logo: school.mark }, context)
  expect(logo.html).toMatch(
    /<img[^>]*alt="Karyashala"[^>]*src="[^"]*\/logo\.jpg\?v=|<img[^>]*src="[^"]*\/logo\.jpg\?v=\w+"[^>]*alt="Karyashala"/,
  )
  expect(logo.html).not.toMatch(/>Vidya</)
  // A mail with a code loads nothing.
  const coded = await renderMail('sign-in-code', code, { ...school, logo: school.mark }, context)
  expect(coded.html).not.toContain('<img')
  expect(coded.html).toMatch(/>Vidya</)
})

it('leaves the code out of the preview line', async () => {
  const mail = await renderMail('sign-in-code', { name: 'Meera Nair', code: '482915', minutes: 10 }, site, context)
  const preview = /<div[^>]*data-skip-in-text[^>]*>([^<]*)/.exec(mail.html)?.[1]
  expect(preview).toContain('for the next')
  expect(preview).not.toContain('482915')
  expect(mail.html.match(/482915/g)).toHaveLength(1)
})

it.each(['Visit evil.example now', 'http://evil.example', 'evil.example', '₹5000 free', hostile])(
  'greets without a name when the name is %j',
  async (name) => {
    for (const mail of [
      await renderMail('sign-in-code', { name, code: '482915', minutes: 10 }, site, context),
      await renderMail('enquiry-thanks', { name, kind: 'hire' }, site, context),
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
])('greets %j by the first name', async (name, greeted) => {
  expect((await renderMail('enquiry-thanks', { name, kind: 'student' }, site, context)).text).toContain(greeted)
})

it('links to registration for an unknown address', async () => {
  const registerUrl = 'https://school.example/register'
  const mail = await renderMail('no-account-yet', { registerUrl }, site, context)
  expect(mail.html).toContain(`href="${registerUrl}"`)
  expect(mail.text).toContain(registerUrl)
})

it('shows Indian amounts, Indian time and the room link', async () => {
  const mail = await renderMail('receipt', receipt, site, context)
  expect(mail.subject).toBe('Receipt KS/2627/000012: Cloud Architecture')
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('₹1,23,456.00')
    // 00:15 in India is the previous day in UTC.
    expect(part).toContain('Sunday, 29 November 2026, 12:15 AM IST')
    expect(part).toContain('pay_QX81nfA0aPz7Kd')
    expect(part).toContain('KS/2627/000012')
    expect(part).toContain(receipt.roomUrl)
    expect(part).toContain('What happens next')
    expect(part).not.toContain('GSTIN')
  }
  const taxed = await renderMail('receipt', receipt, { ...site, gstin: '27ABCDE1234F1Z5' }, context)
  expect(taxed.text).toMatch(/GSTIN: +27ABCDE1234F1Z5/)
})

it("names a refund's document, also for earlier versions", async () => {
  const { note: _, noteId: __, ...shared } = examples.refund
  const noteMail = await renderMail('refund', examples.refund, site, context)
  expect(noteMail.text.replaceAll(/\s+/g, ' ')).toMatch(/The credit note is attached .* Against invoice: KS/)
  const voucherMail = await renderMail('refund', { ...shared, voucherId: 3 }, site, context)
  expect(voucherMail.text.replaceAll(/\s+/g, ' ')).toMatch(/The refund voucher is attached .* Against receipt: KS/)
})

it('shows the school every enquiry field and a reply link', async () => {
  const mail = await renderMail('enquiry-received', enquiry, site, context)
  expect(mail.subject).toBe('Research request from a professor no. 12: Dr. Iyer')
  for (const value of [enquiry.name, enquiry.email, enquiry.phone, enquiry.department, enquiry.institution, enquiry.url]) {
    expect(mail.text).toContain(value)
    expect(mail.html).toContain(value)
  }
  expect(mail.text).toContain('> First line\n> Second line')
  expect(mail.html).toContain('href="mailto:iyer%2Blab@college.example?subject=')
  expect(mail.html).not.toContain('href="https://college.example')
})

it('shows addresses in their letters and links to their stored form', async () => {
  const stored = 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'
  const school = { ...site, email: 'office@xn--p1b6ci4b4b3a.xn--h2brj9c' }
  const { html, text } = await renderMail('enquiry-received', { ...enquiry, email: stored }, school, context)
  for (const shown of ['asha@उदाहरण.भारत', 'office@उदाहरण.भारत']) {
    expect(html).toContain(shown)
    expect(text).toContain(shown)
  }
  expect(html).toContain(`mailto:${stored}?`)
})

it('omits missing fields of an enquiry', async () => {
  const { id, name, email, phone } = enquiry
  const mail = await renderMail(
    'enquiry-received',
    { id, kind: 'callback', name, email, phone, course_name: 'DevOps' },
    site,
    context,
  )
  expect(mail.text).toMatch(/Course: +DevOps/)
  expect(mail.text).not.toMatch(/Company|Institution|Message/)
})

it('escapes markup and drops line breaks and direction marks', async () => {
  const fields = Object.fromEntries(
    ['name', 'course_name', 'company_name', 'department', 'institution', 'url', 'message'].map((field) => [field, hostile]),
  )
  const mails = [
    await renderMail('enquiry-received', { ...enquiry, ...fields, email: 'a"><script>@x.example' }, site, context),
    await renderMail(
      'receipt',
      { ...receipt, name: hostile, courseTitle: hostile, batchType: hostile, timeText: hostile },
      site,
      context,
    ),
  ]
  for (const mail of mails) {
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/)
    expect(mail.html).not.toContain('<script')
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.text).not.toMatch(/^Bcc:/m)
  }
})

it('says nothing of what the demo school teaches', async () => {
  const school = { ...site, brand: 'Ganit', legal_name: 'Ganit Trust', email: 'hello@ganit.example' }
  const props: MailProps = JSON.parse(
    JSON.stringify(examples).replaceAll(/DevOps|Cloud Architecture|Full Stack|evenings|weekends?/gi, 'Algebra'),
  )
  for (const template of Object.keys(props).filter(isMailTemplate)) {
    const { subject, text } = await renderMail(template, props[template], school, context)
    expect(tradeWordsIn(`${subject} ${text}`), template).toEqual([])
  }
})

it('promises a reply within 24 hours on business days', async () => {
  for (const kind of ['callback', 'hire', 'professor', 'student'] as const) {
    const { text } = await renderMail('enquiry-thanks', { name: 'Meera', kind }, site, context)
    expect(text.replaceAll('\n', ' ')).toContain('within 24 hours on business days')
  }
})

it('leaves no empty lines for settings that are empty', async () => {
  const blank = { ...site, phone_display: '', email: '', address: [], support_hours: '' }
  const { text } = await renderMail('enquiry-thanks', { name: 'Meera', kind: 'hire' }, blank, context)
  expect(text).toMatch(/--\nKaryashala Learning LLP\n$/)
  expect(text).not.toContain('We are here')
})

it('rejects an unknown template and props that do not fit', async () => {
  await expect(renderMail('toString', {}, site, context)).rejects.toThrow('There is no mail template "toString".')
  await expect(renderMail('receipt', { ...receipt, startsAt: 'soon' }, site, context)).rejects.toThrow('startsAt')
  await expect(renderMail('sign-in-code', {}, site, context)).rejects.toThrow('code')
})

it('shows a change or erasure code in the subject', async () => {
  const props = { name: 'Meera Nair', code: '482915', minutes: 10 }
  for (const template of ['change-code', 'erase-code']) {
    const mail = await renderMail(template, props, site, context)
    expect(mail.subject).toMatch(/^482915 /)
    expect(mail.text.replaceAll('\n', ' ')).toContain('expires 10 minutes after')
    expect(mail.html.replace(/<!DOCTYPE[^>]*>/, '') + mail.text).not.toMatch(/https?:|<a\b|href/i)
  }
})

it('notifies the old address of the change and its undo', async () => {
  const undoUrl = 'https://school.example/undo-change#Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I'
  const both = await renderMail(
    'change-made',
    { name: 'Meera', newEmail: 'm•••@example.com', phoneChanged: true, undoUrl, days: 7 },
    site,
    context,
  )
  expect(both.subject).toBe('The email and phone number of your Karyashala account were changed')
  expect(both.text).toContain(undoUrl)
  expect(both.html).toContain(`href="${undoUrl}"`)
  expect(both.text.replaceAll('\n', ' ')).toContain('within 7 days')
  const phone = await renderMail('change-made', { name: 'Meera', phoneChanged: true, undoUrl, days: 7 }, site, context)
  expect(phone.subject).toBe('The phone number of your Karyashala account was changed')
  const asked = await renderMail(
    'change-asked',
    { name: 'Meera', newEmail: 'm•••@example.com', profileUrl: 'https://school.example/profile' },
    site,
    context,
  )
  expect(asked.text).toContain('Nothing has changed yet')
})
