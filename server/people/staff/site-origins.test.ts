import { expect, test } from 'vitest'
import { passkeyHost, siteOrigins } from './site-origins.ts'

test('a local site has three origins and passkeys of localhost', () => {
  const all = ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']
  for (const url of all) expect([siteOrigins(url), passkeyHost(url)]).toEqual([all, 'localhost'])
  expect(siteOrigins('http://localhost')).toContain('http://127.0.0.1')
})

test('a public site has one origin and passkeys of its host', () => {
  const url = 'https://school.example/base'
  expect([siteOrigins(url), passkeyHost(url)]).toEqual([['https://school.example'], 'school.example'])
})
