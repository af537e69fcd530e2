import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openLossyLine } from '#tests/classroom/lossy-line.ts'
import type { Role } from '#contract/permissions.ts'
import { enterAs } from './console-staff.ts'
import { expectMore, openStudent, openTeacher, test, watchConnections, withDevices } from './live-school.ts'
import { expect, newVisitor, Shop } from './shop.ts'
import { forgive } from './stand-in.ts'
import { expectNoViolations } from './violations-of.ts'

test.use(withDevices)

/** The height of the picture that a page decodes now. */
const pictureHeight = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    let height = 0
    for (const connection of connections) {
      if (connection.connectionState !== 'connected') continue
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'video') height = report.frameHeight ?? height
    }
    return height
  })

test('a bad line gets the small picture until it is good', async ({ browser, school }) => {
  test.setTimeout(180_000)
  const { page: teacher, sessionId } = await openTeacher(browser, school)
  await teacher.getByRole('button', { name: 'Go live' }).click()
  const { page: student } = await openStudent(browser, school, sessionId, 'Meera Nair')
  const line = await openLossyLine()
  await student.route(/\/whep\/\?source=camera/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: line.through(await response.text()) })
  })
  await student.goto(`/class/${sessionId}`)
  await expectMore(student)
  await expect.poll(() => pictureHeight(student), { timeout: 20_000 }).toBeGreaterThan(400)
  let packets = 0
  line.loses = () => (packets += 1) % 5 === 0
  await expect.poll(() => pictureHeight(student), { timeout: 30_000 }).toBeLessThan(400)
  await expectMore(student)
  line.loses = () => false
  await expect.poll(() => pictureHeight(student), { timeout: 60_000 }).toBeGreaterThan(400)
  expect(line.lost()).toBeGreaterThan(10)
  await student.close()
  line.close()
})

test('who comes to a full class reads so, and takes part', async ({ browser, school, consoleErrors }) => {
  const { page: teacher, sessionId } = await openTeacher(browser, school)
  await teacher.getByRole('button', { name: 'Go live' }).click()
  const { page: student } = await openStudent(browser, school, sessionId, 'Kiran Rao')
  const full = { code: 'class_full', message: 'This class has as many viewers as it can take. Please try again in a minute.' }
  await student.route(/\/whep\//, (route) => route.fulfill({ status: 503, json: full }))
  await student.goto(`/class/${sessionId}`)
  await expect(student.getByText(/^This class has as many viewers as it can take/)).toBeVisible()
  await student.getByRole('textbox', { name: 'Message' }).fill('I only read')
  await student.keyboard.press('Enter')
  await expect(teacher.getByRole('list', { name: 'Messages' })).toContainText('I only read')
  forgive(consoleErrors, /status of 503/)
  await student.unroute(/\/whep\//)
  await expectMore(student, 40_000)
})

test('a guest takes part in a class, marked as a guest', async ({ browser, school, consoleErrors: _errors }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ baseURL: school.url, reducedMotion: 'reduce' })
  const guest = await context.newPage()
  const shop = new Shop(guest, school.inboxUrl)
  const visitor = { ...newVisitor(), name: 'Farah Khan' }
  const [trial] = await school.sql<{ id: number; batch_id: number; course_id: number }>(
    `select s.id, s.batch_id, b.course_id from class_sessions s join batches b on b.id = s.batch_id
     where s.trial_seats > 0 and s.starts_at > app_now() and s.state = 'scheduled' order by s.starts_at limit 1`,
  )
  if (!trial) throw new Error('the demo has no class for guests')

  await test.step('a seat is taken, and the class is held here', async () => {
    await shop.open(`/courses/${trial.course_id}`)
    await guest.getByRole('link', { name: /^Sit in on a class: / }).click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Sit in on a class' })).toBeVisible()
    await shop.hydrated()
    await guest.getByLabel('Name').fill(visitor.name)
    await guest.getByLabel('Email').fill(visitor.email)
    await guest.getByRole('button', { name: 'Send OTP' }).click()
    await guest.getByPlaceholder('Enter OTP').fill(await shop.codeFor(visitor.email))
    await guest.getByRole('button', { name: 'Take the seat' }).click()
    await expect(guest.getByRole('heading', { name: 'Your seat is kept.' })).toBeVisible()
  })
  const { text } = await shop.mail(visitor.email, /^Your seat on /)
  const { pathname, hash } = new URL(/\S+\/join\/\d+#\S+/.exec(text)?.[0] ?? '')
  const sessionId = Number(pathname.split('/').at(-1))
  // Before anybody of the staff signs in: their sessions would be over.
  await school.moveClock(`(select starts_at from class_sessions where id = $1) - interval '5 minutes'`, [sessionId])
  const staff = JSON.parse(readFileSync(join(school.dataDir, 'demo-staff.json'), 'utf8')) as { role: Role; email: string }[]
  const owner = await (await browser.newContext({ baseURL: school.url, reducedMotion: 'reduce' })).newPage()
  await enterAs(owner, 'owner', staff.find(({ role }) => role === 'owner')?.email, school)
  await owner.goto(`/console/batches/${trial.batch_id}?class=${sessionId}`)
  await owner.getByLabel('Held').click()
  await owner.getByRole('option', { name: 'Here, in the product (beta)' }).click()
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByText(/^Class \d+ of \d+ is saved\./)).toBeVisible()

  await test.step('the guest sees the teacher, but nothing from before', async () => {
    await owner.goto(`/class/${sessionId}?as=staff`)
    await owner.getByRole('button', { name: 'Go live' }).click()
    await owner.getByRole('textbox', { name: 'Message' }).fill('Before the guest')
    await owner.keyboard.press('Enter')
    await watchConnections(guest)
    await guest.goto(`/join/${sessionId}${hash}`)
    await guest.waitForURL(`**/class/${sessionId}*`)
    await expectMore(guest)
    await expect(guest.getByText('Before the guest')).toHaveCount(0)
    await expect(guest.getByRole('button', { name: 'I am lost' })).toHaveCount(0)
    await expectNoViolations(guest)
  })
  await test.step('what a guest writes is marked', async () => {
    await guest.getByRole('textbox', { name: 'Message' }).fill('May I ask?')
    await guest.keyboard.press('Enter')
    const messages = owner.getByRole('list', { name: 'Messages' })
    await expect(messages).toContainText('May I ask?')
    await expect(messages.getByText('Guest', { exact: true })).toBeVisible()
  })
})
