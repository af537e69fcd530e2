import { expect, test } from 'vitest'
import { heardLevel, Meters, type Reading, wordsOf } from './meters.ts'

const reading = (source: string, level: number, received = 0, lost = 0): Reading => ({ source, level, received, lost })

test('the loudest microphone stands first', () => {
  const meters = new Meters()
  meters.take([reading('camera', 0.1), reading('voice-student-1', 0.4), reading('voice-student-2', 0.9)])
  expect(meters.loudest()).toBe('voice-student-2 voice-student-1 camera')
  expect(meters.speaking()).toBe('voice-student-2 voice-student-1')
})

test('the order holds while the levels change', () => {
  const meters = new Meters()
  for (const level of [0.2, 0.9, 0.9, 0.9]) meters.take([reading('camera', 0.5), reading('voice-student-1', level)])
  expect([meters.loudest(), meters.speaking()]).toEqual(['camera voice-student-1', 'voice-student-1 camera'])
  meters.take([reading('camera', 0.5), reading('voice-student-1', 0.9)])
  expect(meters.loudest()).toBe('voice-student-1 camera')
})

test('a microphone that ends is forgotten', () => {
  const meters = new Meters()
  meters.take([reading('voice-student-1', 0.9)])
  meters.take([])
  expect([meters.level('voice-student-1'), meters.speaking()]).toEqual([0, ''])
})

test('losses are counted from one reading to the next', () => {
  const meters = new Meters()
  meters.take([reading('camera', 0, 1000, 900)])
  expect(meters.line().loss).toBe(0)
  for (let second = 1; second <= 10; second += 1) meters.take([reading('camera', 0, 1000 + second * 90, 900 + second * 10)])
  expect(meters.line().loss).toBeCloseTo(0.1, 1)
  expect(wordsOf(meters.line())).toBe('weak')
  const before = meters.line().loss
  meters.take([reading('camera', 0, 5, 0)])
  expect(meters.line().loss).toBeLessThan(before)
})

test.each([
  ['upload-lost', { loss: 0.2, roundTrip: 0.9, height: 180, isLimited: true }],
  ['upload-late', { loss: 0, roundTrip: 0.9, height: 180, isLimited: true }],
  ['upload-small', { loss: 0, roundTrip: 0.1, height: 180, isLimited: true }],
  ['good', { loss: 0, roundTrip: 0.1, height: 180, isLimited: false }],
] as const)('an upload is %s by its worst fact', (words, sent) => {
  expect(wordsOf({ loss: 0, sent })).toBe(words)
})

test('levels follow the ear', () => {
  expect([heardLevel(0), heardLevel(1)]).toEqual([0, 1])
  expect(heardLevel(0.01)).toBeCloseTo(0.4, 2)
})
