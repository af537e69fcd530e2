import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { ReusedPage } from './reused-page.ts'
import type { SignedIn } from '#contract/people/accounts.ts'
import { storeSession } from './stand-in.ts'

interface Message {
  id: number | string
  to: string[]
  subject: string
  text: string
  html: string
}

let people = 0

export interface Visitor {
  name: string
  phone: string
  email: string
}

/** Returns a visitor with a unique email and phone, also across runs on one database. */
export function newVisitor(): Visitor {
  people += 1
  const unique = `${Date.now()}${people}`.slice(-9)
  return { name: 'Asha Patil', phone: `9${unique}`, email: `asha.${unique}@example.com` }
}

export type Student = Visitor & SignedIn

export function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the end-to-end tests through npm test`)
  return value
}

/** A visitor's actions, by roles and visible text. */
export class Shop {
  readonly page: Page
  readonly #read = new Set<Message['id']>()
  readonly #inboxUrl: string

  constructor(page: Page, inboxUrl: string = required('INBOX_URL')) {
    this.page = page
    this.#inboxUrl = inboxUrl
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await this.hydrated()
  }

  /** Moves the pointer over a button, as a visitor who is about to press it, and waits for hydration. */
  async hydrated(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        // A page that hydrated while it was idle loads documents until a control is used.
        document.querySelector('button')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        return document.documentElement.dataset['hydrated'] !== undefined
      },
      undefined,
      // Playwright asks once a frame by default, and a frame costs as much as the work that is waited for.
      { polling: 50 },
    )
  }

  /** Waits for the latest unread mail to an address with a matching subject. */
  async mail(to: string, subject: RegExp): Promise<Message> {
    let found: Message | undefined
    await expect(async () => {
      const response = await this.page.request.get(`${this.#inboxUrl}/messages?to=${encodeURIComponent(to)}`)
      found = ((await response.json()) as Message[]).find(
        (message) => subject.test(message.subject) && !this.#read.has(message.id),
      )
      expect(found).toBeDefined()
    }).toPass()
    if (!found) throw new Error('no mail')
    this.#read.add(found.id)
    return found
  }

  async codeFor(email: string): Promise<string> {
    // The number of a receipt has six digits too, and does not begin its subject.
    const { subject } = await this.mail(email, /^\d{6} /)
    return subject.slice(0, 6)
  }

  /** Registers a student through the API, from another network, so that the page has no code countdown. */
  async knownStudent(visitor: Visitor = newVisitor()): Promise<Student> {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const registered = await this.page.request.post('/api/auth/register/', {
      headers,
      data: { full_name: visitor.name, phone_number: visitor.phone, email: visitor.email, type: 'register' },
    })
    expect(registered.status()).toBe(201)
    const verified = await this.page.request.post(`/api/auth/verify-otp/?email=${encodeURIComponent(visitor.email)}`, {
      headers,
      data: { otp: await this.codeFor(visitor.email) },
    })
    expect(verified.status()).toBe(200)
    return { ...visitor, ...((await verified.json()) as SignedIn) }
  }

  /** Registers a student through the API and stores the session in the browser. */
  async signUp(visitor?: Visitor): Promise<Student> {
    const student = await this.knownStudent(visitor)
    await this.enter(student)
    return student
  }

  /** Stores a session in the browser, as signing in does. */
  async enter({ access, refresh, user }: SignedIn): Promise<void> {
    await storeSession(this.page, { accessToken: access, refreshToken: refresh, user: JSON.stringify(user) })
  }

  async enterCode(visitor: Visitor): Promise<void> {
    await this.page.getByPlaceholder('Enter OTP').fill(await this.codeFor(visitor.email))
    await this.page.getByRole('button', { name: /verify/i }).click()
  }

  /** Goes from the course page through the picker to the payment page; returns the course's name. */
  async chooseBatch(): Promise<string> {
    await this.open('/courses')
    const card = this.page.getByRole('article').filter({ hasText: 'Cloud Architecture' })
    await card.getByRole('link').click()
    await this.page.waitForURL('**/courses/*')
    const name = await this.page.getByRole('heading', { level: 1, name: /Cloud Architecture/ }).innerText()
    await this.page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
    const picker = this.page.getByRole('dialog', { name: 'Choose your batch' })
    await expect(picker.getByRole('button', { name: 'Enroll' })).toBeDisabled()
    await picker.getByRole('radio', { disabled: false }).first().check()
    await picker.getByRole('button', { name: 'Enroll' }).click()
    await this.page.waitForURL('**/razarpayment/*')
    return name.replaceAll('\n', ' ')
  }

  /** The sandbox's payment sheet. */
  get sheet() {
    return this.page.frameLocator('iframe.razorpay-checkout-frame')
  }

  async payByCard(number = '4100 2800 0000 1007'): Promise<void> {
    await this.sheet.getByLabel('Card number').fill(number)
    await this.sheet.getByLabel('Expiry').fill('12/30')
    await this.sheet.getByLabel('CVV').fill('123')
    await this.sheet.getByLabel('Name on card').fill('Asha Patil')
    await this.sheet.getByRole('button', { name: /^Pay ₹/ }).click()
  }

  /** Closes checkout by Escape. The key press is not awaited, because its frame may be removed first. */
  async dismissSheet(): Promise<void> {
    void this.page.keyboard.press('Escape').catch(() => undefined)
    await expect(this.page.locator('iframe.razorpay-checkout-frame')).toHaveCount(0)
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.Toastify__toast').filter({ hasText: text })
  }

  /** Closes all toasts, so that the next one is known to be new. */
  async closeToasts(): Promise<void> {
    await this.page
      .locator('.Toastify__close-button')
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    await expect(this.page.locator('.Toastify__toast')).toHaveCount(0)
  }
}

export const test = base.extend<{ shop: Shop; consoleErrors: string[] }, { reusedPages: Map<string, ReusedPage> }>({
  // Keyed by the options of a context. The browser closes them.
  reusedPages: [async ({ browser: _browser }, use) => use(new Map()), { scope: 'worker' }],
  context: async (
    { browser, reusedPages, baseURL, locale, timezoneId, viewport, hasTouch, colorScheme, javaScriptEnabled, contextOptions },
    use,
    testInfo,
  ) => {
    const all = { ...contextOptions, baseURL, locale, timezoneId, viewport, hasTouch, colorScheme, javaScriptEnabled }
    const options = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const key = JSON.stringify(options)
    const reused = reusedPages.get(key) ?? (await ReusedPage.open(browser, options))
    reusedPages.delete(key)
    await use(reused.context)
    if (testInfo.status === testInfo.expectedStatus && (await reused.reset())) reusedPages.set(key, reused)
    else reused.close()
  },
  /** Fails a test whose pages log an error to the console. */
  consoleErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      // The frame of a mail refuses every script, also those of these tests.
      const expected = /status of (?:40\d|503)|^Blocked script execution in '[^']*\/console\/mail-frame'/
      context.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text())
      })
      context.on('weberror', (failure) => errors.push(failure.error().message))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ context }, use) => {
    const [page] = context.pages()
    if (!page) throw new Error('the context has no page')
    await use(page)
  },
  shop: async ({ page }, use) => use(new Shop(page)),
})
export { expect }
