import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { type Call, createClient } from '#contract/client.ts'
import { findPage, pageList, pathTo, policyPath } from '#contract/pages.ts'
import { policyIds } from '#contract/rules.ts'
import { contentSecurityPolicy } from '#server/platform/pages/content-security-policy.ts'
import { canonicalPage, unknownValue } from './canonical.ts'
import { needsFullLoad, safeReturnTo } from '#web/lib/return-to.ts'
import routes from './routes.ts'

const leavesOf = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? leavesOf(entry.children) : [entry]))
const leaves = leavesOf(routes)

test('has one route per page of the table and no other', () => {
  expect(leaves.map(({ path }) => `/${path ?? ''}`).toSorted()).toEqual(pageList.map(({ path }) => path).toSorted())
  expect(new Set(pageList.map(({ path }) => path.toLowerCase())).size).toBe(pageList.length)
})

test('uses every page module and names none that is missing', () => {
  const used = new Set([...leaves.map(({ file }) => file), ...routes.map(({ file }) => file)])
  for (const file of used) expect(existsSync(join(import.meta.dirname, file)), file).toBe(true)
  const modules = readdirSync(join(import.meta.dirname, 'routes')).filter((file) => file.endsWith('.tsx'))
  expect(modules.map((file) => `routes/${file}`).toSorted()).toEqual([...used].toSorted())
})

test('finds each page at its own path', () => {
  for (const page of pageList.filter(({ name }) => name !== 'not-found')) {
    const path = pathTo(page.name, page.path.includes(':') ? 7 : undefined)
    expect(findPage(path)?.name, path).toBe(page.name)
    expect(findPage(`${path}/`)?.name, path).toBe(page.name)
    expect(findPage(`/x${path}`), path).toBeUndefined()
  }
  expect(findPage('/courses/7.data')).toMatchObject({ name: 'course', params: ['7'] })
  expect(findPage('/videos')?.name).toBe('videos')
})

test('fills in the id and the query of a path', () => {
  expect(pathTo('course', 7, { tab: 'batches', batch: 9 })).toBe('/courses/7?tab=batches&batch=9')
  expect([pathTo('videos', 'a/b'), pathTo('videos')]).toEqual(['/videos/a%2Fb', '/videos'])
})

test('gives a policy its own canonical address', () => {
  expect([policyPath(policyIds.terms), policyPath(99)]).toEqual(['/terms', '/policy/99'])
})

describe('canonical page', () => {
  const call: Call = createClient(async () => ({ status: 503, body: { message: 'Away', detail: 'Away', code: 'unavailable' } }))
  const at = (path: string) => canonicalPage(new URL(path, 'https://school.example'), call)

  test('redirects the root to the home page', async () => {
    expect((await at('/')).redirect).toBe('/home')
  })

  test('caches up to two filters of new batches, no comparison', async () => {
    const pageOf = async (query: string) => {
      const { url, cacheable } = await at(`/newbatches?${query}`)
      return [url.searchParams.toString(), cacheable]
    }
    expect(await pageOf('days=weekend&fee=&utm=x&time=EVENING')).toEqual(['days=weekend&time=evening', true])
    expect(await pageOf('days=weekend&time=evening&level=advanced')).toEqual(['days=weekend&time=evening&level=advanced', false])
    expect(await pageOf('days=never')).toEqual([`days=${unknownValue}`, true])
    expect(await pageOf('compare=3,1')).toEqual(['compare=3%2C1', false])
    expect(await pageOf('compare=1,2,3,4')).toEqual([`compare=${unknownValue}`, false])
  })

  test('drops unknown parameters and merges unknown values of a cached page', async () => {
    const page = await at('/courses/7/?utm=x&tab=REVIEWS')
    expect([page.url.pathname + page.url.search, page.cacheable]).toEqual(['/courses/7?tab=reviews', true])
    expect((await at('/courses/7?tab=made-up')).url.search).toBe(`?tab=${unknownValue}`)
  })

  test('keeps a category while the categories cannot be read', async () => {
    expect((await at('/courses?category=Cloud')).url.search).toBe('?category=cloud')
  })

  test.each([
    '/courses/0',
    '/courses/x',
    '/courses/99999999999',
    '/search?q=a',
    '/profile',
    '/nothing',
    '/courses/7.data?_routes=root',
  ])('does not cache %s', async (path) => {
    expect((await at(path)).cacheable).toBe(false)
  })

  test('never caches a private page', () => {
    expect(pageList.filter(({ layout, cached }) => layout === 'private' && cached)).toEqual([])
    expect(pageList.filter(({ layout, sitemap }) => layout === 'private' && sitemap)).toEqual([])
  })
})

test('opens the security policy only for the pages that need it', () => {
  const config = {
    imageBaseUrl: '',
    recordingOrigins: ['https://bucket.example'] as readonly string[],
    provider: { checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js' },
  } as Parameters<typeof contentSecurityPolicy>[0]
  for (const page of pageList.filter(({ name }) => name !== 'not-found')) {
    const path = pathTo(page.name, page.path.includes(':') ? 7 : undefined)
    const policy = contentSecurityPolicy(config, path, { scripts: [], styles: [] })
    expect([policy.includes('razorpay'), policy.includes('bucket.example'), policy.includes('unsafe-inline')], path).toEqual([
      page.policy === 'checkout',
      page.policy === 'player',
      page.policy !== undefined,
    ])
    expect(needsFullLoad(path), path).toBe(page.policy !== undefined)
    expect(safeReturnTo(path), path).toBe(page.returnTo === false ? null : path)
  }
})
