import { expect, test } from 'vitest'
import { currentView } from './list-state.ts'

const screen = {
  views: [
    { name: 'Open', search: 'status=open&sort=created_at' },
    { name: 'Newest', search: 'sort=-created_at' },
  ],
}
const viewOf = (search: string) => currentView(screen, { search, query: Object.fromEntries(new URLSearchParams(search)) })?.name

test.each([
  ['', undefined],
  ['status=paid', undefined],
  ['status=open&sort=created_at', 'Open'],
  ['status=open&sort=-created_at&from=2026-11-01', 'Open'],
  ['sort=-created_at', 'Newest'],
  ['sort=-created_at&q=Asha', undefined],
])('the search "%s" shows the view %s', (search, name) => {
  expect(viewOf(search)).toBe(name)
})
