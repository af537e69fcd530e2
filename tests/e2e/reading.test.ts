import type { Page } from '@playwright/test'
import { addCourse, asStaff, enrol } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { storeSession } from './stand-in.ts'

/** Pages of each kind that a visitor reads before signing in. */
const publicPages = [
  '/home',
  '/courses',
  '/courses/2',
  '/newbatches',
  '/blogs',
  '/blog/1',
  '/resources',
  '/service/1',
  '/ProjectsList',
  '/companies',
  '/career-kickstart',
  '/hirepage',
  '/researchpage',
  '/researchform',
  '/contact',
  '/policy/4',
  '/search?q=cloud',
  '/login',
  '/register',
]

interface Read {
  /** Files that the browser began to load before the page had loaded, and later ones. */
  early: string[]
  late: string[]
  fonts: string[]
  shifts: number
  /** What has shifted, and when, for the message of a failure. */
  moved: string
}

/** What the browser has loaded so far, and how far the layout has shifted without input. */
const readSoFar = (page: Page) =>
  page.evaluate<Read>(() => {
    const recordsOf = (type: string) => {
      const observer = new PerformanceObserver(() => undefined)
      observer.observe({ type, buffered: true })
      const records = observer.takeRecords()
      observer.disconnect()
      return records
    }
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const loadedAt = navigation?.loadEventStart ?? 0
    const files = performance.getEntriesByType('resource')
    const pathsOf = (type: string, entries: PerformanceEntry[]) =>
      entries.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith(type))
    const all = recordsOf('layout-shift') as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    })[]
    const shifts = all.filter(({ hadRecentInput }) => !hadRecentInput)
    const wordsOf = ({ node, previousRect: from, currentRect: to }: (typeof all)[number]['sources'][number]) =>
      `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" from ${from.x},${from.y} to ${to.x},${to.y}`
    return {
      early: pathsOf(
        '.js',
        files.filter(({ startTime }) => startTime < loadedAt),
      ),
      late: pathsOf(
        '.js',
        files.filter(({ startTime }) => startTime >= loadedAt),
      ),
      fonts: pathsOf('.woff2', files),
      shifts: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.map(({ startTime, sources }) => `after ${startTime} ms ${sources.map(wordsOf).join('; ')}`).join('. '),
    }
  })

/** Waits until the browser is idle or 3 s have passed. Both start the hydration of a page that needs it. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3000 })))

for (const width of [360, 1440]) {
  test(`a read page hydrates after its load at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of publicPages) {
      await page.goto(path)
      await page.mouse.wheel(0, 400)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      const { early, late, fonts, shifts, moved } = await readSoFar(page)
      expect([early, fonts.length], path).toEqual([[], 1])
      expect(late.length, path).toBeGreaterThan(0)
      // A font that comes after the first paint moves the end of a line.
      expect(shifts, `${path}: ${moved}`).toBeLessThan(0.005)
    }
  })
}

test('a visitor who saves data loads no script by reading', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }))
  await page.goto('/courses/2')
  await untilIdle(page)
  await page.mouse.wheel(0, 400)
  await untilIdle(page)
  const { early, late } = await readSoFar(page)
  expect([early, late]).toEqual([[], []])
})

test('a link loads its document after a page was only read', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const loaded = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).click()
  await loaded
  await expect(page.getByRole('heading', { level: 1, name: 'Live courses' })).toBeVisible()
})

/** Holds the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('tabs, menus and questions open before the scripts arrive', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const arrive = await holdScripts(page)
  await page.goto('/courses/2')
  const menu = page.getByRole('button', { name: /^(?:Open|Close) menu$/ })
  await menu.click()
  await expect(page.locator('#mobile-menu')).toBeVisible()
  await page.getByRole('button', { name: 'All Courses' }).click()
  await page.getByRole('button', { name: 'Services' }).click()
  await expect(page.getByRole('button', { name: 'All Courses' })).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('#mobile-services')).toBeVisible()
  await menu.click()
  await expect(page.locator('#mobile-menu')).toBeHidden()
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await page.getByRole('tab', { name: 'FAQs' }).click()
  await expect(page.locator('#panel-faqs')).toBeVisible()
  const question = page.locator('#panel-faqs').getByRole('button').first()
  await question.click()
  await expect(question).toHaveAttribute('aria-expanded', 'true')

  arrive()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(page.locator('#panel-faqs')).toBeVisible()
  await expect(page).toHaveURL(/tab=faqs/)
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('#mobile-menu')).toBeHidden()
  await question.click()
  await expect(question).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(page.locator('#mobile-menu')).toBeVisible()
})

test('a press that needs the scripts says that it was taken', async ({ page }) => {
  const arrive = await holdScripts(page)
  await page.goto('/courses/2?tab=batches')
  const choose = page.getByRole('button', { name: 'Choose this batch' }).first()
  await choose.click()
  await expect(choose).toHaveAttribute('data-waiting', '')
  arrive()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
})

for (const browser of ['with', 'without']) {
  test(`the batch picker works before the scripts ${browser} command buttons`, async ({ page }) => {
    if (browser === 'without') {
      await page.addInitScript(() => {
        Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement')
        Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy')
        addEventListener('command', (event) => event.preventDefault(), true)
      })
    }
    const arrive = await holdScripts(page)
    await page.goto('/courses/2')
    const enroll = page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first()
    const picker = page.getByRole('dialog', { name: 'Choose your batch' })
    await enroll.click()
    await expect(picker.getByRole('radio', { disabled: false }).first()).toBeFocused()
    await picker.getByRole('button', { name: 'Close' }).click()
    await expect(picker).toBeHidden()
    await expect(enroll).toBeFocused()
    await enroll.click()
    await page.mouse.click(4, 4)
    await expect(picker).toBeHidden()
    await enroll.click()
    const batch = picker.getByRole('radio', { disabled: false }).first()
    await batch.check()
    await picker.getByLabel('Your State').selectOption('Kerala')
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')

    arrive()
    await expect(picker.getByRole('button', { name: 'Enroll' })).toBeEnabled()
    await expect(batch).toBeChecked()
    await expect(page).toHaveURL(new RegExp(`batch=${await batch.inputValue()}`))
    await expect(picker.getByLabel('Your State')).toHaveValue('32')
    await picker.getByRole('button', { name: 'Enroll' }).click()
    await page.waitForURL('**/razarpayment/*')
  })
}

test('a dialog that is loaded ahead opens without a loading one', async ({ page }) => {
  await page.goto('/researchpage')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const chunks = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/research-dialog-')).length)
  // It is fetched and then imported.
  await expect.poll(chunks).toBe(2)
  await untilIdle(page)
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.body.textContent.includes('Opening…')) document.body.dataset['loading'] = ''
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: "I'm a Student" }).click()
  await expect(page.getByRole('dialog', { name: 'Propose research' })).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-loading')
})

// The browser may paint a long document before it has all of the header.
test('the brand stands still while the header arrives', async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    const brand = page.getByRole('banner').getByRole('link').first()
    // In one step: the page hydrates afterwards.
    const { whole, alone } = await brand.evaluate((link) => {
      const left = () => link.getBoundingClientRect().left
      const whole = left()
      const others: ChildNode[] = []
      while (link.nextSibling) {
        others.push(link.nextSibling)
        link.nextSibling.remove()
      }
      const alone = left()
      link.after(...others)
      return { whole, alone }
    })
    expect(alone, String(width)).toBe(whole)
  }
})

test('the headline stands still while what is beside it arrives', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/home', '/career-kickstart', '/researchpage', '/companies']) {
    await page.goto(path)
    const { whole, alone } = await page.locator('main h1').evaluate((headline) => {
      const top = () => headline.getBoundingClientRect().top
      const whole = top()
      const beside = headline.closest('.page.grid')?.lastElementChild
      if (!beside || beside.contains(headline)) throw new Error('nothing is beside the headline')
      beside.remove()
      const alone = top()
      // The page hydrates afterwards.
      headline.closest('.page.grid')?.append(beside)
      return { whole, alone }
    })
    expect(alone, path).toBe(whole)
  }
})

test('headlines that change move nothing', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/home')
    const headlines = await page.locator('[data-headline=whole]').allTextContents()
    expect(headlines.length).toBeGreaterThan(1)
    const typed = page.locator('[data-headline=typed]')
    for (const headline of headlines.slice(1)) await expect(typed).toHaveText(headline, { timeout: 20_000 })
    const { shifts, moved } = await readSoFar(page)
    expect(shifts, `${width}: ${moved}`).toBeLessThan(0.005)
  }
})

test('the first use of a control loads few files', async ({ page }) => {
  for (const [path, kilobytes] of [
    ['/home', 127],
    ['/courses/2', 131],
    ['/login', 164],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Our Courses' }).hover()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    // Without parts that are loaded later, such as the form of a course page.
    const sizes = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const bytesOf = new Map(entries.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))
      const chunks = document.querySelector<HTMLElement>('[data-hydrate]')?.dataset['hydrate']?.split(' ') ?? []
      return chunks.map((chunk) => bytesOf.get(chunk) ?? 0)
    })
    expect(Math.min(...sizes), path).toBeGreaterThan(0)
    expect(sizes.length, path).toBeLessThanOrEqual(10)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThanOrEqual(kilobytes * 1024)
  }
})

test("a student's calls are sent before the page's code arrives", async ({ page, shop }) => {
  const { email } = await shop.signUp()
  const { courseId, batchId } = await addCourse('1 day')
  await enrol(email, batchId)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  const first = ['/api/auth/profile/', '/api/enrolled-courses/', `/api/enrolled-courses/${courseId}/`, '/api/work/']
  const sent = Promise.all(first.map((path) => page.waitForRequest(`**${path}`)))
  await page.route('**/assets/*.js', async (route) => {
    await sent
    await route.continue()
  })
  await page.goto(`/enrolled-courses/${courseId}`)
  await expect(page.getByRole('region', { name: /^Class 1 of/ })).toBeVisible()
  // The page takes their answers and asks for none of them again.
  expect(calls.filter((path) => first.includes(path)).toSorted()).toEqual(first.toSorted())
})

test('pages that show the profile read it once', async ({ page, shop }) => {
  await shop.signUp()
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/profile/') calls += 1
  })
  for (const path of ['/profile', '/enrolled-courses']) {
    calls = 0
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls, path).toBe(1)
  }
})

/** The scripts that the page has begun to load, with their bytes as they were sent. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const sizes = new Map<string, number>()
    for (const { name, encodedBodySize } of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
      const file = new URL(name).pathname
      if (file.endsWith('.js')) sizes.set(file, Math.max(sizes.get(file) ?? 0, encodedBodySize))
    }
    return [...sizes].map(([file, size]) => ({ file, size }))
  })

/** What a student's page loads until its first view. 91 KB of it are React and the router. */
async function expectFirstScripts(page: Page, kilobytes: number, files: number) {
  const scripts = await scriptsOf(page)
  const list = JSON.stringify(scripts)
  expect(scripts.length, list).toBeLessThanOrEqual(files)
  expect(
    scripts.filter(({ file }) => /\/(?:forms|parts|money|hls|player-controls)-/.test(file)),
    list,
  ).toEqual([])
  const size = scripts.reduce((sum, one) => sum + one.size, 0)
  expect(size, list).toBeLessThanOrEqual(kilobytes * 1024)
  // The files were read, not counted before they had come.
  expect(size, list).toBeGreaterThan(100 * 1024)
}

test('a room and the day of a student load few scripts', async ({ page, shop }) => {
  const { email } = await shop.signUp()
  const { courseId, batchId } = await addCourse('1 day')
  await enrol(email, batchId)
  await page.goto(`/enrolled-courses/${courseId}`)
  await expect(page.getByRole('region', { name: /^Class 1 of/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Classes held/ })).toBeVisible()
  await expectFirstScripts(page, 133, 10)
  await page.goto('/enrolled-courses')
  await expect(page.getByRole('main').getByRole('heading', { name: 'A Course for Testing' }).first()).toBeVisible()
  await expectFirstScripts(page, 139, 12)
})

test('the page of a recording loads few scripts before a play', async ({ page, shop }) => {
  const { email } = await shop.signUp()
  await enrol(email, 103)
  const [recorded] = await asStaff<{ id: number }>(
    `select s.id from class_sessions s join recordings r on r.session_id = s.id where s.batch_id = 103 order by s.starts_at limit 1`,
    [],
  )
  await page.goto(`/enrolled-courses/1/classes/${recorded?.id}`)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'play', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectFirstScripts(page, 146, 13)
})

test('hydration that could not load starts with the next press', async ({ page, consoleErrors }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/courses/2')
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('tab', { name: 'Curriculum' }).click()
  await failed
  await page.unroute('**/assets/*.js')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  await page.getByRole('tab', { name: 'Batches' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(page.locator('#panel-batches')).toBeVisible()
  consoleErrors.splice(0)
})

test('hydration whose chunks a deployment replaced loads the new page', async ({ page, shop, consoleErrors }) => {
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  // All of them, because a chunk that was only fetched ahead is asked for again.
  await page.route('**/assets/*.js', (route) => (documents === 1 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto('/contact')
  await expect.poll(() => documents).toBe(2)
  await shop.hydrated()
  consoleErrors.splice(0)
})

test('the key of search works before hydration', async ({ page }) => {
  await page.goto('/home')
  await page.keyboard.press('/')
  await page.keyboard.type('react')
  const field = page.getByRole('combobox', { name: 'Search courses, services and articles' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('react')
})

test('a filter is chosen in place before hydration', async ({ page }) => {
  await page.goto('/courses')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Cloud' }).click()
  await expect(page).toHaveURL(/category=cloud/)
  expect(loads).toBe(0)
})

test('a page of a student hydrates without input', async ({ page }) => {
  await storeSession(page, { user: '{"full_name":"Asha Patil"}' })
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.goto('/contact')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Asha Patil' })).toBeVisible()
})

test('a time in another zone is shown before hydration', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-IN', ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/courses/2')
  const time = page.locator('[data-local-time]').first()
  await expect(time).toHaveText(/^\(\w+, \d+:\d\d [AP]M GMT\+\d for you\)$/)
  const before = await time.textContent()
  await page.getByRole('button', { name: 'Our Courses' }).hover()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(time).toHaveText(before ?? '')
  await context.close()
})

test('the document of a link is fetched before it is pressed', async ({ page }) => {
  await page.goto('/contact')
  const fetched = page.waitForRequest((request) => new URL(request.url()).pathname === '/courses')
  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).hover()
  expect((await (await fetched).allHeaders())['sec-purpose']).toMatch(/^prefetch/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Live courses' })).toBeVisible()
  const delivery = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { deliveryType: string }).deliveryType,
  )
  // The browser keeps the document for the press itself, or in its cache. Without a fetch ahead this is empty.
  expect(delivery).toMatch(/^(navigational-prefetch|cache)$/)
})

/** Chromium renders no page ahead while Playwright controls it, so the browser's part is played here, until `show` is called. */
const renderAhead = (page: Page) =>
  page.addInitScript(() => {
    let prerendering = true
    Object.defineProperty(document, 'prerendering', { get: () => prerendering })
    Object.assign(window, {
      show() {
        prerendering = false
        document.dispatchEvent(new Event('prerenderingchange'))
      },
    })
  })
const show = (page: Page) => page.evaluate(() => (window as unknown as { show(): void }).show())

test('a page rendered ahead waits until it is shown', async ({ page }) => {
  await renderAhead(page)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/home')
  // The visitor signs in on another page meanwhile.
  await page.evaluate(() => {
    localStorage.setItem('user', '{"full_name":"Asha Patil"}')
    dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  })
  await untilIdle(page)
  expect(loaded.filter((path) => path.endsWith('.js'))).toEqual([])
  await expect(page.locator('[data-typing-headline]')).not.toHaveAttribute('data-running')
  await show(page)
  await expect(page.locator('[data-typing-headline]')).toHaveAttribute('data-running')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Asha Patil' })).toBeVisible()
})

test('a page rendered ahead too long ago loads anew', async ({ page }) => {
  await renderAhead(page)
  await page.goto('/courses')
  await page.evaluate(() => {
    performance.now = () => 300_001
  })
  const loaded = page.waitForEvent('load')
  await show(page)
  await loaded
  expect(await page.evaluate(() => performance.now())).toBeLessThan(300_000)
})
