import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { enterAs } from './console-staff.ts'
import { type DemoSchool, openDemoSchool } from './demo-school.ts'
import { expect, newVisitor, Shop, test as base } from './shop.ts'

/** A demo for each test: its class begins now, and its engine is killed. The browsers of a test close at its end. */
export const test = base.extend<{ closesBrowsers: undefined; school: DemoSchool }>({
  closesBrowsers: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      const opened = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(opened.map((context) => context.close()))
    },
    { auto: true },
  ],
  async school({ browser: _browser }, use) {
    const school = await openDemoSchool()
    await use(school)
    await school.stop()
  },
  baseURL: async ({ school }, use) => use(school.url),
})

/** How Chromium is started: a camera with a clock, a microphone that beeps, and a screen that needs no choice. */
export const withDevices = {
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--auto-select-desktop-capture-source=Entire screen',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
}

/** What a page has received of sound and pictures, over all of its connections. */
interface Received {
  frames: number
  energy: number
}

/** Lets a test read what the connections of a page receive. */
export async function watchConnections(page: Page): Promise<void> {
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

export function received(page: Page): Promise<Received> {
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
export async function expectMore(page: Page, timeout = 15_000): Promise<void> {
  let before = await received(page)
  const look = async () => {
    const now = await received(page)
    const isMore = now.frames > before.frames + 5 && now.energy > before.energy
    before = now
    return isMore
  }
  await expect.poll(look, { timeout, intervals: [1500] }).toBe(true)
}

/** Opens the device test of a class that begins now. @param prepare what the page gets before the class */
export async function openTeacher(
  browser: Browser,
  school: DemoSchool,
  prepare: (page: Page) => Promise<unknown> = watchConnections,
) {
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

/** Opens the browser of a student who has a place in the class. */
export async function openStudent(
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
