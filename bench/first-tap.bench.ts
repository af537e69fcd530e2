import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '#scripts/chromium.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'first-tap'

const rounds = 7
/** A phone has about a quarter of the processor. */
const throttling = 4
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** Milliseconds that a person reads before the tap, and the goal of the median. */
const readers = [
  { title: 'right after load', reads: 0, goal: 500 },
  { title: 'after four seconds of reading', reads: 4000, goal: 150 },
]
const taps = [
  { title: 'menu', path: '/home', control: '[aria-controls=mobile-menu]', text: '', shown: '#mobile-menu:not([hidden])' },
  { title: 'course tab', path: '/courses/2', control: '#tab-curriculum', text: '', shown: '#panel-curriculum:not([hidden])' },
  { title: 'Enroll Now', path: '/courses/2', control: 'button', text: 'Enroll Now', shown: 'dialog[open]' },
]

/** Measures from a finger on a control to the frame that shows its result, and to the first visible change. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const shop = await cluster.openShop()
  await loadDemo(shop.db, new Date())
  const browser = await chromium.launch({
    executablePath: provideChromium(console.error),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    return await measure(browser, shop.url)
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { title, reads, goal } of readers) {
    const results = new Map<string, Reading[]>(taps.map((tap) => [tap.title, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const tap of taps) results.get(tap.title)?.push(await timeTap(browser, url, tap, reads))
    }
    const worst = (of: keyof Reading) => [...results].map(([tap, times]) => ({ tap, time: median(times.map((one) => one[of])) }))
    for (const [what, of, most] of [
      ['the result of a tap', 'result', goal],
      ['a visible answer to a tap', 'answer', 100],
    ] as const) {
      const each = worst(of)
      figures.push({
        title: `${what}, ${title}, slowest of ${taps.length}`,
        value: Math.max(...each.map(({ time }) => time)),
        unit: 'ms',
        goal: { atMost: most },
        detail: each.map(({ tap, time }) => `${tap} ${time.toFixed(0)}`).join(', '),
      })
    }
  }
  return figures
}

interface Reading {
  /** Milliseconds from the finger to the frame with the result, and to the frame with a first change. */
  result: number
  answer: number
}

async function timeTap(
  browser: Browser,
  url: string,
  { path, control, text, shown }: (typeof taps)[number],
  reads: number,
): Promise<Reading> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const protocol = await context.newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await page.goto(url + path, { waitUntil: 'load' })
    await wait(reads)
    const place = await page.evaluate(
      ([selector, words, result]) => {
        const target = [...document.querySelectorAll(selector)].find(
          (one) => one.getClientRects().length > 0 && one.textContent.includes(words),
        )
        if (!target) throw new Error(`${selector} is not visible`)
        target.scrollIntoView({ block: 'center', behavior: 'instant' })
        const times = { pressed: 0, answer: 0, result: 0 }
        Object.assign(window, { times })
        addEventListener('pointerdown', ({ timeStamp }) => (times.pressed ||= timeStamp), true)
        const watchFrame = (now: number) => {
          if (times.pressed) {
            const isShown = document.querySelector(result) !== null
            if (isShown || target.hasAttribute('data-waiting')) times.answer ||= now
            if (isShown) times.result ||= now
          }
          if (!times.result) requestAnimationFrame(watchFrame)
        }
        requestAnimationFrame(watchFrame)
        const { x, y, width, height } = target.getBoundingClientRect()
        return [x + width / 2, y + height / 2] as const
      },
      [control, text, shown] as const,
    )
    await page.touchscreen.tap(...place)
    const times = await page.waitForFunction(() => {
      const { times } = window as unknown as { times: { pressed: number; answer: number; result: number } }
      return times.result > 0 && times
    })
    const { pressed, answer, result } = (await times.jsonValue()) as { pressed: number; answer: number; result: number }
    return { result: Math.max(0, result - pressed), answer: Math.max(0, answer - pressed) }
  } finally {
    await context.close()
  }
}
