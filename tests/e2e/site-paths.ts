import type { APIRequestContext } from '@playwright/test'
import { pageList, pathTo } from '#contract/pages.ts'
import { expect } from './shop.ts'

const ownPages = pageList
  .filter(({ layout }) => layout === 'private')
  .map(({ name, path }) => pathTo(name, path.includes(':') ? 101 : undefined))
/** Paths that search engines must not index. */
export const pagesOutOfSearch = [...ownPages, '/nothing-here']

/** Returns the paths of the sitemap. */
export async function publicPaths(request: APIRequestContext, baseURL = ''): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(urls.length).toBeGreaterThan(30)
  return urls.map((url) => url.replace(baseURL, ''))
}

export async function expectSmallJpeg(request: APIRequestContext, picture: string): Promise<void> {
  const card = await request.get(picture)
  expect([card.status(), card.headers()['content-type']], picture).toEqual([200, 'image/jpeg'])
  expect((await card.body()).length, picture).toBeLessThanOrEqual(300 * 1024)
}
