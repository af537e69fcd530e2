import { test, vi } from 'vitest'
import { runRush } from './run-rush.ts'

vi.setConfig({ testTimeout: 300_000 })

// More payments than the provider returns on one page of a list, which is a hundred.
test('concurrent payers get thirty seats, the ninety others one refund', () => runRush({ students: 120, seed: 1 }))
