import { expect, test } from 'vitest'
import { afterOf, readPage } from './list-page.ts'

const read = async ({ after }: { after: string | undefined }) =>
  after === undefined
    ? { items: ['first'], next: 1 }
    : after === '1'
      ? { items: ['second'], next: null }
      : { items: [], next: null }

test.each([
  [undefined, { items: ['first'], next: 1, after: null }],
  ['1', { items: ['second'], next: null, after: '1' }],
  // The record of an old link is gone.
  ['999999', { items: ['first'], next: 1, after: null }],
])('the page after %s', async (after, page) => {
  expect(await readPage(after, read)).toEqual(page)
})

test.each([
  ['?after=12', '12'],
  ['', undefined],
  ['?after=', undefined],
  ['?after=-1', undefined],
  ['?after=1e3', undefined],
  ['?after=99999999999999', undefined],
])('the place in %s is %s', (search, place) => {
  expect(afterOf(new Request(`https://school.example/blogs${search}`))).toBe(place)
})
