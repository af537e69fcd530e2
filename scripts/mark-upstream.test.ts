import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMarkedDown, markUpstream } from './mark-upstream.ts'

const example = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
const both = example.replace('# server 127.0.0.1:3001', 'server 127.0.0.1:3001')

test('a process is marked and taken back without another change', () => {
  const marked = markUpstream(both, '127.0.0.1:3001', true)
  expect(marked).toContain('server 127.0.0.1:3001 max_fails=1 fail_timeout=5s down;')
  expect(marked).toContain('server 127.0.0.1:3000 max_fails=1 fail_timeout=5s;')
  expect([isMarkedDown(marked, '127.0.0.1:3001'), isMarkedDown(marked, '127.0.0.1:3000')]).toEqual([true, false])
  expect(markUpstream(marked, '127.0.0.1:3001', true)).toBe(marked)
  expect(markUpstream(marked, '127.0.0.1:3001', false)).toBe(both)
})

test('a process without a line of its own is refused', () => {
  // A comment is no line, and neither is a longer address.
  expect(() => markUpstream(example, '127.0.0.1:3001', true)).toThrow('has 0 lines')
  expect(() => markUpstream(example, '127.0.0.1:300', true)).toThrow('has 0 lines')
  expect(() => markUpstream(both.replaceAll('3001', '3000'), '127.0.0.1:3000', true)).toThrow('has 2 lines')
  expect(markUpstream('server [::1]:3000;', '[::1]:3000', true)).toBe('server [::1]:3000 down;')
})
