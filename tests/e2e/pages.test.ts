import { expect, test } from './shop.ts'

test('public pages read whole without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/courses/1')
  for (const panel of ['curriculum', 'batches', 'faqs']) await expect(page.locator(`#panel-${panel}`)).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Starting soon' })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'We aim to connect our students with opportunities at top companies' }),
  ).toBeVisible()
  await context.close()
})

test('a kept page hydrates, and says nothing to the console', async ({ page, shop }) => {
  for (const path of ['/home', '/courses', '/courses?category=cloud', '/courses/1', '/login', '/register']) {
    await shop.open(path)
    expect(
      await page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))),
    ).toBe(true)
  }
})

test('scripts stay off the critical path, and what is pressed before them is not lost', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/courses/1', { waitUntil: 'domcontentloaded' })
  expect(await page.locator('link[rel=modulepreload]').count()).toBe(0)
  await page.getByRole('tab', { name: 'Curriculum' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed before the scripts came')
  await expect(page.locator('#panel-curriculum')).toBeHidden()
  release()
  await expect(page.locator('#panel-curriculum')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the scripts came')
})

test('tabs, deep links and the picker keep the chosen batch in the address', async ({ page, shop }) => {
  await shop.open('/courses/1?tab=faqs')
  await expect(page.getByRole('tab', { name: 'FAQs' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'FAQs' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'About' })).toBeFocused()
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose your batch' })
  const radio = picker.getByRole('radio', { disabled: false }).nth(1)
  await radio.check()
  const value = await radio.inputValue()
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first()).toBeFocused()
  expect(new URL(page.url()).searchParams.get('batch')).toBe(value)
  await page.reload()
  await shop.hydrated()
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('radio', { checked: true })).toHaveValue(value)
})

test('one question is open at a time', async ({ page, shop }) => {
  await shop.open('/courses/1?tab=faqs')
  const questions = page.getByRole('tabpanel').getByRole('button')
  await questions.nth(0).click()
  await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'true')
  await questions.nth(1).click()
  await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'false')
  await expect(questions.nth(1)).toHaveAttribute('aria-expanded', 'true')
})

test('categories are links that mark where one is; an unknown one is empty and leads back', async ({ page, shop }) => {
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

test('the share button copies the plain address of the course', async ({ page, shop, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shop.open('/courses/1?tab=faqs&batch=101')
  await page.getByRole('button', { name: 'Share this course' }).click()
  await expect(shop.toast('Course link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/courses/1`)
})

test('the callback form says what is wrong beside the field, and thanks when it is sent', async ({ page, shop }) => {
  await shop.open('/courses/2')
  const form = page.getByRole('form', { name: 'Request a callback' })
  await form.getByRole('button', { name: 'Request a callback' }).click()
  await expect(form.getByText('Name is required.')).toBeVisible()
  await expect(form.getByText('Phone number must be exactly 10 digits.')).toBeVisible()
  await form.getByLabel('Name').fill('Ravi Deshmukh')
  await form.getByLabel('Email').fill('ravi@example.com')
  await form.getByLabel('Phone number').fill('098765 43210')
  await expect(form.getByLabel('Phone number')).toHaveValue('9876543210')
  await form.getByRole('button', { name: 'Request a callback' }).click()
  await expect(shop.toast('Your Enquiry Form has been submitted successfully.')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('')
})

test('dropdowns open, close with Escape and give the focus back; the mobile lists exclude each other', async ({ page, shop }) => {
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

test('unknown pages and courses answer 404 with a way on', async ({ page }) => {
  for (const [path, heading] of [
    ['/nothing-here', 'Oops! Page Not Found'],
    ['/courses/99999', 'Course not found'],
    ['/courses/abc', 'Course not found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await page.goto('/nothing-here')
  await page.getByRole('link', { name: 'Go Back Home' }).click()
  await page.waitForURL('**/home')
})

test('no page scrolls sideways at 320 px', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/home', '/courses', '/courses/1', '/login', '/register', '/nothing-here']) {
    await (path === '/nothing-here' ? page.goto(path) : shop.open(path))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('/ leads to /home for good, and unknown parameters share its page', async ({ request }) => {
  const root = await request.get('/', { maxRedirects: 0 })
  expect([root.status(), root.headers()['location']]).toEqual([308, '/home'])
  const [plain, tracked] = [await request.get('/home'), await request.get('/home?utm_source=x&fbclid=y')]
  expect(tracked.headers()['etag']).toBe(plain.headers()['etag'])
  const policy = plain.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
})

test('a page that is asked for again keeps its own policy in the 304', async ({ request }) => {
  for (const path of ['/home', '/courses?unknown=1']) {
    const first = await request.get(path)
    const again = await request.get(path, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } })
    expect(again.status()).toBe(304)
    expect(again.headers()['content-security-policy']).toBe(first.headers()['content-security-policy'])
  }
})
