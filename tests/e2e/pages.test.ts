import { expect, test } from './shop.ts'
import { storeSession } from './stand-in.ts'

test('course and home pages are readable without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/courses/1')
  for (const panel of ['curriculum', 'batches', 'faqs']) await expect(page.locator(`#panel-${panel}`)).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Starting soon' })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'We aim to connect our students with opportunities at top companies' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('region', { name: 'Starting soon' }).getByRole('link').nth(2)).toBeInViewport({ ratio: 1 })
  await context.close()
})

test('without JavaScript, forms and private pages show a notice and contacts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const main = page.getByRole('main')
  for (const path of ['/hirepage', '/researchform', '/courses/2', '/login', '/register']) {
    await page.goto(path)
    await expect(main.getByText(/^This form needs JavaScript\. Please switch it on, or write to /), path).toBeVisible()
    await expect(main.locator('form[method=post]'), path).toBeHidden()
  }
  for (const path of ['/profile', '/my-payments', '/enrolled-courses', '/verify-otp', '/razarpayment/101', '/videos/118']) {
    await page.goto(path)
    await expect(main.getByText(/^This page needs JavaScript\./), path).toBeVisible()
    await expect(main.getByRole('link', { name: 'hello@karyashala.example' }), path).toBeVisible()
    await expect(main.getByText(/Loading/), path).toBeHidden()
  }
  await context.close()
})

test('without JavaScript no inactive control is shown, and Menu links below', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/courses/1')
  for (const name of ['Open menu', 'Enroll Now', 'Choose this batch', 'Share this course']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText(/^Enrolling needs JavaScript\./)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'All courses' })).toBeInViewport()
  await context.close()
})

test('cached pages hydrate [DEP-02]', async ({ page, shop }) => {
  for (const path of [
    '/home',
    '/courses',
    '/courses?category=cloud',
    '/courses?category=',
    '/newbatches?category=',
    '/courses/1',
    '/login',
    '/register',
  ]) {
    await shop.open(path)
    expect(
      await page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))),
    ).toBe(true)
  }
})

test('a page of a student that is never idle hydrates [DEP-02]', async ({ page }) => {
  await storeSession(page)
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.addInitScript(() => {
    window.requestIdleCallback = (act, options) => (options?.timeout ? Number(setTimeout(act, options.timeout)) : 0)
  })
  await page.goto('/hirepage')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
})

test('scripts are off the critical path, and early input is preserved [DEP-02]', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/courses/1', { waitUntil: 'domcontentloaded' })
  expect(await page.locator('link[rel=modulepreload]').count()).toBe(0)
  await page.getByRole('tab', { name: 'Curriculum' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed before the scripts came')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(page.locator('#panel-curriculum')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the scripts came')
})

test('the skip link leads past contacts and menus', async ({ page }) => {
  for (const path of ['/home', '/courses/1']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('#main :focus')).toBeVisible()
  }
})

test('the batch picker of the next course shows its batches', async ({ page, shop }) => {
  await shop.open('/courses/1')
  // Only what the page itself has: this call is never answered.
  await page.route('**/api/courses/*/batches/', () => undefined)
  await page.keyboard.press('/')
  await page.getByRole('combobox').pressSequentially('java backend')
  await page.getByRole('option').filter({ hasText: 'Java Backend' }).first().click()
  await page.waitForURL('**/courses/2')
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  const course = await page.request.get('/api/courses/2/')
  const { upcoming_batches: batches } = (await course.json()) as { upcoming_batches: { id: number }[] }
  await expect(picker.getByRole('radio').first()).toBeVisible()
  const shown = await picker
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => Number((radio as HTMLInputElement).value)))
  expect(shown).toEqual(batches.map(({ id }) => id))
})

test('tabs, questions and picker work, and update the URL [TXT-047]', async ({ page, shop }) => {
  await shop.open('/courses/1?tab=faqs')
  const enroll = page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first()
  await test.step('only one question is open at a time', async () => {
    const questions = page.getByRole('tabpanel').getByRole('button')
    await questions.nth(0).click()
    await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'true')
    await questions.nth(1).click()
    await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'false')
    await expect(questions.nth(1)).toHaveAttribute('aria-expanded', 'true')
  })
  await test.step('arrow keys move between tabs', async () => {
    await expect(page.getByRole('tab', { name: 'FAQs' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'FAQs' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'About' })).toBeFocused()
  })
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  const radio = picker.getByRole('radio', { disabled: false }).nth(1)
  await test.step('Enroll is enabled once a batch is selected', async () => {
    await enroll.click()
    await expect(picker.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(picker.getByRole('radio', { disabled: false }).first()).toBeFocused()
    const button = picker.getByRole('button', { name: 'Enroll' })
    await expect(button).toBeDisabled()
    const before = [await radio.boundingBox(), await button.boundingBox()]
    await radio.check()
    expect([await radio.boundingBox(), await button.boundingBox()]).toEqual(before)
    await expect(picker.getByRole('button', { name: 'Enroll' })).toBeEnabled()
  })
  await test.step('the selected batch is part of the URL', async () => {
    const value = await radio.inputValue()
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(enroll).toBeFocused()
    expect(new URL(page.url()).searchParams.get('batch')).toBe(value)
    await page.reload()
    await shop.hydrated()
    const card = page.getByRole('complementary', { name: 'Price and enrolment' })
    await expect(card.getByRole('heading', { name: 'Your batch' })).toBeVisible()
    await card.getByRole('button', { name: 'Change the batch' }).click()
    await expect(page.getByRole('radio', { checked: true })).toHaveValue(value)
    await expect(page.getByRole('radio', { checked: true })).toBeFocused()
  })
  await test.step('the card names instructor, week, length and refunds', async () => {
    await page.goto('/courses/1')
    const card = page.getByRole('complementary', { name: 'Price and enrolment' })
    await expect(card).toContainText(/Classes on \w+day, \w+day and \w+day/)
    await expect(card).toContainText(/48 classes, .+ to .+, about 8 hours a week outside class/)
    await expect(card.getByText('List price', { exact: true }).last()).toBeHidden()
    await card.getByText('How we got this').click()
    await expect(card.getByText('20% Off').last()).toBeVisible()
    await expect(card.getByRole('link', { name: 'Refund policy' })).toHaveAttribute('href', '/refund-policy')
    await expect(page.getByRole('heading', { name: /Rohan Deshmukh/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Watch day 1 free' })).toHaveAttribute('href', '/videos/103?day=1')
    await expect(page.getByRole('tab')).toHaveCount(5)
  })
})

test('category links mark the current one, and unknown categories are empty', async ({ page, shop }) => {
  await shop.open('/courses?category=DevOps')
  await expect(
    page.getByRole('link', { name: 'DevOps', exact: true, includeHidden: false }).and(page.locator('[aria-current=page]')),
  ).toBeVisible()
  await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Cloud' }).click()
  await expect(page).toHaveURL(/category=cloud/)
  await expect(page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'Cloud' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/courses$/)
  await shop.open('/courses?category=basket-weaving')
  await expect(page.getByText('No courses available in this category')).toBeVisible()
})

test('the share button copies the course URL [TXT-091]', async ({ page, shop, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shop.open('/courses/1?tab=faqs&batch=101')
  await page.getByRole('button', { name: 'Share this course' }).click()
  await expect(shop.toast('Course link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/courses/1`)
})

test('menus close with Escape, and one mobile list opens at once [TXT-034]', async ({ page, shop }) => {
  await shop.open('/home')
  const courses = page.getByRole('button', { name: 'Our Courses' })
  await courses.click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'DevOps' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(courses).toHaveAttribute('aria-expanded', 'false')
  await expect(courses).toBeFocused()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'All Courses' }).click()
  await menu.getByRole('button', { name: 'Services' }).click()
  await expect(menu.getByRole('button', { name: 'All Courses' })).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('button', { name: 'Services' })).toHaveAttribute('aria-expanded', 'true')
})

test('unknown pages and courses answer 404 with a link [TXT-089]', async ({ page, shop }) => {
  for (const [path, heading] of [
    ['/nothing-here', 'Oops! Page Not Found'],
    ['/%E0%A4%A', 'Oops! Page Not Found'],
    ['/courses/%zz?tab=about', 'Course not found'],
    ['/courses/99999', 'Course not found'],
    ['/courses/abc', 'Course not found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  for (const path of ['/nothing-here', '/%E0%A4%A']) {
    await shop.open(path)
    await page.getByRole('link', { name: 'Go Back Home' }).click()
    await page.waitForURL('**/home')
  }
  await page.goto('/courses/99999')
  await shop.hydrated()
  await page.getByRole('button', { name: 'Go Back', exact: true }).click()
  await page.waitForURL('**/home')
})

test('pages of unknown batches and courses answer 404', async ({ request }) => {
  const statuses: Record<string, number> = {}
  const given = ['/razarpayment/101', '/razarpayment/99999', '/razarpayment/abc', '/verify-payment/101', '/verify-payment/99999']
  for (const path of [...given, '/verify-payment/0', '/enrolled-courses/1', '/enrolled-courses/99999', '/videos/99999']) {
    statuses[path] = (await request.get(path)).status()
  }
  expect(statuses).toEqual({
    '/razarpayment/101': 200,
    '/razarpayment/99999': 404,
    '/razarpayment/abc': 404,
    '/verify-payment/101': 200,
    '/verify-payment/99999': 404,
    '/verify-payment/0': 404,
    '/enrolled-courses/1': 200,
    '/enrolled-courses/99999': 404,
    '/videos/99999': 404,
  })
})

test('filters and the comparison of new batches stand in the URL', async ({ page, shop }) => {
  await shop.open('/newbatches')
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  const all = await rows.count()
  const categories = page.getByRole('navigation', { name: 'Course categories' })
  const countOf = async (query: string) =>
    ((await (await page.request.get(`/api/batch-page/?${query}`)).json()) as { total: number }).total
  await categories.getByRole('link', { name: 'DevOps' }).click()
  await page.waitForURL('**/newbatches?category=devops')
  await expect(categories.getByRole('link', { name: 'DevOps' })).toHaveAttribute('aria-current', 'page')
  const devops = await countOf('category=devops')
  expect(devops).toBeLessThan(all)
  await expect(rows).toHaveCount(devops)
  await test.step('a filter narrows the list and survives a reload', async () => {
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: 'Weekends' }).click()
    await page.waitForURL('**/newbatches?category=devops&days=weekend')
    const weekends = await countOf('category=devops&days=weekend')
    expect(weekends).toBeLessThan(devops)
    await expect(rows).toHaveCount(weekends)
    await page.reload()
    await expect(rows).toHaveCount(weekends)
    await shop.hydrated()
    await page.goBack()
    await expect(rows).toHaveCount(devops)
  })
  await test.step('two batches are compared side by side', async () => {
    for (const place of [0, 1]) {
      await rows
        .nth(place)
        .getByRole('link', { name: /^Compare/ })
        .click()
      // The link of the next batch adds to those that are chosen on the page.
      await expect(rows.nth(place)).toContainText('Compared')
    }
    await page.waitForURL(/compare=\d+,\d+$/)
    const comparison = page.getByRole('region', { name: 'Compare 2 batches' })
    await expect(comparison.getByRole('listitem')).toHaveCount(2)
    await comparison
      .getByRole('link', { name: /^Remove/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Compare with one or two more' })).toBeVisible()
  })
  await shop.open('/newbatches?category=basket-weaving')
  await page.getByRole('main').getByRole('link', { name: 'See all batches' }).click()
  await expect(rows).toHaveCount(all)
})

test('a course that fails to load can be retried [TXT-088]', async ({ page, shop }) => {
  await shop.open('/courses')
  await page.route('**/courses/1.data*', async (route) => {
    // Uses the 404 response with status 503, as for a course that fails to load.
    const response = await route.fetch({ url: route.request().url().replace('/courses/1.data', '/courses/99999.data') })
    const values = JSON.parse(await response.text()) as unknown[]
    expect(values).toContain(404)
    await route.fulfill({
      status: 503,
      response,
      body: `${JSON.stringify(values.map((value) => (value === 404 ? 503 : value)))}\n`,
    })
  })
  await page.locator('main a[href="/courses/1"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to load course details' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('tab', { name: 'Curriculum' })).toBeVisible()
})

test('courses that fail to load show an error on their page [TXT-090]', async ({ page, shop }) => {
  await page.route('**/courses.data*', async (route) => {
    const response = await route.fetch()
    // In React Router's flat encoding a value follows its name.
    const values = JSON.parse(await response.text()) as unknown[]
    const place = values.indexOf('chosen')
    expect(Array.isArray(values[values.lastIndexOf('courses', place) + 1])).toBe(true)
    await route.fulfill({ response, body: `${JSON.stringify(values.with(values.lastIndexOf('courses', place) + 1, null))}\n` })
  })
  await shop.open('/contact')
  await page.locator('a[href="/courses"]:visible').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Live courses' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load courses')
})

test('footer sections open and close independently on a phone [TXT-035]', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await shop.open('/contact')
  const footer = page.getByRole('contentinfo')
  for (const [title, inside] of [
    ['Contact', /karyashala/],
    ['Quick links', 'All courses'],
    ['Policies', 'Privacy Policy'],
  ] as const) {
    const button = footer.getByRole('button', { name: title })
    const link = footer.getByRole('link', { name: inside })
    await expect(link).toBeHidden()
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(link).toBeVisible()
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(link).toBeHidden()
  }
})

test('the home page states its programs, and its picture fits [TXT-106]', async ({ page, shop }) => {
  await shop.open('/home')
  await expect(page.getByText('Programs of 3 to 4 months, taught live in the evening and at weekends.')).toBeVisible()
  const titles = ((await (await page.request.get('/api/courses/')).json()) as { title: string }[]).map(({ title }) => title)
  const shown = await page
    .getByRole('region', { name: 'Prime courses' })
    .getByRole('article')
    .getByRole('heading')
    .allInnerTexts()
  const words = ['Full Stack', 'AI', 'ML', 'Cloud', 'DevOps'].map((word) => new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`))
  expect(shown.toSorted()).toEqual(titles.filter((title) => words.some((word) => word.test(title))).toSorted())
  const section = page.getByRole('region', { name: 'We aim to connect our students with opportunities at top companies' })
  for (const width of [320, 1440]) {
    await test.step(`the companies' picture is centred and fits at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await shop.open('/home')
      const measured = await section.getByRole('list').evaluate((list) => {
        const box = list.getBoundingClientRect()
        return {
          tooHigh: box.height > 620,
          offCentre: Math.abs(box.left + box.right - document.documentElement.clientWidth) > 1,
          cutOff: list.scrollHeight - list.clientHeight,
        }
      })
      expect(measured).toEqual({ tooHigh: false, offCentre: false, cutOff: 0 })
    })
  }
})

test('/ redirects permanently to /home, unknown parameters share its cache entry', async ({ request }) => {
  const root = await request.get('/', { maxRedirects: 0 })
  expect([root.status(), root.headers()['location']]).toEqual([308, '/home'])
  const [plain, tracked] = [await request.get('/home'), await request.get('/home?utm_source=x&fbclid=y')]
  expect(tracked.headers()['etag']).toBe(plain.headers()['etag'])
  const policy = plain.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
})

test('a 304 carries the policy of the first response', async ({ request }) => {
  for (const path of ['/home', '/courses?unknown=1']) {
    const first = await request.get(path)
    const again = await request.get(path, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } })
    expect(again.status()).toBe(304)
    expect(again.headers()['content-security-policy']).toBe(first.headers()['content-security-policy'])
  }
})
