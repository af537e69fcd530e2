import { expect, type Shop, test } from './shop.ts'

/** Each content page with its heading and texts. */
const pages: Record<string, { heading: string; texts: (string | RegExp)[] }> = {
  '/service/1': { heading: 'Career Guidance', texts: ['Begin with your situation', 'No pressure', 'What else we offer'] },
  '/service/9': { heading: 'Preparing for Your First Live Class', texts: ['Your connection', 'More to read'] },
  '/resources': { heading: 'Read before you pay for anything', texts: ['Linux Command Line in One Evening', 'Career Guidance'] },
  '/ProjectsList': {
    heading: 'Work on real world projects and gain industry required skills',
    texts: ['Clinic appointments without a queue', /two people can never hold the same/],
  },
  '/companies': {
    heading: 'Companies that hire here',
    texts: [
      'Our hiring partners',
      'Tarangini Software',
      /these companies are invented/,
      /reviewed in one sitting/,
      'Where our alumni work',
    ],
  },
  '/blogs': { heading: 'From the blog', texts: ['The case for small pull requests', 'Read more'] },
  '/blog/6': { heading: 'The case for small pull requests', texts: [/Give a reviewer ten lines/, 'Back to all blogs'] },
  '/newbatches': { heading: 'New batches', texts: ['Course name', 'Instructor', 'Enrolment open'] },
  '/career-kickstart': { heading: 'From looking for work to being able to do it', texts: ['Job Seeker', 'Join Now'] },
  '/contact': {
    heading: 'Talk to a person',
    texts: [/We reply within 24 hours on business days\./, 'Support hours', 'Address', 'Grievance contact', /Pune/],
  },
  '/terms': { heading: 'Terms and Conditions', texts: ['On this page', 'Who we are'] },
  '/privacy-policy': { heading: 'Privacy Policy', texts: ['On this page', /Last changed on/] },
  '/refund-policy': { heading: 'Refund Policy', texts: ['On this page', 'How refunds are paid'] },
  '/policy/6': { heading: 'Refund Policy', texts: ['How refunds are paid'] },
  '/researchpage': { heading: 'A paper, written with people who build', texts: ['Open the research form'] },
  '/researchform': { heading: 'Propose research', texts: [/^This form needs JavaScript/] },
  '/hirepage': { heading: 'Hire tech talent', texts: [/^This form needs JavaScript/] },
}
const paths = Object.keys(pages)

/** Follows a link of another page, within the browser. */
async function follow(shop: Shop, from: string, link: string): Promise<void> {
  await shop.open(from)
  await shop.page.locator(`a[href="${link}"]:visible`).first().click()
}

test('every page is readable without JavaScript [TXT-108 DEP-03]', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  for (const [path, { heading, texts }] of Object.entries(pages)) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const main = page.getByRole('main')
    for (const text of texts)
      await expect(main.getByText(text).filter({ visible: true }).first(), `${path} ${String(text)}`).toBeVisible()
  }
  await context.close()
})

test('each page has its own title, description, canonical URL and data [TXT-107]', async ({ request, baseURL }) => {
  const titles = new Set<string>()
  const read = async (path: string) => {
    const response = await request.get(path)
    expect(response.headers()['cache-control'], path).toContain('public')
    const html = await response.text()
    const first = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    return {
      title: first(/<title>([^<]*)/),
      description: first(/<meta name="description" content="([^"]*)/),
      canonical: first(/rel="canonical" href="([^"]*)/),
      data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json]) => JSON.parse(json ?? '') as { '@context': string },
      ),
    }
  }
  for (const path of paths) {
    const { title, description, canonical, data } = await read(path)
    expect(title, path).toContain('Karyashala')
    expect(description.length, path).toBeGreaterThan(20)
    expect(canonical, path).toBe(baseURL + (path === '/policy/6' ? '/refund-policy' : path))
    expect(data.length, path).toBeGreaterThan(0)
    for (const item of data) expect(item['@context']).toBe('https://schema.org')
    titles.add(title)
  }
  expect(titles.size).toBe(paths.length - 1)
  for (const [id, path] of [
    [4, '/terms'],
    [5, '/privacy-policy'],
    [6, '/refund-policy'],
  ] as const) {
    expect((await read(`/policy/${id}`)).canonical).toBe(baseURL + path)
  }
})

test('missing content answers 404 with a message and a link [TXT-071]', async ({ page }) => {
  for (const [path, heading, way] of [
    ['/service/4', 'Service not found', 'All services and resources'],
    ['/service/99999', 'Service not found', 'All services and resources'],
    ['/service/first', 'Service not found', 'All services and resources'],
    ['/blog/99999', 'Blog not found.', 'Back to all blogs'],
    ['/blog/0', 'Blog not found.', 'Back to all blogs'],
    ['/policy/1', 'Policy not found.', 'Go Back Home'],
    ['/policy/99999', 'Policy not found.', 'Go Back Home'],
    ['/policy/4x', 'Policy not found.', 'Go Back Home'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
})

test('policies and blogs that fail to load show an error [TXT-072]', async ({ page, shop }) => {
  for (const [from, path, name, text] of [
    ['/home', '/policy/4', 'policy', 'Failed to load Terms & Conditions.'],
    ['/home', '/policy/5', 'policy', 'Failed to load policy.'],
    ['/blogs', '/blog/6', 'blog', 'Failed to load this blog'],
    ['/resources', '/service/1', 'item', 'Failed to load this page'],
  ] as const) {
    await page.route(`**${path}.data*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: replaced(await response.text(), name, null) })
    })
    await follow(shop, from, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(text)
  }
})

test('missing terms show their own message [TXT-073]', async ({ page, shop }) => {
  await page.route('**/policy/4.data*', async (route) => {
    const missing = await route.fetch({ url: route.request().url().replace('/policy/4.data', '/policy/99999.data') })
    await route.fulfill({ response: missing })
  })
  await follow(shop, '/home', '/policy/4')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Conditions not found.')
})

test('lists show a loading state and an error state [TXT-070]', async ({ page, shop }) => {
  for (const [path, loading, failed] of [
    ['/ProjectsList', 'Loading projects...', 'Error: Failed to fetch projects'],
    ['/newbatches', 'Loading batches', 'Failed to load upcoming batches'],
    ['/blogs', 'Loading blogs', 'Failed to load blogs'],
    ['/companies', 'Loading companies', 'Failed to load companies'],
    ['/resources', 'Loading resources', 'Failed to load resources'],
  ] as const) {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(isListOf(path), async (route) => {
      await held
      await route.fulfill({ status: 503, json: { message: 'away' } })
    })
    await follow(shop, '/contact', path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[path]?.heading ?? '')
    await expect(page.getByRole('status').filter({ hasText: loading })).toBeVisible()
    release()
    await expect(page.getByRole('alert')).toContainText(failed)
    await page.unrouteAll({ behavior: 'wait' })
    await follow(shop, '/contact', path)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(
      page
        .getByRole('main')
        .getByText(pages[path]?.texts[0] ?? '')
        .first(),
    ).toBeAttached()
  }
})

test('empty lists show a message and a link', async ({ page, shop }) => {
  for (const [path, text] of [
    ['/ProjectsList', 'No projects available'],
    ['/newbatches', 'No upcoming batches'],
    ['/blogs', 'No blogs found.'],
    ['/companies', 'No companies to show yet'],
    ['/resources', 'No resources available'],
  ] as const) {
    // Replaces the list in React Router's encoded response by an empty one.
    await page.route(isListOf(path), async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: replaced(await response.text(), path === '/newbatches' ? 'categories' : 'items', []),
      })
    })
    await follow(shop, '/contact', path)
    // A failure shows what stands there instead.
    await expect(page.getByRole('main')).toContainText(text)
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  await test.step('home leaves out its sections without companies and testimonials', async () => {
    await page.route('**/home.data*', async (route) => {
      const response = await route.fetch()
      const body = replaced(replaced(await response.text(), 'partners', []), 'alumni', [])
      await route.fulfill({ response, body: replaced(body, 'testimonial', null) })
    })
    await follow(shop, '/contact', '/home')
    await expect(page.getByRole('heading', { name: 'Prime courses' })).toBeVisible()
    for (const id of ['companies', 'alumni']) await expect(page.locator(`main h2#${id}`)).toHaveCount(0)
    await expect(page.locator('main blockquote')).toHaveCount(0)
  })
})

/** Matches the request for a page's list, not the one for the shell. */
const isListOf = (path: string) => (url: URL) =>
  url.pathname === `${path}.data` && (url.searchParams.get('_routes') ?? '').startsWith('routes/')

/** Replaces a loader's value in React Router's flat encoding, where a value follows its name. */
function replaced(body: string, name: string, value: unknown): string {
  const values = JSON.parse(body) as unknown[]
  const place = values.indexOf(name) + 1
  expect(place).toBeGreaterThan(0)
  expect(typeof values[place]).toBe('object')
  return `${JSON.stringify(values.with(place, value))}\n`
}

test('a project picture that fails to load becomes a placeholder', async ({ page, shop, consoleErrors }) => {
  await page.route('**/media/art/project/*', (route) => route.fulfill({ status: 404, body: '' }))
  await shop.open('/ProjectsList')
  const picture = page.getByRole('main').locator('img').first()
  await expect(picture).not.toHaveAttribute('src', /media\/art/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  expect(consoleErrors).toEqual([])
})

test('the batch table works at both widths and links to batches', async ({ page, shop }) => {
  const columns = ['Start date', 'Course name', 'Time', 'Batch type', 'Instructor', 'Mode', 'Fee', 'Seats', 'Enroll']
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await shop.open('/newbatches')
    const tables = page.getByRole('table', { name: /^Batches in \w+ \d{4}$/ })
    await expect(tables.first().getByRole('columnheader')).toHaveText(columns)
    // Late in a month its table may hold full batches alone.
    const row = tables.getByRole('row').filter({ hasText: 'Enrolment open' }).first()
    await expect(row.getByRole('cell')).toHaveCount(columns.length)
    await expect(row.getByRole('link').first()).toHaveAttribute('href', /^\/courses\/\d+\?batch=\d+$/)
    await expect(row.getByRole('link', { name: /^Enroll in / })).toHaveAttribute('href', /^\/razarpayment\/\d+$/)
  }
  await expect(page.getByRole('main')).not.toContainText('Batch already started')
  const full = page.getByRole('row').filter({ has: page.getByText('Full', { exact: true }) })
  await expect(full.first()).toBeVisible()
  await expect(full.first().getByRole('link', { name: /^Enroll/ })).toHaveCount(0)
  await expect(full.first().getByRole('link', { name: /^Waitlist of / })).toHaveAttribute('href', /^\/waitlist\/\d+$/)
  const link = page.getByRole('table').getByRole('row').filter({ hasText: 'Enrolment open' }).getByRole('link').first()
  const batch = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('batch')
  await link.click()
  await page.waitForURL(`**/courses/*?batch=${batch}`)
  await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveValue(batch ?? '')
})

test('blogs link to articles and back, Join Now links to registration', async ({ page, shop }) => {
  await shop.open('/blogs')
  await page.getByRole('main').getByRole('link', { name: 'The case for small pull requests' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/blog\/6$/)
  await page.getByRole('link', { name: 'Back to all blogs' }).first().click()
  await expect(page).toHaveURL(/\/blogs$/)
  await shop.open('/career-kickstart')
  await page.getByRole('link', { name: 'Join Now' }).first().click()
  await page.waitForURL('**/register')
})

test('a policy has a table of contents and prints without it', async ({ page, shop }) => {
  await shop.open('/terms')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const links = contents.getByRole('link')
  await expect(page.getByRole('main').locator('section')).toHaveCount(await links.count())
  await links.filter({ hasText: 'Prices and payment' }).click()
  await expect(page).toHaveURL(/#section-4$/)
  await expect(page.getByRole('heading', { name: /Prices and payment/ })).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(contents).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('heading', { name: /Prices and payment/ })).toBeVisible()
})

test('contact details are phone and mail links', async ({ page, shop }) => {
  await shop.open('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /Support phone/ })).toHaveAttribute('href', /^tel:\+91\d{10}$/)
  await expect(main.getByRole('link', { name: /Support e-mail/ })).toHaveAttribute('href', /^mailto:.+@.+/)
  await expect(main.getByRole('link', { name: /^grievance@/ })).toHaveAttribute('href', /^mailto:grievance@/)
})

test('every internal link reachable from /home answers 200', async ({ request, baseURL }) => {
  const found = new Map([['/home', 'the beginning']])
  const broken: string[] = []
  for (const [path, from] of found) {
    const response = await request.get(path)
    if (response.status() !== 200) broken.push(`${path} on ${from}: ${response.status()}`)
    const html = await response.text()
    for (const [link, href = ''] of html.matchAll(/<a\s[^>]*href="([^"]+)"[^>]*>/g)) {
      // Filters combine without end, so nobody is asked to follow them.
      if (link.includes('rel="nofollow"')) continue
      const url = new URL(href.replaceAll('&amp;', '&'), response.url())
      if (url.origin !== baseURL) continue
      // Query parameters are ignored, except `category`, which selects a page's content.
      const target = url.searchParams.has('category') ? url.pathname + url.search : url.pathname
      if (!found.has(target)) found.set(target, path)
    }
  }
  expect(broken).toEqual([])
  for (const path of ['/profile', '/enrolled-courses/', '/my-payments', '/service/8', '/blog/1', '/policy/5', '/researchform']) {
    expect([...found.keys()]).toContain(path)
  }
})
