import { expect, test } from 'vitest'
import { pathOf } from './client.ts'

test('fills in and escapes parameters and the query', () => {
  expect(pathOf('/courses/:id/batches/', { id: 7 })).toBe('/courses/7/batches/')
  expect(pathOf('/search/', {}, { q: 'a b', page: undefined })).toBe('/search/?q=a+b')
  expect(pathOf('/files/:name/', { name: 'a/b' })).toBe('/files/a%2Fb/')
})

test('a missing parameter throws', () => {
  expect(() => pathOf('/recordings/:recording_id/position/', { recordingId: 1 })).toThrow('needs a value for recording_id')
})
