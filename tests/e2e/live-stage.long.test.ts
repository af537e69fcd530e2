import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { enterAs } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { expect, newVisitor, Shop, test as base } from './shop.ts'
import { expectNoViolations } from './violations-of.ts'

/** A demo of its own, whose class begins now. */
const test = base.extend<object, { school: DemoSchool }>({
  school: [
    async ({ browser: _browser }, use) => {
      const school = await openDemoSchool()
      await use(school)
      await school.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
})

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A camera with a clock, a microphone that beeps, and a screen that needs no choice.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--auto-select-desktop-capture-source=Entire screen',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
})

/** What a page has received of sound and pictures, over all of its connections. */
interface Received {
  frames: number
  energy: number
}

/** Lets a test read what the connections of a page receive. */
async function watchConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: RTCPeerConnection[] = []
    Object.assign(window, { connections: all })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        all.push(this)
      }
    }
  })
}

function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const sum = { frames: 0, energy: 0 }
    for (const connection of connections) {
      if (connection.connectionState !== 'connected') continue
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue
        sum.frames += report.framesDecoded ?? 0
        sum.energy += report.totalAudioEnergy ?? 0
      }
    }
    return sum
  })
}

/** Waits until a page decodes more pictures, and hears more, from one look to the next. */
async function expectMore(page: Page, timeout = 15_000): Promise<void> {
  let before = await received(page)
  const look = async () => {
    const now = await received(page)
    const isMore = now.frames > before.frames + 5 && now.energy > before.energy
    before = now
    return isMore
  }
  await expect.poll(look, { timeout, intervals: [1500] }).toBe(true)
}

async function openTeacher(browser: Browser, school: DemoSchool, prepare: (page: Page) => Promise<unknown> = watchConnections) {
  const context = await browser.newContext({
    baseURL: school.url,
    permissions: ['camera', 'microphone'],
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const staff = JSON.parse(readFileSync(join(school.dataDir, 'demo-staff.json'), 'utf8')) as { role: Role; email: string }[]
  await enterAs(page, 'instructor', staff.find(({ role }) => role === 'instructor')?.email, school)
  await prepare(page)
  await page.goto('/console')
  await page.getByRole('button', { name: 'Start a class now' }).click()
  await page.waitForURL('**/class/*')
  return { page, sessionId: Number(/\/class\/(\d+)/.exec(page.url())?.[1]) }
}

async function openStudent(
  browser: Browser,
  school: DemoSchool,
  sessionId: number,
  name: string,
  viewport = { width: 1440, height: 900 },
) {
  const context = await browser.newContext({
    baseURL: school.url,
    viewport,
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await watchConnections(page)
  const student = await new Shop(page, school.inboxUrl).signUp({ ...newVisitor(), name })
  await school.sql(
    `insert into enrolments (user_id, batch_id, created_at)
     select u.id, s.batch_id, app_now() from users u, class_sessions s where u.email = $1 and s.id = $2`,
    [student.email, sessionId],
  )
  return { page }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

/** How many connections a page has opened: a change of a device opens none. */
const opened = (page: Page) => page.evaluate(() => (window as unknown as { connections: RTCPeerConnection[] }).connections.length)

/** Takes away what a page sends from, as a plug that is drawn does. */
const unplug = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate((wanted) => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const tracks = connections.flatMap((one) => one.getSenders().map(({ track }) => track))
    for (const track of new Set(tracks.filter((one) => one?.kind === wanted && one.readyState === 'live'))) {
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
    }
  }, kind)

const said = (page: Page) => page.locator('.live-room > [role=status]')
const level = (page: Page, name: string) =>
  page.getByRole('meter', { name: `How loud the microphone of ${name} is` }).evaluate((meter: HTMLMeterElement) => meter.value)

test('a teacher leads a class by its stage', async ({ browser, school, consoleErrors: _errors }) => {
  test.setTimeout(300_000)
  const { page: teacher, sessionId } = await openTeacher(browser, school)
  const { page: asha } = await openStudent(browser, school, sessionId, 'Asha Rao')
  const { page: ravi } = await openStudent(browser, school, sessionId, 'Ravi Iyer', { width: 360, height: 740 })
  const screenOf = (page: Page, name: string) => page.getByText(`Screen of ${name}`, { exact: true })

  await test.step('a poll and the screen are prepared before the class', async () => {
    await tab(teacher, /^Poll/)
    await teacher.getByRole('textbox', { name: 'Question' }).fill('What does map return?')
    await teacher.getByRole('textbox', { name: 'Choices, one a line' }).fill('A new list\nThe same list')
    await press(teacher, 'Keep for later')
    await expect(teacher.getByRole('region', { name: 'Prepared polls' })).toContainText('What does map return?')
    await press(teacher, 'Begin with my screen')
    await expect(teacher.locator('.live-preview .live-small video')).toBeVisible()
    await expectNoViolations(teacher)
    await press(teacher, 'Go live')
    await asha.goto(`/class/${sessionId}`)
    await ravi.goto(`/class/${sessionId}`)
    await expect(asha.locator('.live-small video')).toBeVisible()
    await expect(asha.getByText('This class is not recorded')).toBeVisible()
    await press(teacher, 'Stop sharing')
    await expect(asha.locator('.live-small video')).toHaveCount(0)
  })

  await test.step('a hand that is raised by a key is said to the teacher', async () => {
    await asha.getByRole('tab', { name: /^Chat/ }).focus()
    await asha.keyboard.press('h')
    await expect(said(teacher)).toHaveText('Asha Rao raised a hand. 1 hand is up.')
  })

  await test.step('the loudest microphone stands first', async () => {
    await tab(teacher, /^People/)
    await press(teacher, 'Give Asha Rao the microphone')
    await press(teacher, 'Give Ravi Iyer the microphone')
    await expect(said(asha)).toHaveText('You have the microphone.')
    await expect.poll(() => level(teacher, 'Asha Rao')).toBeGreaterThan(0.3)
    await press(asha, 'Mute')
    const open = teacher.getByRole('region', { name: 'Open microphones' }).getByRole('listitem')
    await expect.poll(() => level(teacher, 'Asha Rao')).toBe(0)
    await expect(open).toContainText(['Ravi Iyer', 'Asha Rao'])
    await expect(asha.locator('.live-speaking')).toContainText('Ravi Iyer')
    await expectNoViolations(teacher)
    await teacher.getByRole('tab', { name: /^People/ }).focus()
    await teacher.keyboard.press('x')
    await expect(open).toHaveCount(0)
    await expect(said(asha)).toHaveText('You no longer have the microphone.')
    await expect(asha.getByRole('button', { name: 'Unmute' })).toHaveCount(0)
  })

  await test.step('one student after the other shows the screen', async () => {
    await press(teacher, 'Let Asha Rao show the screen')
    await press(asha, 'Share your screen')
    await expect(screenOf(ravi, 'Asha Rao')).toBeVisible()
    await expect(screenOf(teacher, 'Asha Rao')).toBeVisible()
    await expectMore(ravi)
    await press(teacher, 'Let Ravi Iyer show the screen')
    await expect(asha.getByRole('button', { name: /sharing|Share your/ })).toHaveCount(0)
    await press(ravi, 'Share your screen')
    await expect(screenOf(asha, 'Ravi Iyer')).toBeVisible()
    await press(teacher, 'Share screen')
    await expect(ravi.getByRole('button', { name: /sharing|Share your/ })).toHaveCount(0)
    await expect(asha.locator('.live-small video')).toBeVisible()
    await expect(screenOf(asha, 'Ravi Iyer')).toHaveCount(0)
    await press(teacher, 'Stop sharing')
  })

  await test.step('devices change without a new connection', async () => {
    const before = await opened(teacher)
    await press(teacher, 'Devices')
    const dialog = teacher.getByRole('dialog', { name: 'Devices' })
    for (const name of ['Microphone', 'Camera']) await dialog.getByRole('combobox', { name }).selectOption({ index: 1 })
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expectNoViolations(teacher)
    await teacher.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(teacher.getByRole('button', { name: 'Devices' })).toBeFocused()
    await expectMore(asha)
    await unplug(teacher, 'audio')
    await expect(teacher.getByText(/^Your microphone was unplugged. “.+” has taken its place.$/)).toBeVisible()
    await unplug(teacher, 'video')
    await expect(teacher.getByText(/^Your camera was unplugged. “.+” has taken its place.$/)).toBeVisible()
    await expectMore(asha)
    expect(await opened(teacher)).toBe(before)
  })

  await test.step('a prepared poll is asked by one key', async () => {
    await teacher.getByRole('tab', { name: /^People/ }).focus()
    await teacher.keyboard.press('1')
    await expect(said(asha)).toHaveText('The teacher asks: What does map return?. A new list, The same list.')
    await asha.getByRole('radio', { name: 'A new list' }).check()
    await expect(asha.getByRole('region', { name: 'Result of the poll' })).toHaveCount(0)
    await tab(teacher, /^Poll/)
    await expect(teacher.getByText(/^1 of 2 have answered/)).toBeVisible()
    await teacher.keyboard.press('r')
    await expect(asha.getByRole('region', { name: 'Result of the poll' })).toContainText('100 %')
    await expect(teacher.getByRole('region', { name: 'Prepared polls' })).toHaveCount(0)
    await teacher.keyboard.press('a')
    await asha.getByRole('radio', { name: 'D' }).check()
    await teacher.keyboard.press('r')
    await expect(asha.getByRole('listitem').filter({ hasText: 'D100 %' })).toBeVisible()
  })

  await test.step('the pulse counts who is lost', async () => {
    await asha.getByRole('tab', { name: /^Poll/ }).focus()
    await asha.keyboard.press('l')
    await expect(teacher.getByText('1 lost')).toBeVisible()
    await expect(teacher.getByRole('img', { name: 'At most 1 were lost at once in the last ten minutes' })).toBeVisible()
  })

  await test.step('the keys are listed, and can be turned off', async () => {
    await asha.keyboard.press('?')
    const dialog = asha.getByRole('dialog', { name: 'Keys of this class' })
    await expect(dialog).toContainText('Raise and lower your hand')
    await expectNoViolations(asha)
    await dialog.getByRole('checkbox', { name: 'Use these keys' }).uncheck()
    await asha.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const hand = asha.getByRole('button', { name: /hand$/ })
    const before = await hand.innerText()
    await asha.keyboard.press('h')
    await asha.keyboard.press('?')
    await expect(dialog).toHaveCount(0)
    await expect(hand).toHaveText(before)
  })

  await test.step('a right that ends takes the screen with it', async () => {
    await tab(teacher, /^People/)
    await press(teacher, 'Let Asha Rao show the screen')
    await press(asha, 'Share your screen')
    await expect(screenOf(ravi, 'Asha Rao')).toBeVisible()
    await press(teacher, 'Send Asha Rao out')
    await press(teacher, 'Send out')
    await expect(ravi.locator('.live-small video')).toHaveCount(0)
    await expect(asha.getByRole('heading', { name: 'You can not enter now' })).toBeVisible()
  })
})

test('a teacher without permission or camera is told what to do', async ({ browser, school, consoleErrors: _errors }) => {
  const { page: teacher } = await openTeacher(browser, school, (page) =>
    page.addInitScript(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      // As a browser answers a person who refuses, and then a machine without a camera.
      mediaDevices.getUserMedia = async (wanted) => {
        if (!document.title.startsWith('Allowed')) throw new DOMException('refused', 'NotAllowedError')
        if (wanted?.video) throw new DOMException('none', 'NotFoundError')
        return open(wanted)
      }
    }),
  )
  await expect(teacher.getByText(/^The browser may not use your camera and microphone/)).toBeVisible()
  await expect(teacher.getByRole('button', { name: 'Go live' })).toHaveCount(0)
  await teacher.evaluate(() => void (document.title = 'Allowed'))
  await press(teacher, 'Try again')
  await expect(teacher.getByText(/^No camera was found/)).toBeVisible()
  await press(teacher, 'Go live')
  await expect(teacher.getByRole('button', { name: 'Mute' })).toBeVisible()
  await expect(teacher.getByText('Live', { exact: true })).toBeVisible()
})
