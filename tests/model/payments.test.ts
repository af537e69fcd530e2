import { test, vi } from 'vitest'
import { runModel } from './run-model.ts'

vi.setConfig({ testTimeout: 300_000 })

test('twelve sequences of sales, faults and crashes lose no money', () => runModel({ runs: 12, seed: 20_261_121 }))
