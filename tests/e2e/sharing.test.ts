import { expect, test } from './shop.ts'
import { expectSmallJpeg, pagesOutOfSearch, publicPaths } from './site-paths.ts'

/** Returns the attributes of every `tag` element in the server's HTML. */
function elements(html: string, tag: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, unescape(value)])),
  )
}
const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('each public page has unique metadata, each kind a share picture', async ({ request, baseURL }) => {
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() }
  const kinds = new Set<string>()
  for (const path of await publicPaths(request, baseURL)) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const html = await response.text()
    const metas = elements(html, 'meta')
    const of = (name: string) =>
      metas.filter((meta) => meta['name'] === name || meta['property'] === name).map((meta) => meta['content'])
    const title = unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    const [description = ''] = of('description')
    for (const [what, text] of [
      ['title', title],
      ['description', description],
    ] as const) {
      expect(text.length, `${what} of ${path}`).toBeGreaterThan(10)
      expect(seen[what].get(text), `${what} of ${path} is another's`).toBeUndefined()
      seen[what].set(text, path)
    }
    expect(
      elements(html, 'link')
        .filter((link) => link['rel'] === 'canonical')
        .map((link) => link['href']),
      path,
    ).toEqual([`${baseURL}${path}`])
    expect(of('og:url'), path).toEqual([`${baseURL}${path}`])
    expect([of('og:title').length, of('og:description'), of('twitter:card'), of('robots')], path).toEqual([
      1,
      [description],
      ['summary_large_image'],
      [],
    ])
    expect([of('og:image:width'), of('og:image:height'), of('og:image:type')], path).toEqual([['1200'], ['630'], ['image/jpeg']])
    expect(html.match(/<h1\b/g)?.length, `h1 of ${path}`).toBe(1)
    const [picture = ''] = of('og:image')
    expect(picture, path).toMatch(new RegExp(`^${baseURL}/media/card/`))
    // Drawing a picture takes long. The long run asks for all of them.
    const kind = picture.replace(/[^/]*$/, '')
    if (kinds.has(kind)) continue
    kinds.add(kind)
    await expectSmallJpeg(request, picture)
  }
})

test('structured data describes each page', async ({ request, baseURL }) => {
  const types = async (path: string) => {
    const html = await (await request.get(path)).text()
    return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as { '@type': string } & Record<string, unknown>,
    )
  }
  expect((await types('/home')).map((one) => one['@type'])).toContain('EducationalOrganization')
  expect((await types('/courses')).map((one) => one['@type'])).toContain('ItemList')
  const course = await types('/courses/1')
  expect(course.map((one) => one['@type'])).toEqual(['Course', 'FAQPage', 'BreadcrumbList'])
  expect(course[0]?.['offers']).toMatchObject({ '@type': 'Offer', priceCurrency: 'INR', price: expect.any(Number) })
  expect(course[0]?.['hasCourseInstance']).toContainEqual(
    expect.objectContaining({
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseSchedule: expect.objectContaining({ repeatFrequency: 'Weekly', repeatCount: 16 }),
    }),
  )
  const blog = await types('/blog/1')
  expect(blog.map((one) => one['@type'])).toEqual(['BlogPosting', 'BreadcrumbList'])
  expect(blog[0]?.['image']).toBe(`${baseURL}/media/card/blog/1.jpg`)
})

test('pages with several URLs have one canonical URL', async ({ request, baseURL }) => {
  for (const [path, canonical] of [
    ['/search?q=cloud', '/search'],
    ['/search?q=django&kind=course', '/search'],
    ['/policy/4', '/terms'],
    ['/policy/5', '/privacy-policy'],
    ['/policy/6', '/refund-policy'],
  ]) {
    const html = await (await request.get(path ?? '')).text()
    expect(elements(html, 'link').find((link) => link['rel'] === 'canonical')?.['href']).toBe(`${baseURL}${canonical}`)
  }
})

test('account, payment and missing pages are not indexed', async ({ request }) => {
  for (const path of pagesOutOfSearch) {
    const response = await request.get(path)
    const html = await response.text()
    expect(elements(html, 'meta').find((meta) => meta['name'] === 'robots')?.['content'], path).toBe('noindex')
    expect(
      elements(html, 'link').some((link) => link['rel'] === 'canonical'),
      path,
    ).toBe(false)
    expect(response.headers()['cache-control'], path).toContain('no-store')
  }
})

test('the blog links to its feed', async ({ request }) => {
  const html = await (await request.get('/blogs')).text()
  const feed = elements(html, 'link').find((link) => link['type'] === 'application/atom+xml')
  const answer = await request.get(feed?.['href'] ?? '')
  expect(answer.headers()['content-type']).toContain('application/atom+xml')
  expect((await answer.text()).match(/<entry>/g)?.length).toBeGreaterThan(5)
})
