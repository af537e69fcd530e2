import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

interface Disposable {
  dispose: () => Promise<void>
}

const resetLimitMs = 10_000

/** Events that tests listen to. */
const pageEvents = [
  'close',
  'console',
  'crash',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const
const contextEvents = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const

/**
 * One page that many tests of a worker use, one after the other. The browser starts and compiles everything again for a new page,
 * which takes more than half of the time of a page load.
 */
export class ReusedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly #scripts: Disposable[] = []
  /** Whether a test did something that can't be undone. */
  #isSpoiled = false
  readonly #options: BrowserContextOptions

  private constructor(context: BrowserContext, page: Page, options: BrowserContextOptions) {
    this.context = context
    this.page = page
    this.#options = options
    this.#watch()
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<ReusedPage> {
    const context = await browser.newContext(options)
    return new ReusedPage(context, await context.newPage(), options)
  }

  /** Brings the page back to the state of a new one. Returns false when that is not possible. */
  async reset(): Promise<boolean> {
    if (this.#isSpoiled) return false
    // A page that a test leaves in the middle of a navigation may never answer.
    return Promise.race([this.#restore().catch(() => false), delay(resetLimitMs, false, { ref: false })])
  }

  /** Closes the page without waiting for it: no test needs it any more. */
  close(): void {
    this.context.close().catch(() => undefined)
  }

  async #restore(): Promise<boolean> {
    const { context, page } = this
    const { viewport, colorScheme = null } = this.#options
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of pageEvents) page.removeAllListeners(event)
    for (const event of contextEvents) context.removeAllListeners(event)
    for (const script of this.#scripts.splice(0)) await script.dispose()
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    // A file of the site ends the scripts of the last page and gives access to its storage. A blank page would change the process.
    // The routes of the test still answer until then. The last page may be on its way to another one, or the routes refuse the file.
    const hasLeft = await page.goto('/favicon.svg').then(
      () => true,
      () => false,
    )
    if (!hasLeft) return false
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: null, forcedColors: null, contrast: null })
    if (viewport) await page.setViewportSize(viewport)
    return true
  }

  /** Collects scripts to remove, and notices a stopped clock, which no call starts again. */
  #watch(): void {
    for (const owner of [this.page, this.context]) {
      const add = owner.addInitScript.bind(owner) as (...given: unknown[]) => Promise<Disposable>
      Reflect.set(owner, 'addInitScript', async (...given: unknown[]) => {
        const script = await add(...given)
        this.#scripts.push(script)
        return script
      })
    }
    for (const method of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
      const { clock } = this.context
      const set = clock[method].bind(clock) as (...given: unknown[]) => Promise<void>
      Reflect.set(clock, method, (...given: unknown[]) => {
        this.#isSpoiled = true
        return set(...given)
      })
    }
  }
}
