import { expect, test } from 'vitest'
import { sectionInView } from './section-in-view.ts'

/** Sections of 200 pixels each, and a short one at the end. */
const begins = [0, 200, 400, 600, 800, 1000, 1200, 1400, 1450]
const at = (scrolled: number, height = 500) =>
  sectionInView({ tops: begins.map((top) => top - scrolled), scrolled, range: 1500 - height, height })

test('the ends of a page show its first and last section', () => {
  expect(at(0)).toBe(0)
  expect(at(1000)).toBe(8)
})

test('each section comes into view in its order', () => {
  const seen = Array.from({ length: 1001 }, (_, scrolled) => at(scrolled))
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBe(begins.length)
})

test('a page without scrolling shows its first section', () => {
  expect(at(0, 1500)).toBe(0)
})
