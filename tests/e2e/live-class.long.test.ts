import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectMore, openStudent, openTeacher, test, withDevices } from './live-school.ts'
import { expect } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

test.use(withDevices)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

test('a class is taught and learnt in the product', async ({ browser, school, consoleErrors: _errors }) => {
  test.setTimeout(300_000)
  const { page: teacher, sessionId } = await openTeacher(browser, school)
  const { page: first } = await openStudent(browser, school, sessionId, 'Asha Rao')
  const { page: phone } = await openStudent(browser, school, sessionId, 'Ravi Iyer', { width: 360, height: 740 })
  const { page: tablet } = await openStudent(browser, school, sessionId, 'Leela Menon', { width: 768, height: 1024 })
  const enter = (page: Page) => page.goto(`/class/${sessionId}`)

  await test.step('the teacher tests the devices while students wait', async () => {
    await expect(teacher.getByRole('heading', { name: 'Check before you go live' })).toBeVisible()
    await enter(first)
    await expect(first.getByRole('heading', { name: /teacher is away|class begins/ })).toBeVisible()
    await expect(teacher.getByText('1 person waits.')).toBeVisible()
    await expectNoViolations(teacher)
  })

  await test.step('students see and hear the teacher', async () => {
    await press(teacher, 'Go live')
    await enter(phone)
    await enter(tablet)
    await Promise.all([first, phone, tablet].map((page) => expectMore(page)))
    await expectNoViolations(first)
    await expectNoViolations(phone)
  })

  await test.step('the screen is shown with the camera small', async () => {
    await press(teacher, 'Share screen')
    await expect(first.locator('.live-small video')).toBeVisible()
    await expectMore(first)
    await press(teacher, 'Stop sharing')
    await expect(first.locator('.live-small video')).toHaveCount(0)
  })

  await test.step('chat and questions reach everybody', async () => {
    await first.getByRole('textbox', { name: 'Message' }).fill('Good evening')
    await first.keyboard.press('Enter')
    await expect(teacher.getByRole('list', { name: 'Messages' })).toContainText('Good evening')
    await tab(first, /^Questions/)
    await first.getByRole('textbox', { name: 'Question' }).fill('What is a closure?')
    await first.keyboard.press('Enter')
    await tab(phone, /^Questions/)
    await press(phone, /^Vote for: What is a closure/)
    await tab(teacher, /^Questions/)
    await expect(teacher.getByRole('button', { name: 'Vote for: What is a closure?. 1 votes' })).toBeVisible()
    await press(teacher, 'Answered')
    await expect(first.getByText('Answered', { exact: true })).toBeVisible()
  })

  await test.step('a student with a raised hand gets the microphone', async () => {
    await press(first, 'Raise hand')
    await tab(teacher, /^People/)
    await press(teacher, 'Give Asha Rao the microphone')
    await expect(first.getByRole('button', { name: 'Mute' })).toBeVisible()
    await expect(phone.locator('audio')).toHaveCount(1)
    await press(teacher, 'Silence everybody')
    await expect(first.getByRole('button', { name: 'Mute' })).toHaveCount(0)
    await expect(phone.locator('audio')).toHaveCount(0)
  })

  await test.step('a poll comes to the front and shows its result', async () => {
    await tab(teacher, /^Poll/)
    await press(teacher, 'A to D')
    await first.getByRole('radio', { name: 'B' }).check()
    await phone.getByRole('radio', { name: 'B' }).check()
    await expect(teacher.getByText(/^2 of 3 have answered/)).toBeVisible()
    await press(teacher, 'Close and show the result')
    await expect(first.getByRole('region', { name: 'Result of the poll' })).toContainText('100 %')
  })

  await test.step('a killed engine costs at most ten seconds', async () => {
    const [engine] = await school.sql<{ port: string }>(
      `select substring(control_url from '[0-9]+$') as port from classroom_engines where stopped_at is null`,
    )
    process.kill(pidOfPort(Number(engine?.port)), 'SIGKILL')
    // The connections to the dead engine still count as connected for some seconds, and bring nothing.
    await Promise.all([expectMore(first, 10_000), expectMore(phone, 10_000)])
  })

  await test.step('a teacher who reloads goes on in the same class', async () => {
    await teacher.reload()
    await press(teacher, 'Go live')
    await Promise.all([first, phone, tablet].map((page) => expectMore(page)))
  })

  await test.step('a killed server is started again, and all come back', async () => {
    process.kill(pidOfPort(Number(new URL(school.url).port)), 'SIGKILL')
    // Written while nobody answers, and sent when somebody does.
    await tab(tablet, /^Chat/)
    await tablet.getByRole('textbox', { name: 'Message' }).fill('Are we back?')
    await tablet.keyboard.press('Enter')
    await Promise.all([first, phone, tablet].map((page) => expectMore(page, 60_000)))
    await tab(teacher, /^Chat/)
    await expect(teacher.getByRole('list', { name: 'Messages' }).getByText('Are we back?')).toHaveCount(1)
  })

  await test.step('a second window takes over from the first', async () => {
    const second = await first.context().newPage()
    await second.goto(`/class/${sessionId}`)
    await expect(first.getByRole('heading', { name: 'You are in this class in another window' })).toBeVisible()
    await second.close()
    await press(first, 'Go on here')
    await expect(first.getByRole('toolbar', { name: 'Class' })).toBeVisible()
  })

  await test.step('who is sent out does not come back, and the end is for all', async () => {
    await tab(teacher, /^People/)
    await press(teacher, 'Send Ravi Iyer out')
    await press(teacher, 'Send out')
    await press(teacher, 'End class')
    await press(teacher, 'End for all')
    await expect(teacher.getByRole('heading', { name: 'This class is over' })).toBeVisible()
    await expect(first.getByRole('heading', { name: 'This class is over' })).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'You can not enter now' })).toBeVisible()
    await teacher.reload()
    await expect(teacher.getByRole('heading', { name: 'You can not enter now' })).toBeVisible()
  })
})

/** The process that listens on a port of loopback, by the tables of Linux. */
function pidOfPort(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((one) => one.includes(`0100007F:${hex} 00000000:0000 0A`))
  const inode = line?.trim().split(/\s+/)[9]
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`))
        return Number(pid)
    } catch {
      // It ended, or belongs to somebody else.
    }
  }
  throw new Error(`nobody listens on ${port}`)
}
