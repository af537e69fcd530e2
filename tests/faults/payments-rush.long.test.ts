import { test, vi } from 'vitest'
import { runRush } from './run-rush.ts'

vi.setConfig({ testTimeout: 600_000 })

test.each([1, 2, 3, 4, 5, 6, 7, 8])('two hundred concurrent payers get fifty seats with seed %i', (seed) =>
  runRush({ students: 200, seed }),
)

// More payments than the provider returns on one page of a list, which is a hundred.
test('concurrent payers get thirty seats, the ninety others one refund', () => runRush({ students: 120, seed: 1 }))
