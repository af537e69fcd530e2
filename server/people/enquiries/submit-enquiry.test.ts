import { expect, test } from 'vitest'
import { consentVersion } from '#contract/rules.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'

const sender = { name: 'Kiran Rao', email: 'kiran@tarang.example', phone: '9876543210' }
const research = { ...sender, department: 'Physics', institution: 'IAC', url: 'https://iac.example/kiran', content: ['A study.'] }

test.each([
  [
    '/course-enquiry/',
    { ...sender, course_name: 'Cloud Security' },
    201,
    'callback',
    'Your Enquiry Form has been submitted successfully.',
  ],
  [
    '/hire/',
    { ...sender, company_name: 'Tarang', requirements: 'Two developers' },
    200,
    'hire',
    'Your request has been submitted successfully!',
  ],
  ['/professor/', research, 201, 'professor', 'Your research request has been submitted successfully!'],
  ['/student-research/', research, 201, 'student', 'Your research request has been submitted successfully!'],
])('%s stores the enquiry and mails school and sender [SEC-068]', async (path, body, status, kind, message) => {
  const shop = await createTestApp()
  await loadDemo(shop.db, new Date())
  const answer = await shop.post(path, body)
  expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
  const { rows } = await shop.db.query('select kind, name, email, phone, consent_version from enquiries where email = $1', [
    sender.email,
  ])
  expect(rows).toEqual([{ kind, ...sender, consent_version: consentVersion }])
  const [thanks] = await shop.mails(sender.email)
  expect(thanks?.text).toMatch(/24 hours/)
  const [notice] = await shop.mails('hello@karyashala.example')
  expect(notice?.text).toContain(sender.phone)
})

test.each(['gmail.com', 'yahoo.com', 'yahoo.co.in', 'hotmail.com', 'outlook.com', 'rediffmail.com', 'YAHOO.co.in'])(
  'rejects a private address at %s [TXT-044 TXT-101 TXT-102 TXT-103 TXT-104 TXT-105]',
  async (host) => {
    const shop = await createTestApp()
    const email = `someone@${host}`
    const hire = await shop.post('/hire/', { ...sender, email, company_name: 'Tarang', requirements: 'Two developers' })
    expect(hire.statusCode).toBe(400)
    expect(hire.json()).toMatchObject({ email: ['Please use your official/company email, not a private one.'] })
    const study = await shop.post('/professor/', { ...research, email })
    expect(study.json()).toMatchObject({ email: ['Please use your official/institutional email, not a private one.'] })
    expect((await shop.post('/course-enquiry/', { ...sender, email, course_name: 'Cloud' })).statusCode).toBe(201)
  },
)

test('limits a network to five enquiries in ten minutes [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1 })
  const send = (remoteAddress: string) =>
    shop.app.inject({ method: 'POST', url: '/api/course-enquiry/', payload: { ...sender, course_name: 'Cloud' }, remoteAddress })
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await send(`198.51.100.${count}`)).statusCode)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect((await send('203.0.113.1')).statusCode).toBe(201)
  const refused = await send('198.51.100.9')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('thanks an address five times a day but stores all enquiries [SEC-010]', async () => {
  const shop = await createTestApp()
  const send = (network: number) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/course-enquiry/',
      payload: { ...sender, course_name: 'Cloud' },
      remoteAddress: `198.51.${network}.1`,
    })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, network) => send(network)))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 201))
  expect(await shop.mails(sender.email)).toHaveLength(5)
  expect((await shop.db.query('select 1 from enquiries')).rowCount).toBe(12)
  await shop.passTime('25 hours')
  await send(20)
  expect(await shop.mails(sender.email)).toHaveLength(6)
})
