import { addRecording } from '#tests/school/add-recording.ts'
import diagnostics from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isWebAddress } from '#contract/rules.ts'
import { recordingLink } from '#server/classes/recordings/playing/recording-links.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson } from '#tests/school/sign-in.ts'

const hostile = [
  'javascript:window.__ran=1',
  'JaVaScRiPt:window.__ran=1',
  ' javascript:window.__ran=1',
  '\u0001javascript:window.__ran=1',
  'java\nscript:window.__ran=1',
  'javascript://https://school.example/%0Aalert(1)',
  'data:text/html,<script>window.__ran=1</script>',
  'vbscript:window.__ran=1',
  'blob:https://school.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '',
]

test('script URLs never become links [SEC-043]', async () => {
  const shop = await createTestApp()
  expect(hostile.filter(isWebAddress)).toEqual([])
  expect([isWebAddress('https://school.example/room'), isWebAddress(null)]).toEqual([true, false])

  // Pages and structured data contain social links unchanged.
  const settings = {
    ...(await readSiteSettings(shop.deps)),
    socials: [...hostile, 'https://social.example/school'].map((url) => ({ network: 'x', url })),
  }
  await shop.db.query('insert into site_settings (settings) values ($1)', [JSON.stringify(settings)])
  expect((await readSiteSettings(shop.deps)).socials).toEqual([{ network: 'x', url: 'https://social.example/school' }])

  // The database rejects script URLs of classrooms and recordings. Other unknown schemes become local paths.
  const { batchId } = await sellCourse(shop.db)
  for (const url of hostile) {
    const classroom = shop.db.query('update batches set classroom_url = $1 where id = $2', [url, batchId])
    await expect(classroom, JSON.stringify(url)).rejects.toThrow(/violates check constraint/)
    expect(recordingLink(shop.deps, url, 'a-grant'), JSON.stringify(url)).toMatch(/^(?:https?:\/)?\/(?!\/)/)
  }
  for (const url of ['javascript:window.__ran=1', ' JaVaScRiPt:window.__ran=1', 'data:text/html,x', 'vbscript:x']) {
    const recording = addRecording(shop.db, batchId, url.startsWith('data') ? { captions: url } : { url })
    await expect(recording, url).rejects.toThrow(/violates check constraint/)
  }
})

test('never connects to a URL from user input [SEC-050]', async () => {
  const shop = await createTestApp()
  const receivedPaths: string[] = []
  const internal = createServer((request, response) => {
    receivedPaths.push(String(request.url))
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => internal.once('listening', resolve))
  onTestFinished(() => void internal.close())
  const { port } = internal.address() as AddressInfo
  const urlFor = (path: string) => `http://127.0.0.1:${port}/${path}`

  // Records every request that a client of Node sends from this process.
  const sentRequests: unknown[] = []
  const record = (message: unknown) => void sentRequests.push(message)
  for (const channel of ['undici:request:create', 'http.client.request.start']) {
    diagnostics.subscribe(channel, record)
    onTestFinished(() => void diagnostics.unsubscribe(channel, record))
  }

  const { email, phone_number: phone } = newPerson()
  const research = {
    name: 'Dr. Nandini Joshi',
    email,
    phone,
    department: urlFor('department'),
    institution: urlFor('institution'),
    url: urlFor('latest/meta-data'),
    content: [`Please look at ${urlFor('message')} and ![this](${urlFor('picture.png')})`],
  }
  for (const path of ['/professor/', '/student-research/']) expect((await shop.post(path, research)).statusCode).toBe(201)
  const hire = { name: urlFor('name'), email, company_name: urlFor('company'), phone, requirements: urlFor('requirements') }
  expect((await shop.post('/hire/', hire)).statusCode).toBe(200)
  const callback = { name: 'Asha Patil', email, phone, course_name: urlFor('course') }
  expect((await shop.post('/course-enquiry/', callback)).statusCode).toBe(201)
  expect((await shop.post('/auth/register/', { ...newPerson(urlFor('student')), type: 'register' })).statusCode).toBe(201)
  expect((await shop.get(`/search/?q=${encodeURIComponent(urlFor('search'))}`)).statusCode).toBe(200)
  // The mails contain the URL, but nothing requested it.
  expect(JSON.stringify(await shop.mails())).toContain(urlFor('latest/meta-data'))
  expect([receivedPaths, sentRequests]).toEqual([[], []])

  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://internal.example/x', 'gopher://x']) {
    expect((await shop.post('/professor/', { ...research, url })).statusCode, url).toBe(400)
  }
  // The control request shows that both recorders work.
  await fetch(urlFor('proof'))
  expect([receivedPaths, sentRequests.length]).toEqual([['/proof'], 1])
})
